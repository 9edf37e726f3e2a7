import { HELM } from './client.ts';
import { describeClients } from './client-suite.ts';

describeClients('helm in a shell', [HELM]);

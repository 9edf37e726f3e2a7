import { NEWEST_KUBECTL, olderKubectl } from './client.ts';
import { describeClients } from './client-suite.ts';

describeClients('a kubectl in a shell', [olderKubectl(25), olderKubectl(28), olderKubectl(30), olderKubectl(33), NEWEST_KUBECTL]);

import { NEWEST_KUBECTL, olderKubectl } from './client.ts';
import { describeClients } from './client-suite.ts';

const NEWEST = ['apply', 'custom-resources', 'edit-and-patch', 'explain', 'get', 'wait-and-watch'];
/** What the old one does differently: it validates and explains by OpenAPI 2 and merges by its own types. */
const OLDEST = ['apply', 'edit-and-patch', 'explain'];

describeClients('a kubectl in a shell', [
  { ...NEWEST_KUBECTL, only: NEWEST },
  { ...olderKubectl(25), only: OLDEST },
]);

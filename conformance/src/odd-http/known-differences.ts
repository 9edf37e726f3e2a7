// How our server treats odd requests that kube-apiserver treats otherwise, by title. Node's parser leaves no other choice, but where it is said.
import type { OddTalk } from './talk-oddly.ts';

const REFUSED: OddTalk = { answers: ['400 400 Bad Request'], connection: 'ends' };
const OTHER_VERSION: OddTalk = {
  answers: ['505 505 HTTP Version Not Supported: unsupported protocol version'],
  connection: 'ends',
};
const TAKEN: OddTalk = { answers: ['200 ok'], connection: 'goes on' };
const LAST: OddTalk = { answers: ['200 ok'], connection: 'ends' };

export const KNOWN_DIFFERENCES: ReadonlyMap<string, OddTalk> = new Map([
  // It knows the methods of a list, versions 1.0 and 1.1, and line ends of two bytes.
  ['a method that nobody knows', REFUSED],
  ['a method in lower case', REFUSED],
  ['HTTP/1.2', OTHER_VERSION],
  ['line ends of Unix', OTHER_VERSION],
  ['a line feed in a value', REFUSED],
  ['a folded header', REFUSED],
  ['in the path: bytes that are no UTF-8', REFUSED],
  ['the preface of HTTP/2', REFUSED],
  // It does not tell what it passes over.
  ['two spaces', TAKEN],
  ['an empty line before', TAKEN],
  // Where two headers tell where a body ends, it takes neither.
  ['a length twice', REFUSED],
  ['a length and chunks', REFUSED],
  ['the coding identity', REFUSED],
  // It says of errors only which part they are in; those within a body end the request.
  ['a space before the colon', REFUSED],
  ['a chunk whose length is none', REFUSED],
  ['a chunk whose length is endless', REFUSED],
  ['a chunk that goes on', REFUSED],
  // It lets go of a connection that is to be switched, and of one whose client waits to send no body.
  ['CONNECT of a path', { answers: ['405 MethodNotAllowed'], connection: 'ends' }],
  ['CONNECT of another host', { answers: ['404 404 page not found'], connection: 'ends' }],
  ['an upgrade of what is no stream', LAST],
  ['a WebSocket of what is no stream', LAST],
  ['one that waits without a body', LAST],
  // Our choice: a body is read before it is looked at whether it is needed, so its client hears the answer and may go on.
  ['four megabytes', { answers: ['413 RequestEntityTooLarge'], connection: 'goes on' }],
  ['300,000 bytes that nobody reads', { answers: ['404 404 page not found'], connection: 'goes on' }],
  ['one that waits and is not read', { answers: ['100 404 404 page not found'], connection: 'goes on' }],
]);

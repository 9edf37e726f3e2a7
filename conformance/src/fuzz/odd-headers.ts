// Headers that are odd, of sound requests: what stands in them is latin1 without line ends.
import type { Chance } from '../differential/random/chance.ts';
import { oddText } from './odd-values.ts';

type Header = readonly [string, string];

const ACCEPTS = [
  '',
  '*',
  '*/*',
  'text/*',
  'application/json;as=Table;v=v1;g=meta.k8s.io',
  'application/json;as=Table;v=v1beta1;g=meta.k8s.io,application/json',
  'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1',
  'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1',
  'application/json;as=APIGroupDiscoveryList;v=v2;g=apidiscovery.k8s.io',
  'application/json;as=__proto__;v=constructor;g=',
  'application/json;stream=watch',
  'application/json;q=0',
  'application/json;q=NaN, application/yaml;q=2',
  'application/yaml',
  'application/vnd.kubernetes.protobuf',
  'application/vnd.kubernetes.protobuf;as=Table;g=meta.k8s.io;v=v1',
  'application/vnd.kubernetes.protobuf;stream=watch',
  'application/cbor',
  'application/com.github.proto-openapi.spec.v2@v1.0+protobuf',
  'text/html',
  'image/png',
  ',,,;;;===',
  '"',
  'application/json;pretty=1',
  `${'application/x,'.repeat(300)}*/*`,
];

const CONTENT_TYPES = [
  '',
  'application/json',
  'application/json; charset=utf-16',
  'application/yaml',
  'application/vnd.kubernetes.protobuf',
  'application/cbor',
  'application/json-patch+json',
  'application/merge-patch+json',
  'application/strategic-merge-patch+json',
  'application/apply-patch+yaml',
  'text/plain',
  'multipart/form-data; boundary=x',
  'application/x-www-form-urlencoded',
  ';',
  'a/b/c',
  '\xff',
];

const TOKENS = [
  'Bearer',
  'Bearer ',
  'Bearer x',
  'bearer  x y',
  'Basic YWRtaW46YWRtaW4=',
  'Negotiate x',
  'Bearer eyJhbGciOiJub25lIn0.eyJpc3MiOiJodHRwczovL2t1YmVybmV0ZXMuZGVmYXVsdC5zdmMifQ.',
  'Bearer eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJodHRwczovL2t1YmVybmV0ZXMuZGVmYXVsdC5zdmMifQ.AAAA',
  'Bearer ...',
  'Bearer eyJhbGciOiJFUzI1NiJ9.bnVsbA.AAAA',
  'Bearer \xff\xff.\xff.\xff',
  `Bearer ${'a'.repeat(6_000)}`,
];

export type OddHeaders = { readonly headers: readonly Header[]; readonly asAdmin: boolean };

export function oddHeaders(chance: Chance): OddHeaders {
  const makers: readonly (() => readonly Header[])[] = [
    () => [['Accept', chance.pick(ACCEPTS)]],
    () => [['Accept', chance.pick(ACCEPTS)]],
    () => [['Content-Type', chance.pick(CONTENT_TYPES)]],
    () => [['Accept-Encoding', chance.pick(['gzip', 'gzip;q=0', 'br, zstd', '*', 'identity;q=0', '\xff'])]],
    () => impersonation(chance),
    () => [['If-None-Match', chance.pick(['*', '"x"', 'W/"x"', '"'.repeat(500)])]],
    () => [['Range', 'bytes=0-1,5-1,-']],
    () => [
      ['X-Forwarded-For', '1.2.3.4'],
      ['X-Remote-User', 'system:admin'],
      ['X-Remote-Group', 'system:masters'],
    ],
    () => [['User-Agent', latin1(oddText(chance))]],
    () => [
      ['Cookie', 'a=b; __proto__=c'],
      ['Origin', 'null'],
      ['Referer', 'x'],
    ],
    () => [['Expect', chance.pick(['100-continue', '200-ok'])]],
    () => [['Content-Encoding', chance.pick(['gzip', 'deflate', 'x'])]],
    () => [['Upgrade', chance.pick(['h2c', 'TLS/1.0', 'websocket', 'SPDY/3.1', 'foo'])]],
    () => Array.from({ length: chance.pick([50, 300]) }, (_, index) => [`X-Many-${index}`, 'v'] as const),
    () => [
      ['__proto__', 'x'],
      ['constructor', 'y'],
    ],
    () => [
      ['X-HTTP-Method-Override', 'DELETE'],
      ['X-Original-URL', '/api/v1/secrets'],
    ],
  ];
  const headers = Array.from({ length: 1 + chance.below(3) }, () => chance.pick(makers)()).flat();
  if (!chance.happens(0.2)) return { headers, asAdmin: true };
  return { headers: [...headers, ['Authorization', chance.pick(TOKENS)]], asAdmin: false };
}

function impersonation(chance: Chance): readonly Header[] {
  const name = chance.pick(['User', 'Group', 'Uid', 'Extra-a', 'Extra-%zz', 'Extra-', 'Extra-__proto__', 'Extra-%E6%97%A5', 'Odd']);
  const value = latin1(oddText(chance)).slice(0, 500);
  const user: readonly Header[] = chance.happens(0.6)
    ? [['Impersonate-User', chance.pick(['', 'jane', 'system:serviceaccount:a:b', 'system:node:x', '__proto__'])]]
    : [];
  return [...user, [`Impersonate-${name}`, value], ...(chance.happens(0.3) ? [[`Impersonate-${name}`, value] as const] : [])];
}

/** As it can stand in a header. */
function latin1(text: string): string {
  return text.replaceAll(/[^ -~\x80-\xff]/g, '').slice(0, 4_000);
}

// The request of a number: the same for the same seed, number and ground.
import { formatJson } from '@rectrace/kube';
import { Chance } from '../differential/random/chance.ts';
import { brokenHttp } from './broken-http.ts';
import { costlyRules } from './costly-rules.ts';
import type { Area, FuzzRequest, Ground, SoundRequest, StreamsRequest } from './fuzz-request.ts';
import { type Manifest, manifest } from './manifests.ts';
import { http2Frames, spdyFrames, webSocketFrames } from './odd-frames.ts';
import { oddHeaders } from './odd-headers.ts';
import { oddJson } from './odd-json.ts';
import { oddPatch } from './odd-patches.ts';
import { oddProtobuf } from './odd-protobuf.ts';
import { oddQuery, oddTarget } from './odd-targets.ts';
import { oddYaml } from './odd-yaml.ts';

const JSON_TYPE = ['Content-Type', 'application/json'] as const;
const LIMIT = 3 * 1024 * 1024;
const TOO_LARGE = 413;
const METHODS = ['GET', 'GET', 'GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];
const RESETS = [0, 1, 2, 5, 7, 8, 11];

type Maker = (chance: Chance, ground: Ground) => FuzzRequest;

/** How often each of them is among a thousand requests. */
const MAKERS: readonly (readonly [Area, number, Maker])[] = [
  ['bodies', 270, oddBody],
  ['patches', 170, patch],
  ['rules', 60, rules],
  ['large', 3, large],
  ['paths', 130, path],
  ['queries', 100, query],
  ['headers', 107, headers],
  ['broken', 80, (chance, ground) => ({ kind: 'broken', area: 'broken', bytes: brokenHttp(chance, ground) })],
  ['upgrades', 40, upgrade],
  ['http2', 40, http2],
];
const ALL = MAKERS.reduce((sum, [, share]) => sum + share, 0);
const STEP = 0x9e37_79b1;

export function makeRequest(seed: number, index: number, ground: Ground): FuzzRequest {
  const chance = new Chance(seed + Math.imul(index + 1, STEP));
  // Seeds that lie near each other start alike.
  for (let count = 0; count < 3; count++) chance.next();
  return chosen(chance)(chance, ground);
}

function chosen(chance: Chance): Maker {
  let rest = chance.below(ALL);
  for (const [, share, maker] of MAKERS) {
    if (rest < share) return maker;
    rest -= share;
  }
  return oddBody;
}

/** An object in one of the three forms, to be created or put in the place of another. */
function oddBody(chance: Chance, ground: Ground): SoundRequest {
  const made = manifest(chance, ground);
  const [contentType, body] = chance.pick<() => readonly [string, Buffer]>([
    () => ['application/json', oddJson(chance, made.body)],
    () => ['application/json', oddJson(chance, made.body)],
    () => ['application/yaml', oddYaml(chance, made.body)],
    () => ['application/vnd.kubernetes.protobuf', oddProtobuf(chance, made.body)],
  ])();
  const where = placeFor(chance, made);
  const suffix = chance.happens(0.15) ? `?fieldValidation=${chance.pick(['Strict', 'Warn', 'Ignore'])}` : '';
  return {
    kind: 'sound',
    area: 'bodies',
    method: where.method,
    target: where.target + suffix,
    headers: [['Content-Type', contentType]],
    body,
  };
}

function placeFor(chance: Chance, { collection, path: own }: Manifest): { readonly method: string; readonly target: string } {
  return chance.pick([
    { method: 'POST', target: collection },
    { method: 'POST', target: collection },
    { method: 'PUT', target: own },
    { method: 'PUT', target: `${own}/status` },
    { method: 'DELETE', target: own },
    { method: 'POST', target: `${own}/eviction` },
    { method: 'POST', target: `${own}/binding` },
  ]);
}

function patch(chance: Chance, ground: Ground): SoundRequest {
  const made = manifest(chance, ground);
  // Most patches need something to change.
  const onOwn = chance.happens(0.4) ? `/api/v1/namespaces/${ground.namespace}/configmaps/held` : made.path;
  const { contentType, body } = oddPatch(chance, made.body);
  const suffix = chance.happens(0.5) ? `?fieldManager=${chance.pick(['a', 'b'])}&force=${chance.pick(['true', 'false'])}` : '';
  return { kind: 'sound', area: 'patches', method: 'PATCH', target: onOwn + suffix, headers: [['Content-Type', contentType]], body };
}

function rules(chance: Chance, { namespace }: Ground): SoundRequest {
  const { method, path: target, body } = costlyRules(chance, namespace);
  return { kind: 'sound', area: 'rules', method, target, headers: [JSON_TYPE], body: Buffer.from(formatJson(body)) };
}

/** More than any server of Kubernetes takes. */
function large(chance: Chance, { namespace }: Ground): SoundRequest {
  const body = Buffer.alloc(LIMIT + 1 + chance.below(LIMIT), chance.pick([0x20, 0x61, 0x5b]));
  const target = `/api/v1/namespaces/${namespace}/configmaps`;
  return { kind: 'sound', area: 'large', method: 'POST', target, headers: [JSON_TYPE], body, status: TOO_LARGE };
}

function path(chance: Chance, ground: Ground): SoundRequest {
  const method = chance.pick(METHODS);
  const body = chance.happens(0.2) ? oddJson(chance, manifest(chance, ground).body) : Buffer.alloc(0);
  const target = oddTarget(chance, ground.namespace);
  return { kind: 'sound', area: 'paths', method, target, headers: body.length === 0 ? [] : [JSON_TYPE], body };
}

function query(chance: Chance, ground: Ground): SoundRequest {
  const made = manifest(chance, ground);
  const target = chance.pick([
    made.collection,
    made.collection,
    made.path,
    '/api/v1/configmaps',
    `/api/v1/namespaces/${ground.namespace}/pods/web/log`,
  ]);
  const method = chance.pick(['GET', 'GET', 'GET', 'DELETE', 'POST', 'PATCH']);
  const body = method === 'GET' || method === 'DELETE' ? Buffer.alloc(0) : Buffer.from(formatJson(made.body));
  return { kind: 'sound', area: 'queries', method, target: `${target}?${oddQuery(chance)}`, headers: [JSON_TYPE], body };
}

function headers(chance: Chance, ground: Ground): SoundRequest {
  const made = manifest(chance, ground);
  const odd = oddHeaders(chance);
  const method = chance.pick(METHODS);
  const body = method === 'GET' || method === 'HEAD' ? Buffer.alloc(0) : Buffer.from(formatJson(made.body));
  const target = chance.pick([
    made.collection,
    made.path,
    '/version',
    '/apis',
    '/openapi/v2',
    '/openapi/v3',
    `${made.collection}?watch=1&timeoutSeconds=1`,
  ]);
  return { kind: 'sound', area: 'headers', method, target, headers: odd.headers, body, asAdmin: odd.asAdmin };
}

function upgrade(chance: Chance, { namespace }: Ground): FuzzRequest {
  const pod = `/api/v1/namespaces/${namespace}/pods/web`;
  const target = chance.pick([
    `${pod}/exec?command=cat&stdin=true&stdout=true&stderr=true`,
    `${pod}/exec?command=cat&stdin=true&tty=true&stdout=true`,
    `${pod}/attach?stdin=true&stdout=true`,
    `${pod}/portforward?ports=7&ports=8080`,
    `${pod}/portforward`,
    `${pod}/log?follow=true`,
    `/api/v1/namespaces/${namespace}/configmaps?watch=true&timeoutSeconds=1`,
    `/api/v1/namespaces/${namespace}/configmaps`,
  ]);
  const overSpdy = chance.happens(0.5);
  return {
    kind: 'upgrade',
    area: 'upgrades',
    method: chance.pick(['GET', 'GET', 'POST']),
    target,
    headers: overSpdy ? spdyHeaders(chance) : webSocketHeaders(chance),
    frames: overSpdy ? spdyFrames(chance) : webSocketFrames(chance),
  };
}

function spdyHeaders(chance: Chance): SoundRequest['headers'] {
  const protocol = chance.pick(['v4.channel.k8s.io', 'v5.channel.k8s.io', 'channel.k8s.io', 'portforward.k8s.io', '', 'x, y', '__proto__']);
  return [
    ['Connection', chance.pick(['Upgrade', 'upgrade, keep-alive'])],
    ['Upgrade', 'SPDY/3.1'],
    ['X-Stream-Protocol-Version', protocol],
  ];
}

function webSocketHeaders(chance: Chance): SoundRequest['headers'] {
  const protocol = chance.pick([
    'v4.channel.k8s.io',
    'v5.channel.k8s.io',
    'base64.channel.k8s.io',
    'SPDY/3.1+portforward.k8s.io',
    '',
    'x, y',
    '__proto__',
  ]);
  return [
    ['Connection', 'Upgrade'],
    ['Upgrade', 'websocket'],
    ['Origin', chance.pick(['https://127.0.0.1', 'null', 'x'])],
    ['Sec-WebSocket-Version', chance.pick(['13', '13', '13', '8', ''])],
    ['Sec-WebSocket-Key', chance.pick(['dGhlIHNhbXBsZSBub25jZQ==', 'dGhlIHNhbXBsZSBub25jZQ==', '', '!'])],
    ...(protocol === '' ? [] : [['Sec-WebSocket-Protocol', protocol] as const]),
  ];
}

function http2(chance: Chance, ground: Ground): FuzzRequest {
  if (chance.happens(0.4)) return { kind: 'frames', area: 'http2', bytes: http2Frames(chance) };
  const streams = Array.from({ length: 1 + chance.below(12) }, () => stream(chance, ground));
  return { kind: 'streams', area: 'http2', streams };
}

function stream(chance: Chance, ground: Ground): StreamsRequest['streams'][number] {
  const { method, target, headers: known, body } = chance.pick([oddBody, query, path])(chance, ground);
  const odd = chance.happens(0.2) ? oddHeaders(chance).headers : [];
  const reset = chance.happens(0.5) ? { reset: chance.pick(RESETS) } : {};
  return { method, target, headers: [...known, ...odd], body, ...reset };
}

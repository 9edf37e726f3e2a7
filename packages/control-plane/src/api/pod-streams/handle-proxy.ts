// pods/proxy, services/proxy and nodes/proxy
import type { ApiRequest, ApiResponse } from '../api-request.ts';
import type { Environment } from '../environment.ts';
import { httpReply } from '../pod-answers/http-reply.ts';
import type { Target } from '../verbs/target.ts';
import { checkConnectable } from './check-connection.ts';
import { unanswered } from './not-scripted.ts';
import type { ProxyBackend } from './proxy-backend.ts';
import { nodeBehind, podBehind, serviceBehind } from './proxy-backend.ts';

/** Of the path: the resource, its name, and the word proxy. */
const PARTS_BEFORE = 3;

export function handlePodProxy(environment: Environment, target: Target): ApiResponse {
  return proxied(target, () => podBehind(environment, target));
}

export function handleServiceProxy(environment: Environment, target: Target): ApiResponse {
  return proxied(target, () => serviceBehind(environment, target));
}

export function handleNodeProxy(environment: Environment, target: Target): ApiResponse {
  return proxied(target, () => nodeBehind(environment, target));
}

/** @throws RequestRefused */
function proxied(target: Target, find: () => ProxyBackend): ApiResponse {
  checkConnectable(target);
  const { answers, subject } = find();
  const { request } = target;
  const head = { headers: {}, warnings: [...target.warnings] };
  const path = pathBehind(target);
  if (path === '' && ['GET', 'HEAD'].includes(request.method))
    return { ...head, kind: 'empty', status: 301, headers: { Location: `${request.path}/${queryOf(request)}` } };
  const reply = httpReply(answers, { method: request.method, path });
  if (reply === undefined) throw unanswered(`${request.method} ${path}`, subject);
  const headers = new Map(Object.entries(reply.headers).map(([name, value]) => [name.toLowerCase(), value]));
  const contentType = headers.get('content-type') ?? 'text/plain; charset=utf-8';
  return { ...head, kind: 'bytes', status: reply.status, headers: Object.fromEntries(headers), contentType, chunks: once(reply.body) };
}

/** With the slashes that the request has. */
function pathBehind({ info, request }: Target): string {
  const rest = info.parts.slice(PARTS_BEFORE).join('/');
  const path = rest === '' ? '' : `/${rest}`;
  return request.path.endsWith('/') ? `${path}/` : path;
}

function queryOf({ query }: ApiRequest): string {
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

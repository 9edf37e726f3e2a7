// Which pod or node a request through /proxy reaches, found as the API server finds it.
import type { Json, JsonObject } from '@rectrace/kube';
import { isGlobalUnicast, listAt, parseIp, stringAt, valueAt } from '@rectrace/kube';
import type { Environment } from '../environment.ts';
import { badRequest, failure, notFound } from '../failures.ts';
import { nameOf, namespaceOf } from '../metadata.ts';
import { nodeHttp, portAnswers } from '../pod-answers/find-answers.ts';
import type { HttpAnswer } from '../pod-answers/pod-answers.ts';
import type { Target } from '../verbs/target.ts';
import { proxiedName } from './proxied-name.ts';

/** What answers, and how messages name it. */
export type ProxyBackend = { readonly answers: readonly HttpAnswer[]; readonly subject: string };

const KUBELET_PORT = '10250';
const PLAIN_PORTS: Readonly<Record<string, number>> = { '': 80, http: 80, https: 443 };

/** @throws RequestRefused */
export function podBehind(environment: Environment, { info, resource }: Target): ProxyBackend {
  const { scheme, name, port } = proxiedName(info.name, 'pod');
  const pod = environment.store.get({ resource: 'pods', key: `${info.namespace}/${name}` })?.object;
  if (pod === undefined) throw notFound(resource, name);
  if (!isReachable(addressesOf(pod)[0] ?? '')) throw badRequest('address not allowed');
  return podBackend(environment, pod, port === '' ? (firstPort(pod) ?? PLAIN_PORTS[scheme] ?? 0) : port);
}

/** @throws RequestRefused */
export function serviceBehind(environment: Environment, { info, resource }: Target): ProxyBackend {
  const { store } = environment;
  const { name, port } = proxiedName(info.name, 'service');
  const key = `${info.namespace}/${name}`;
  const service = store.get({ resource: 'services', key })?.object;
  const isNumber = /^[+-]?\d+$/.test(port);
  if (isNumber && service === undefined) throw notFound(resource, name);
  const portName = isNumber ? namedPort(service, Number(port), name) : port;
  const endpoints = store.get({ resource: 'endpoints', key })?.object;
  if (endpoints === undefined) throw notFound(resource, name);
  const subsets = listAt(endpoints, ['subsets']);
  if (subsets.length === 0) throw unavailable(`no endpoints available for service ${JSON.stringify(name)}`);
  const found = firstOf(subsets, (subset) => behindSubset(environment, { subset, portName, namespace: info.namespace }));
  if (found === undefined) throw unavailable(`no endpoints available for service ${JSON.stringify(info.name)}`);
  return podBackend(environment, found.pod, found.port);
}

/** @throws RequestRefused */
export function nodeBehind({ store, answers }: Environment, { info, resource }: Target): ProxyBackend {
  const { name, port } = proxiedName(info.name, 'node');
  if (store.get({ resource: 'nodes', key: name }) === undefined) throw notFound(resource, name);
  const isKubelet = port === '' || port === KUBELET_PORT;
  return { answers: isKubelet ? nodeHttp(answers, name) : [], subject: isKubelet ? `node ${name}` : `port ${port} of node ${name}` };
}

/** port: what was asked for; a name is no port of a pod. */
function podBackend({ answers }: Environment, pod: JsonObject, port: number | string): ProxyBackend {
  const http = portAnswers(answers, pod).flatMap((answer): readonly HttpAnswer[] =>
    answer.port === Number(port) && 'http' in answer ? answer.http : [],
  );
  return { answers: http, subject: `port ${port} of pod ${namespaceOf(pod)}/${nameOf(pod)}` };
}

function addressesOf(pod: JsonObject): readonly string[] {
  return listAt(pod, ['status', 'podIPs']).map((address) => stringAt(address, ['ip']) ?? '');
}

function isReachable(address: string): boolean {
  const parsed = parseIp(address);
  return parsed.kind === 'ip' && isGlobalUnicast(parsed);
}

function firstPort(pod: JsonObject): number | undefined {
  const [port] = listAt(pod, ['spec', 'containers']).flatMap((container) => listAt(container, ['ports']).slice(0, 1));
  return numberIn(port, 'containerPort');
}

/** @throws RequestRefused (503) */
function namedPort(service: JsonObject | undefined, port: number, name: string): string {
  const found = listAt(service, ['spec', 'ports']).find((known) => numberIn(known, 'port') === port);
  if (found === undefined) throw unavailable(`no service port ${port} found for service ${JSON.stringify(name)}`);
  return stringAt(found, ['name']) ?? '';
}

type AskedSubset = { readonly subset: Json; readonly portName: string; readonly namespace: string };
type Found = { readonly pod: JsonObject; readonly port: number };

/** The first of its addresses that is one of a pod's. */
function behindSubset({ store }: Environment, { subset, portName, namespace }: AskedSubset): Found | undefined {
  const port = listAt(subset, ['ports']).find((known) => (stringAt(known, ['name']) ?? '') === portName);
  if (port === undefined) return undefined;
  return firstOf(listAt(subset, ['addresses']), (address) => {
    if (stringAt(address, ['targetRef', 'namespace']) !== namespace) return undefined;
    const pod = store.get({ resource: 'pods', key: `${namespace}/${stringAt(address, ['targetRef', 'name']) ?? ''}` })?.object;
    const isIts = pod !== undefined && addressesOf(pod).includes(stringAt(address, ['ip']) ?? '');
    return isIts ? { pod, port: numberIn(port, 'port') ?? 0 } : undefined;
  });
}

function firstOf<Item, Result>(items: readonly Item[], find: (item: Item) => Result | undefined): Result | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

function numberIn(value: Json | undefined, field: string): number | undefined {
  const found = valueAt(value, [field]);
  return typeof found === 'number' ? found : undefined;
}

function unavailable(message: string): Error {
  return failure({ code: 503, reason: 'ServiceUnavailable', message });
}

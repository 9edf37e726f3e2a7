// Subresources that are neither a status nor a view of their object. Only a list; what is not in it answers 501.
import type { ApiResponse } from '../api-request.ts';
import type { Environment } from '../environment.ts';
import { notFound } from '../failures.ts';
import { handleLog } from '../pod-streams/handle-log.ts';
import { handlePortForward } from '../pod-streams/handle-port-forward.ts';
import { handleAttach, handleExec } from '../pod-streams/handle-program.ts';
import { handleNodeProxy, handlePodProxy, handleServiceProxy } from '../pod-streams/handle-proxy.ts';
import type { RequestInfo } from '../request-info.ts';
import type { ServedResource } from '../served-resource.ts';
import type { Target } from '../verbs/target.ts';
import { handleBinding } from './bind-pod.ts';
import { handleEviction } from './evict-pod.ts';
import { handleScale } from './handle-scale.ts';
import { handleTokenRequest } from './request-token.ts';

type Connector = (environment: Environment, target: Target) => Promise<ApiResponse> | ApiResponse;

const CONNECTORS: Readonly<Record<string, Connector>> = {
  'pods/binding': (environment, target) =>
    handleBinding(environment, target, kindOf(environment, { group: '', version: 'v1', resource: 'bindings' })),
  'serviceaccounts/token': (environment, target) =>
    handleTokenRequest(environment, target, environment.kinds.tokenRequest(target.resource)),
  'pods/log': handleLog,
  'pods/exec': handleExec,
  'pods/attach': handleAttach,
  'pods/portforward': handlePortForward,
  'pods/proxy': handlePodProxy,
  'services/proxy': handleServiceProxy,
  'nodes/proxy': handleNodeProxy,
  'pods/eviction': (environment, target) => handleEviction(environment, target, environment.kinds.eviction(target.resource)),
};

/** Undefined where this server does not know the subresource. */
export function connectorOf(resource: ServedResource, { subresource, verb }: RequestInfo): Connector | undefined {
  if (subresource === 'scale') return (environment, target) => handleScale(environment, target, { resource, verb });
  return CONNECTORS[`${resource.storage}/${subresource}`];
}

type Named = { readonly group: string; readonly version: string; readonly resource: string };

function kindOf({ catalog }: Environment, { group, version, resource }: Named): ServedResource {
  const found = catalog.lookup(group, version, resource);
  if (found.kind !== 'found') throw notFound({ group, resource }, '');
  return found.resource;
}

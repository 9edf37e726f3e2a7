// The way from flags to a cluster. The cluster package is loaded only here and only where a command needs it.

import type { ClusterConnection, ConnectionOptions, FoundTarget } from '@rectrace/cluster';
import type { ApiResource } from '@rectrace/kube';
import type { Invocation } from './command-definition.ts';
import { AmbiguousError, NotFoundError, UsageError } from './errors.ts';
import type { Flags } from './flags.ts';
import { isRecording } from './recording-argument.ts';
import { VERSION } from './version.ts';

/** Loads kubeconfig and credentials; connects to nothing yet. @throws what the cluster package throws */
export async function connect({ flags, surroundings }: Pick<Invocation, 'flags' | 'surroundings'>): Promise<ClusterConnection> {
  const { loadCluster } = await import('@rectrace/cluster');
  const kubeconfig = flags.text('kubeconfig');
  const context = flags.text('context');
  const namespace = flags.text('namespace');
  const requestTimeoutMs = flags.duration('requestTimeout');
  const verbosity = flags.integer('v');
  return loadCluster({
    env: surroundings.env,
    clock: surroundings.clock,
    random: surroundings.random,
    userAgent: `rectrace/${VERSION}`,
    log: (line) => surroundings.stderr.write(`${line}\n`),
    ...(kubeconfig === undefined ? {} : { kubeconfig }),
    ...(context === undefined ? {} : { context }),
    ...(namespace === undefined ? {} : { namespace }),
    ...(requestTimeoutMs === undefined ? {} : { requestTimeoutMs }),
    ...(verbosity === undefined ? {} : { verbosity }),
    ...impersonation(flags),
  });
}

function impersonation(flags: Flags): Pick<ConnectionOptions, 'impersonate'> {
  const user = flags.text('as');
  const groups = flags.texts('asGroup');
  const uid = flags.text('asUid');
  if (user === undefined && groups.length === 0 && uid === undefined) return {};
  return {
    impersonate: {
      ...(user === undefined ? {} : { user }),
      ...(groups.length === 0 ? {} : { groups }),
      ...(uid === undefined ? {} : { uid }),
    },
  };
}

/** An object as the user named it, its resource looked up at the API server. namespace: '' for cluster-scoped kinds. */
export type LiveTarget = { readonly resource: ApiResource; readonly namespace: string; readonly name: string };

/** @throws UsageError, NotFoundError for an unknown kind, AmbiguousError for a word that several kinds have */
export async function findLiveTarget(words: readonly string[], cluster: ClusterConnection): Promise<LiveTarget> {
  const { findTarget } = await import('@rectrace/cluster');
  const [first = ''] = words;
  if (isRecording(first))
    throw new UsageError(`${first} is a recording, and this command follows a cluster`, {
      hint: 'replay, timeline and tree tell of a recording',
    });
  const { resource, name, namespace } = resolved(findTarget(await cluster.discovery.served(), words));
  return { resource, name, namespace: resource.namespaced ? (namespace ?? cluster.defaultNamespace) : '' };
}

function resolved(found: FoundTarget): FoundTarget & { readonly kind: 'target' } {
  switch (found.kind) {
    case 'target':
      return found;
    case 'malformed':
      throw new UsageError(found.message);
    case 'ambiguous':
      throw new AmbiguousError(found.message);
    case 'unknown':
      throw new NotFoundError(found.message);
  }
}

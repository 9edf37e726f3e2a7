// What `virtual up --from` names: a snapshot, a recording, or the context of a kubeconfig.

import { statSync } from 'node:fs';
import type { ClusterConnection } from '@rectrace/cluster';
import { connect } from '../cluster-access.ts';
import type { Invocation } from '../command-definition.ts';
import { NotFoundError } from '../errors.ts';
import { Flags } from '../flags.ts';
import { isRecording } from '../recording-argument.ts';

/** note: what has to be said where the name stands for something else, too. */
export type Origin =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'cluster'; readonly cluster: ClusterConnection; readonly note?: string };

/** Codes of a kubeconfig that has no such context, or of none. */
const NO_CONTEXT = new Set(['CONTEXT_UNKNOWN', 'NO_CLUSTER_CONFIGURED']);
const PATH = /[/\\]/;

/** What looks like a path is one. @throws NotFoundError, KubeconfigError */
export async function findOrigin(name: string, invocation: Invocation): Promise<Origin> {
  if (PATH.test(name)) return { kind: 'file', path: name };
  const isFile = statSync(name, { throwIfNoEntry: false })?.isFile() === true;
  const cluster = await contextNamed(name, invocation);
  if (cluster === undefined && !isFile && !isRecording(name))
    throw new NotFoundError(`--from ${name}: there is neither a file nor a context of that name`);
  if (cluster === undefined) return { kind: 'file', path: name };
  if (!isFile) return { kind: 'cluster', cluster };
  return { kind: 'cluster', cluster, note: `${name} is a context and a file: the context is taken; ./${name} is the file` };
}

/** `--kubeconfig` is where the virtual one goes: contexts are those of KUBECONFIG, or of ~/.kube/config. */
async function contextNamed(context: string, { flags, surroundings }: Invocation): Promise<ClusterConnection | undefined> {
  const [namespace, v] = [flags.text('namespace'), flags.text('v')];
  const own = { context, ...(namespace === undefined ? {} : { namespace }), ...(v === undefined ? {} : { v }) };
  try {
    return await connect({ flags: new Flags(own), surroundings });
  } catch (error) {
    if (error instanceof Error && 'code' in error && NO_CONTEXT.has(String(error.code))) return undefined;
    throw error;
  }
}

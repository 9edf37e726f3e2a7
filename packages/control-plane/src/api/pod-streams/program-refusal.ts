// Why a program can't be spoken with, as a kubelet says it once the API server has let the request through.
import type { Json } from '@rectrace/kube';
import { isJsonObject, valueAt } from '@rectrace/kube';
import type { RequestRefused } from '../../errors.ts';
import { badRequest, internalError } from '../failures.ts';
import type { AskedStreams, ProgramSession } from './pod-session.ts';

type Asked = { readonly container: string; readonly status: Json | undefined };

/** Undefined where it can. A container that nobody tells the status of counts as running. */
export function programRefusal(
  { stdin, stdout, stderr }: AskedStreams,
  { container, status }: Asked,
): ProgramSession['program'] | undefined {
  if (!stdin && !stdout && !stderr) return refusedProgram(badRequest('you must specify at least 1 of stdin, stdout, stderr'));
  const runs = status === undefined || isJsonObject(valueAt(status, ['state', 'running']));
  return runs
    ? undefined
    : refusedProgram(internalError(`unable to upgrade connection: container not found (${JSON.stringify(container)})`));
}

export function refusedProgram({ status }: RequestRefused): ProgramSession['program'] {
  return { kind: 'refused', status };
}

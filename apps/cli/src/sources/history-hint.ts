// While the server does not answer, the commands that tell of now say where the past stands.

import type { ClusterConnection } from '@rectrace/cluster';
import type { Invocation } from '../command-definition.ts';
import { Hinted, UnsupportedError } from '../errors.ts';
import { EXIT_CODES } from '../exit-code.ts';
import { failureOf } from '../failure.ts';
import { historiesAt } from '../live/remembered-clusters.ts';

const WHERE = ['namespace', 'context', 'kubeconfig'];

/** What `work` gives; where it fails because the server does not answer and a local history of it is there, the failure names that. */
export async function hintingAtHistory<T>(
  { args, flags, surroundings }: Invocation,
  { server }: ClusterConnection,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (failureOf(error).exitCode !== EXIT_CODES.unreachable || !isRemembered(surroundings.env, server)) throw error;
    const object = args.length === 0 ? 'KIND/NAME' : args.join(' ');
    const asked = `${object}${flagsOf(flags)}`;
    throw new Hinted(`what was recorded of it is told by ${surroundings.program} timeline ${asked} and history ${asked}`, error);
  }
}

/** Where the object was looked for, as it was given. */
function flagsOf(flags: Invocation['flags']): string {
  const given = WHERE.map((name) => ({ name, value: flags.text(name) })).filter(({ value }) => value !== undefined);
  return given.map(({ name, value }) => ` --${name} ${value}`).join('');
}

/** Of several histories none answers, and without a state folder there is none. */
function isRemembered(env: Invocation['surroundings']['env'], server: string): boolean {
  try {
    return historiesAt(env, server).length === 1;
  } catch (error) {
    if (error instanceof UnsupportedError) return false;
    throw error;
  }
}

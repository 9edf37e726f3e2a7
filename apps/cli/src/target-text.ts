// How users name an object: KIND/NAME, KIND NAME or KIND/NAMESPACE/NAME, the kind in any form kubectl takes.

import { UsageError } from './errors.ts';

/** kind: as typed ('deploy', 'deployments.apps', 'Cluster.v1.apps.kubeblocks.io'). namespace: undefined where none was given. */
export type TargetText = { readonly kind: string; readonly namespace?: string; readonly name: string };

const NAME = /^[A-Za-z0-9]([A-Za-z0-9._:-]*[A-Za-z0-9])?$/;

/** words: one or two arguments. @throws UsageError */
export function parseTarget(words: readonly string[]): TargetText {
  const [first = '', second] = words;
  const parts = second === undefined ? first.split('/') : [first, second];
  const [kind = '', middle = '', last] = parts;
  const name = last ?? middle;
  if (parts.length < 2 || parts.length > 3 || parts.some((part) => part === '')) {
    throw new UsageError(`'${words.join(' ')}' names no object`, { hint: 'write KIND/NAME, such as deploy/web' });
  }
  if (!NAME.test(name)) throw new UsageError(`'${name}' is no name of an object`);
  return last === undefined ? { kind, name } : { kind, namespace: middle, name };
}

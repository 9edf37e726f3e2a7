// From a request to what the registry works on.
import type { Environment } from '../environment.ts';
import { timestamp } from '../metadata.ts';
import type { ObjectScope } from '../registry/registry.ts';
import type { Target } from './target.ts';

type Options = Pick<ObjectScope, 'dryRun'> & { readonly sent: ObjectScope['options'] };

export function scopeOf({ clock }: Environment, { request, info, resource, warnings }: Target, options: Options): ObjectScope {
  return {
    resource,
    subresource: info.subresource,
    namespace: info.namespace,
    name: info.name,
    user: request.user,
    now: timestamp(clock.now()),
    dryRun: options.dryRun,
    options: options.sent,
    warn: (text) => void warnings.add(text),
    annotate: request.annotate ?? (() => undefined),
  };
}

const MOST_MANAGER_BYTES = 128;

/** Who writes: the named field manager, else the start of the user agent. */
export function managerOf(fieldManager: string, userAgent: string): string {
  if (fieldManager !== '') return fieldManager;
  const name = userAgent.split('/')[0] ?? '';
  return name.replaceAll(/[^\P{C}]/gu, '').slice(0, MOST_MANAGER_BYTES);
}

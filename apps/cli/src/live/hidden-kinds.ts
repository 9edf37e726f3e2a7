// Collections that can't be seen, each named once.

import { formatScope } from '@rectrace/kube';
import type { RecorderMessage } from '@rectrace/trace';

type Availability = Extract<RecorderMessage, { readonly kind: 'Availability' }>;

export class HiddenKinds {
  readonly #hidden = new Map<string, Availability>();

  /** The availability where it is new and no good, undefined otherwise. */
  note(message: RecorderMessage): Availability | undefined {
    if (message.kind !== 'Availability') return undefined;
    const key = formatScope(message.scope);
    const before = this.#hidden.get(key);
    if (message.state === 'watched') this.#hidden.delete(key);
    else this.#hidden.set(key, message);
    return message.state === 'watched' || before?.state === message.state ? undefined : message;
  }

  /** Collections that can not be seen now. */
  get count(): number {
    return this.#hidden.size;
  }

  /** True where a collection of this resource can not be seen for want of a right. */
  has({ group, resource }: { readonly group: string; readonly resource: string }): boolean {
    return [...this.#hidden.values()].some(
      ({ scope, state }) => state === 'forbidden' && scope.group === group && scope.resource === resource,
    );
  }

  /** 'nodes, secrets (forbidden); widgets.example.com (failing)', or '' where all can be seen. */
  text(): string {
    return hiddenText([...this.#hidden.values()].map((message) => ({ name: nameOf(message), why: message.state })));
  }
}

/** Names in order, those with one reason together. */
export function hiddenText(hidden: readonly { readonly name: string; readonly why: string }[]): string {
  const names = new Map<string, string[]>();
  for (const { name, why } of hidden) names.set(why, [...(names.get(why) ?? []), name]);
  return [...names]
    .map(([why, all]) => `${all.sort().join(', ')} (${why})`)
    .sort()
    .join('; ');
}

/** 'secrets', 'deployments.apps'. */
export function nameOf({ scope }: Pick<Availability, 'scope'>): string {
  return scope.group === '' ? scope.resource : `${scope.resource}.${scope.group}`;
}

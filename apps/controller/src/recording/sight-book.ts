// What can be seen of each collection, read off the messages on their way to the recorder.

import type { ResourceScope } from '@rectrace/kube';
import { formatScope } from '@rectrace/kube';
import type { RecorderMessage } from '@rectrace/trace';
import type { Sight } from './recording.ts';

export class SightBook {
  readonly #sights = new Map<string, Sight>();

  /** True where it changed what can be seen. */
  note(message: RecorderMessage): boolean {
    switch (message.kind) {
      case 'ListEnd':
        return this.#put(message.scope, { kind: 'watched' });
      case 'Availability':
        return message.state === 'watched'
          ? this.#seen(message.scope)
          : this.#put(message.scope, { kind: 'blind', message: message.message });
      default:
        return false;
    }
  }

  of(scope: ResourceScope): Sight {
    return this.#sights.get(formatScope(scope)) ?? { kind: 'listing' };
  }

  /** The collection is not followed any more. */
  forget(scope: ResourceScope): void {
    this.#sights.delete(formatScope(scope));
  }

  /** Everything that cannot be seen, one line each, sorted. */
  blind(): readonly string[] {
    return [...this.#sights].flatMap(([scope, sight]) => (sight.kind === 'blind' ? [`${scope}: ${sight.message}`] : [])).sort();
  }

  /** True once every one of these collections is listed or known to be out of sight. */
  settled(scopes: readonly ResourceScope[]): boolean {
    return scopes.every((scope) => this.of(scope).kind !== 'listing');
  }

  /** A watch that resumed is seen without a list. */
  #seen(scope: ResourceScope): boolean {
    return this.of(scope).kind === 'watched' ? false : this.#put(scope, { kind: 'watched' });
  }

  #put(scope: ResourceScope, sight: Sight): boolean {
    const before = this.of(scope);
    this.#sights.set(formatScope(scope), sight);
    return before.kind !== sight.kind || (before.kind === 'blind' && sight.kind === 'blind' && before.message !== sight.message);
  }
}

// The living objects of a collection by name, told from messages: what a list no longer shows is gone, also where nobody saw it go, as after a
// restored storage.

import type { KubeObject } from '@rectrace/kube';
import type { RecorderMessage } from '@rectrace/trace';

export type ObjectName = { readonly namespace: string; readonly name: string };

export class LivingNames {
  readonly #living = new Map<string, ObjectName>();
  #shown: Set<string> | undefined;

  /** Returns what is known to be gone since: at the end of a list, what it did not show. */
  note(message: RecorderMessage): readonly ObjectName[] {
    switch (message.kind) {
      case 'ListBegin':
        this.#shown = new Set();
        return [];
      case 'ListEnd':
        return this.#endList();
      case 'Listed':
        return this.#see(nameOf(message.object));
      case 'Observed':
        return message.type === 'Deleted' ? this.#miss(nameOf(message.object)) : this.#see(nameOf(message.object));
      case 'Vanished':
        return this.#miss(message.ref);
      default:
        return [];
    }
  }

  #see(name: ObjectName): readonly ObjectName[] {
    this.#living.set(keyOf(name), name);
    this.#shown?.add(keyOf(name));
    return [];
  }

  #miss(name: ObjectName): readonly ObjectName[] {
    this.#shown?.delete(keyOf(name));
    return this.#living.delete(keyOf(name)) ? [{ namespace: name.namespace, name: name.name }] : [];
  }

  #endList(): readonly ObjectName[] {
    const shown = this.#shown;
    this.#shown = undefined;
    if (shown === undefined) return [];
    const gone = [...this.#living].filter(([key]) => !shown.has(key));
    for (const [key] of gone) this.#living.delete(key);
    return gone.map(([, name]) => name);
  }
}

function nameOf({ metadata }: KubeObject): ObjectName {
  return { namespace: metadata.namespace ?? '', name: metadata.name };
}

function keyOf({ namespace, name }: ObjectName): string {
  return `${namespace}/${name}`;
}

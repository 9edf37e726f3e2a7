// Which kinds CustomResourceDefinitions define now, and at which version the definitions that were seen here went. Fed by a reflector of them.

import type { RecorderMessage } from '@rectrace/trace';

type Standing = { readonly kind: 'living' } | { readonly kind: 'deleted'; readonly at: string };

export class Definitions {
  readonly #standings = new Map<string, Standing>();

  /** Takes in what happened to definitions; true where one came, changed or went. */
  note(message: RecorderMessage): boolean {
    switch (message.kind) {
      case 'Listed':
        this.#standings.set(message.object.metadata.name, { kind: 'living' });
        return false;
      case 'Observed': {
        const { name, resourceVersion = '' } = message.object.metadata;
        this.#standings.set(name, message.type === 'Deleted' ? { kind: 'deleted', at: resourceVersion } : { kind: 'living' });
        return true;
      }
      case 'Vanished':
        this.#standings.set(message.ref.name, { kind: 'deleted', at: message.before });
        return true;
      case 'EpochBegin':
        this.#standings.clear();
        return true;
      default:
        return false;
    }
  }

  /** 'plural.group' of all that live. */
  living(): readonly string[] {
    return [...this.#standings].filter(([, { kind }]) => kind === 'living').map(([name]) => name);
  }

  /** The version by which the kind's definition was gone, where it was seen before and is gone now. */
  deletedAt({ group, resource }: { readonly group: string; readonly resource: string }): string | undefined {
    const standing = this.#standings.get(`${resource}.${group}`);
    return standing?.kind === 'deleted' ? standing.at : undefined;
  }
}

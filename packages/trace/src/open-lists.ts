// Lists under way: what each has shown so far, and the baseline it will be folded in as when it ends.

import type { ResourceScope, Uid } from '@rectrace/kube';
import { formatGroupKind, formatScope } from '@rectrace/kube';
import type { Entry } from './entry.ts';
import type { RecorderMessage } from './message.ts';

export type OpenList = {
  readonly scope: ResourceScope;
  /** 'Deployment.apps' */
  readonly kind: string;
  readonly resourceVersion: string;
  readonly seen: Set<Uid>;
  readonly baseline: Entry[];
};

export class OpenLists {
  readonly #byScope = new Map<string, OpenList>();

  begin({ scope, objectKind, resourceVersion }: RecorderMessage & { readonly kind: 'ListBegin' }): void {
    const kind = formatGroupKind({ group: scope.group, kind: objectKind });
    this.#byScope.set(formatScope(scope), { scope, kind, resourceVersion, seen: new Set(), baseline: [] });
  }

  get(scope: ResourceScope): OpenList | undefined {
    return this.#byScope.get(formatScope(scope));
  }

  /** Ends a list; undefined where none was under way. */
  end(scope: ResourceScope): OpenList | undefined {
    const list = this.get(scope);
    this.#byScope.delete(formatScope(scope));
    return list;
  }

  all(): readonly OpenList[] {
    return [...this.#byScope.values()];
  }
}

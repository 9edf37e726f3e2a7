// The seam of metadata.managedFields: who wrote which field. The engine of structured merge stands behind it.
import type { JsonObject } from '@rectrace/kube';
import type { Draft } from './draft.ts';
import type { ServedResource } from './served-resource.ts';

export type FieldWrite = {
  readonly resource: ServedResource;
  readonly subresource: string;
  readonly manager: string;
  /** RFC 3339, to the second. */
  readonly now: string;
};

export interface FieldManager {
  /** Sets metadata.managedFields of an object that a client created, updated or patched. */
  noteUpdate(draft: Draft, old: JsonObject | undefined, write: FieldWrite): void;
}

/** Keeps what stood there; used where no engine is handed in. */
export const keepingFieldManager: FieldManager = {
  noteUpdate: (draft, old) => {
    const metadata = draft['metadata'];
    const known = (old?.['metadata'] as JsonObject | undefined)?.['managedFields'];
    if (typeof metadata !== 'object' || metadata === null) return;
    if (known === undefined) delete (metadata as Draft)['managedFields'];
    else (metadata as Draft)['managedFields'] = known;
  },
};

// What is created to be answered and never stored gets its namespace and managers all the same: admission sees them.
import type { Json } from '@rectrace/kube';
import type { Draft } from '../draft.ts';
import { noteWrite } from '../field-manager.ts';
import { ensureNamespace } from '../registry/create-object.ts';
import type { ObjectScope } from '../registry/registry.ts';
import type { ServedResource } from '../served-resource.ts';

type Creation = { readonly scope: ObjectScope; readonly shown: ServedResource; readonly sent: Json; readonly manager: string };

/** @throws RequestRefused where the object names another namespace. */
export function noteCreation(draft: Draft, { scope, shown, sent, manager }: Creation): void {
  ensureNamespace(draft, scope.namespace);
  noteWrite(draft, undefined, { resource: shown, subresource: scope.subresource, manager, now: scope.now, sent });
}

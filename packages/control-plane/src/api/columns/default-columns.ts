// The columns of kinds that have none of their own: name and time of creation.
import { stringAt } from '@rectrace/kube';
import { nameOf } from '../metadata.ts';
import type { TableColumns } from '../served-resource.ts';

const NAME =
  'Name must be unique within a namespace. Is required when creating resources, although some resources may allow a client to request the generation of an appropriate name automatically. Name is primarily intended for creation idempotence and configuration definition. Cannot be updated. More info: https://kubernetes.io/docs/concepts/overview/working-with-objects/names#names';
const CREATED =
  'CreationTimestamp is a timestamp representing the server time when this object was created. It is not guaranteed to be set in happens-before order across separate operations. Clients may not set this value. It is represented in RFC3339 form and is in UTC.\n\nPopulated by the system. Read-only. Null for lists. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#metadata';

export const defaultColumns: TableColumns = {
  definitions: [
    { name: 'Name', type: 'string', format: 'name', description: NAME, priority: 0 },
    { name: 'Created At', type: 'date', format: '', description: CREATED, priority: 0 },
  ],
  cells: (object) => [nameOf(object), stringAt(object, ['metadata', 'creationTimestamp']) ?? null],
};

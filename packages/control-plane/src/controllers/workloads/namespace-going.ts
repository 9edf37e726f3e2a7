// A creation that is refused because its namespace is on its way out: nothing can be done, and nothing is to be told.
import type { Status } from '@rectrace/kube';
import { listAt, valueAt } from '@rectrace/kube';

export function isNamespaceGoing({ details }: Status): boolean {
  return listAt(details, ['causes']).some((cause) => valueAt(cause, ['reason']) === 'NamespaceTerminating');
}

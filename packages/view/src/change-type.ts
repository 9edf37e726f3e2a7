// The form of what changeJson gives, for expressions over it: a field that is not there and a comparison that cannot hold are found before any
// change is looked at.

import type { StaticType } from '@rectrace/kube';
import { CEL_ANY, CEL_BOOL, CEL_INT, CEL_STRING, celList, celNullable, celObject } from '@rectrace/kube';

const OBJECT = celObject('object', { apiVersion: CEL_STRING, kind: CEL_STRING, namespace: CEL_STRING, name: CEL_STRING, uid: CEL_STRING });
const WRITER = celObject('writer', { manager: CEL_STRING, operation: CEL_STRING, subresource: CEL_STRING, time: CEL_STRING });
const FIELD = celObject('an entry of diff', { path: celList(CEL_STRING), before: CEL_ANY, after: CEL_ANY });
const EVENT = celObject('event', {
  type: CEL_STRING,
  reason: CEL_STRING,
  message: CEL_STRING,
  count: CEL_INT,
  reporter: CEL_STRING,
  name: CEL_STRING,
  namespace: CEL_STRING,
  uid: CEL_STRING,
});

/** Of `change`; docs/reference/output.schema.json has the same fields. */
export const CHANGE_TYPE: StaticType = celObject('change', {
  type: CEL_STRING,
  object: OBJECT,
  writer: celNullable(WRITER),
  diff: celList(FIELD),
  event: EVENT,
  noise: celNullable(CEL_STRING),
  certainty: CEL_STRING,
  time: CEL_STRING,
  noLater: CEL_BOOL,
  noEarlier: CEL_BOOL,
  resourceVersion: CEL_STRING,
  id: CEL_STRING,
});

// What the metadata of resources inside of resources may be: the same as of any resource.
import type { Json, JsonObject, MetadataRules } from '@rectrace/kube';
import { decodeTyped } from '../codec/decode-typed.ts';
import type { FieldError } from '../field-error.ts';
import type { TypeTable } from '../type-table.ts';
import { dns1035Label, pathSegmentName } from '../validation/name-rules.ts';
import { validateObjectMeta } from '../validation/object-meta.ts';

const UNKNOWN = /^unknown field "(.*)"$/;

export function metadataRules(table: TypeTable): MetadataRules {
  return {
    decode: (value: Json) => {
      const decoded = decodeTyped(value, table.type('meta.v1.ObjectMeta'), { table });
      if (decoded.kind === 'mismatch') return { kind: 'mismatch', message: decoded.message };
      const { object } = decoded;
      if (object['creationTimestamp'] === null) delete object['creationTimestamp'];
      return { kind: 'decoded', object, unknown: decoded.problems.map((problem) => UNKNOWN.exec(problem)?.[1] ?? problem) };
    },
    validate: metadataErrors,
    kindProblems: (kind) => dns1035Label(kind.toLowerCase()),
    apiVersionProblems: (apiVersion) => (apiVersion.split('/').length > 2 ? [`unexpected GroupVersion string: ${apiVersion}`] : []),
  };
}

function metadataErrors(metadata: JsonObject, path: string): readonly FieldError[] {
  const named = (metadata['name'] ?? '') === '' ? { ...metadata, name: 'fakename' } : metadata;
  const namespaced = (metadata['namespace'] ?? '') !== '';
  const errors = validateObjectMeta({ metadata: named }, { namespaced, nameRule: pathSegmentName, strictFinalizers: false });
  return errors.map((error) => ({ ...error, field: path + error.field.slice('metadata'.length) }));
}

// Namespace: made active, ended in two steps. It goes when both its metadata and its spec hold no finalizer any more.
import { listAt, stringAt } from '@rectrace/kube';
import type { Draft } from '../../draft.ts';
import { copyOf, ensureChild } from '../../draft.ts';
import type { FieldError } from '../../field-error.ts';
import { invalidValue } from '../../field-error.ts';
import { isDeleting, nameOf } from '../../metadata.ts';
import type { FieldRule, ResourceStrategy } from '../../strategy.ts';
import { dns1123Label } from '../../validation/name-rules.ts';
import { validateFinalizerName } from '../../validation/object-meta.ts';
import { unsupportedField } from '../base-strategy.ts';

const FINALIZER = 'kubernetes';
const NAME_LABEL = 'kubernetes.io/metadata.name';

const FIELDS: FieldRule = { 'metadata.name': nameOf, 'status.phase': (object) => stringAt(object, ['status', 'phase']) ?? '' };

export function namespaceStrategy(base: ResourceStrategy): ResourceStrategy {
  return {
    ...base,
    nameRule: dns1123Label,
    selectableFields: FIELDS,
    unknownField: unsupportedField,
    prepareForCreate: (namespace) => {
      namespace['status'] = { phase: 'Active' };
      const spec = ensureChild(namespace, 'spec');
      const finalizers = listAt(spec, ['finalizers']);
      if (!finalizers.includes(FINALIZER)) spec['finalizers'] = [...finalizers, FINALIZER];
    },
    prepareForUpdate: (namespace, old) => {
      ensureChild(namespace, 'spec')['finalizers'] = listAt(old, ['spec', 'finalizers']);
      dropEmptyFinalizers(namespace);
    },
    validate: (namespace) => finalizerErrors(listAt(namespace, ['spec', 'finalizers']).map(String), 'spec.finalizers'),
    canonicalize: (namespace) => {
      ensureChild(ensureChild(namespace, 'metadata'), 'labels')[NAME_LABEL] = nameOf(namespace);
    },
    keepsAfterFinalizers: (namespace) => listAt(namespace, ['spec', 'finalizers']).length > 0,
    markForDeletion: (marked, { now }) => {
      if (isDeleting(marked)) return listAt(marked, ['spec', 'finalizers']).length > 0 ? 'held' : 'proceed';
      ensureChild(marked, 'metadata')['deletionTimestamp'] = now;
      ensureChild(marked, 'status')['phase'] = 'Terminating';
      return 'marked';
    },
    views: {
      finalize: {
        prepareForUpdate: (namespace, old) => {
          namespace['status'] = copyOf(old['status'] ?? {});
          dropEmptyFinalizers(namespace);
        },
        validateUpdate: (namespace) =>
          listAt(namespace, ['spec', 'finalizers']).flatMap((name, index) =>
            validateFinalizerName(String(name), `spec.finalizers[${index}]`),
          ),
      },
    },
    ...(base.status === undefined ? {} : { status: { ...base.status, atCreation: 'sent', validateUpdate: statusErrors } }),
  };
}

function dropEmptyFinalizers(namespace: Draft): void {
  const spec = ensureChild(namespace, 'spec');
  if (listAt(spec, ['finalizers']).length === 0) delete spec['finalizers'];
}

function finalizerErrors(names: readonly string[], field: string): readonly FieldError[] {
  return names.flatMap((name) => validateFinalizerName(name, field));
}

function statusErrors(namespace: Parameters<typeof isDeleting>[0]): readonly FieldError[] {
  const phase = stringAt(namespace, ['status', 'phase']) ?? '';
  const wanted = isDeleting(namespace) ? 'Terminating' : 'Active';
  if (phase === wanted) return [];
  const emptiness = wanted === 'Active' ? 'is empty' : 'is not empty';
  return [invalidValue('status.Phase', phase, `may only be '${wanted}' if \`deletionTimestamp\` ${emptiness}`)];
}

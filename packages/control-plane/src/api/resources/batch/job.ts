// Job: unless its owner chooses how, it finds its pods by its own uid.
import type { JsonObject } from '@rectrace/kube';
import { jsonEquals } from '@rectrace/kube';
import type { Draft } from '../../draft.ts';
import { descend, ensureChild } from '../../draft.ts';
import { booleanAt, nameOf, uidOf } from '../../metadata.ts';
import type { ResourceStrategy } from '../../strategy.ts';

const PREFIX = 'batch.kubernetes.io/';

export function jobStrategy(base: ResourceStrategy): ResourceStrategy {
  return {
    ...base,
    prepareForCreate: (job, context) => {
      base.prepareForCreate?.(job, context);
      if (booleanAt(job, ['spec', 'manualSelector']) !== true) generateSelector(job);
    },
  };
}

function generateSelector(job: Draft): void {
  const spec = ensureChild(job, 'spec');
  const metadata = ensureChild(ensureChild(spec, 'template'), 'metadata');
  const known = metadata['labels'] ?? null;
  const [uid, name] = [uidOf(job), nameOf(job)];
  const added = { [`${PREFIX}controller-uid`]: uid, [`${PREFIX}job-name`]: name, 'controller-uid': uid, 'job-name': name };
  // A Job without labels of its own shares its template's.
  const shared = known !== null && jsonEquals(known, (descend(job, 'metadata') as JsonObject)['labels'] ?? null);
  Object.assign(ensureChild(metadata, 'labels'), added);
  if (shared) Object.assign(ensureChild(ensureChild(job, 'metadata'), 'labels'), added);
  ensureChild(ensureChild(spec, 'selector'), 'matchLabels')[`${PREFIX}controller-uid`] = uid;
}

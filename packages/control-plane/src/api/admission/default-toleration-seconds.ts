// DefaultTolerationSeconds: a pod stays for five minutes on a node that is not ready or not reachable, unless it says otherwise.
import { listAt, stringAt } from '@rectrace/kube';
import type { Draft } from '../draft.ts';
import { childrenOf, ensureChild } from '../draft.ts';
import type { AdmissionPlugin } from './admission-plugin.ts';
import { createdOf, updatedOf } from './concerns.ts';

const TAINTS = ['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable'];
const EFFECT = 'NoExecute';
const SECONDS = 300;

export const defaultTolerationSeconds: AdmissionPlugin = {
  name: 'DefaultTolerationSeconds',
  mutate: (request) => {
    const pod = createdOf(request, 'pods') ?? updatedOf(request, 'pods');
    if (pod === undefined) return;
    const spec = ensureChild(pod, 'spec');
    const known = childrenOf(spec, 'tolerations');
    const missing = TAINTS.filter((key) => !known.some((toleration) => tolerates(toleration, key)));
    if (missing.length === 0) return;
    const added = missing.map((key) => ({ key, operator: 'Exists', effect: EFFECT, tolerationSeconds: SECONDS }));
    spec['tolerations'] = [...listAt(spec, ['tolerations']), ...added];
  },
};

function tolerates(toleration: Draft, taint: string): boolean {
  const key = stringAt(toleration, ['key']) ?? '';
  const effect = stringAt(toleration, ['effect']) ?? '';
  return (key === taint || key === '') && (effect === EFFECT || effect === '');
}

// TaintNodesByCondition: a new node counts as not ready until somebody says otherwise.
import { listAt } from '@rectrace/kube';
import { childrenOf, ensureChild } from '../draft.ts';
import type { AdmissionPlugin } from './admission-plugin.ts';
import { createdOf } from './concerns.ts';

const TAINT = { key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' };

export const taintNodesByCondition: AdmissionPlugin = {
  name: 'TaintNodesByCondition',
  mutate: (request) => {
    const node = createdOf(request, 'nodes');
    if (node === undefined) return;
    const spec = ensureChild(node, 'spec');
    const known = childrenOf(spec, 'taints').some(({ key, effect }) => key === TAINT.key && effect === TAINT.effect);
    if (!known) spec['taints'] = [...listAt(spec, ['taints']), TAINT];
  },
};

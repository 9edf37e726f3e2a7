// The story of a Deployment that tests give its changes, without a cycle, a gap or a recording.

import { asUid, type ObjectRef } from '@rectrace/kube';
import { builtinRules, objectStates } from '@rectrace/trace';
import { targetOf } from '../sources/recorder-setup.ts';
import type { RootStory } from '../sources/root-story.ts';

export const WEB: ObjectRef = { group: 'apps', version: 'v1', kind: 'Deployment', namespace: 'plain', name: 'web', uid: asUid('web') };

export function bareStory(parts: Pick<RootStory, 'changes' | 'now'> & Partial<RootStory>): RootStory {
  return {
    target: targetOf(WEB),
    ref: WEB,
    gone: false,
    cycles: [],
    gaps: [],
    summary: [],
    states: objectStates(builtinRules()),
    bodyOf: () => undefined,
    source: '',
    notes: [],
    ...parts,
  };
}

import type { LastWriter } from '@rectrace/history';
import { MemoryHistory } from '@rectrace/history';
import type { KubeObject } from '@rectrace/kube';
import type { Cycle, RecorderMessage } from '@rectrace/trace';
import { builtinRules, Recorder } from '@rectrace/trace';
import { expect, test } from 'vitest';
import { latestCycles } from './latest-cycles.ts';
import { targetOf } from './recorder-setup.ts';

const TARGET = targetOf({ group: 'apps', kind: 'Deployment', namespace: 'plain', name: 'web' });
const MONDAY = Date.UTC(2026, 10, 30, 10);
const scope = { group: 'apps', resource: 'deployments', namespace: 'plain' };
const same = (object: KubeObject): KubeObject => object;

/** observed: the generation that its controller has caught up with. */
function deployment(
  version: number,
  { generation, observed, uid = 'u' }: { generation: number; observed: number; uid?: string },
): KubeObject {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web', namespace: 'plain', uid, resourceVersion: String(version), generation },
    spec: { replicas: 1 },
    status: { observedGeneration: observed, replicas: 1, updatedReplicas: 1, readyReplicas: 1, availableReplicas: 1 },
  };
}

function modified(object: KubeObject, seconds: number): RecorderMessage {
  return { kind: 'Observed', type: 'Modified', scope, object, by: 'watch', receivedAt: MONDAY + seconds * 1_000 };
}

const WAS = deployment(5, { generation: 1, observed: 1 });
const ASKED = deployment(6, { generation: 2, observed: 1 });
const DONE = deployment(7, { generation: 2, observed: 2 });

type CycleQuery = Parameters<MemoryHistory['cycles']>[1];

/** Says what it was asked for. */
class AskedHistory extends MemoryHistory {
  readonly asked: CycleQuery[] = [];

  override cycles(root: string, options?: CycleQuery): readonly Cycle[] {
    this.asked.push(options);
    return super.cycles(root, options);
  }
}

/** Monday's recording, whose last revision is the last of these. */
function recorded(...later: readonly KubeObject[]): AskedHistory {
  const history = new AskedHistory();
  const recorder = new Recorder({ rules: builtinRules(), redact: same });
  const messages: readonly RecorderMessage[] = [
    { kind: 'ListBegin', scope, objectKind: 'Deployment', resourceVersion: '5', requestedAt: MONDAY, receivedAt: MONDAY },
    { kind: 'Listed', scope, object: WAS, receivedAt: MONDAY },
    { kind: 'ListEnd', scope, resourceVersion: '5', receivedAt: MONDAY },
    ...later.map((object, index) => modified(object, index + 1)),
  ];
  history.commit({ ...recorder.addRoot(TARGET), positions: [], fence: 0 });
  for (const message of messages) history.commit({ ...recorder.record(message), positions: [], fence: 0 });
  history.commit({ ...recorder.finish(), positions: [], fence: 0 });
  return history;
}

const ENDED: LastWriter = { owner: 'pid 1', root: TARGET.id, isRunning: false };
const RUNNING: LastWriter = { owner: 'pid 1', root: TARGET.id, isRunning: true };
const ELSEWHERE: LastWriter = { owner: 'pid 1', root: 'Pod/plain/a', isRunning: true };

test.each<[string, readonly KubeObject[], LastWriter, KubeObject, string | undefined]>([
  ['as the recording left it, its cycle is the latest', [ASKED, DONE], ENDED, DONE, '1 closed'],
  ['one that was open then is open, too', [ASKED], ENDED, ASKED, '1 open'],
  ['another object of the name has none', [ASKED, DONE], ENDED, deployment(7, { generation: 2, observed: 2, uid: 'another' }), undefined],
  ['one that was written since has none that is known', [ASKED, DONE], ENDED, deployment(9, { generation: 3, observed: 3 }), undefined],
  ['so has one whose open cycle may have ended since', [ASKED], ENDED, deployment(9, { generation: 2, observed: 1 }), undefined],
  ['what is being recorded is known although it goes on', [ASKED], RUNNING, deployment(9, { generation: 2, observed: 1 }), '1 open'],
  ['but not by a recording of something else', [ASKED], ELSEWHERE, deployment(9, { generation: 2, observed: 1 }), undefined],
])('%s', (_title, later, writer, object, expected) => {
  const cycle = latestCycles(recorded(...later), writer)(object);
  expect(cycle === undefined ? undefined : `${cycle.number} ${cycle.state}`).toBe(expected);
});

test('of each root only its latest cycle is read', () => {
  const history = recorded(ASKED, DONE, deployment(8, { generation: 3, observed: 2 }), deployment(9, { generation: 3, observed: 3 }));
  expect(latestCycles(history, undefined)(deployment(9, { generation: 3, observed: 3 }))?.number).toBe(2);
  expect(history.asked).toEqual([{ newest: 1 }]);
});

import { asUid, type KubeObject, type ObjectRef } from '@rectrace/kube';
import type { Change } from '@rectrace/trace';
import { expect, test } from 'vitest';
import type { RootStory } from './sources/root-story.ts';
import { bareStory, WEB } from './testing/bare-story.ts';
import { differencesIn } from './told-differences.ts';

const POD: ObjectRef = { group: '', version: 'v1', kind: 'Pod', namespace: 'plain', name: 'web-1', uid: asUid('pod') };
const IMAGE = ['spec', 'template', 'spec', 'containers', 'name=nginx', 'image'];

function told(offset: number, parts: Partial<Change>): Change {
  return {
    kind: 'change',
    id: `reconstructed/${offset}`,
    type: 'Update',
    ref: WEB,
    resourceVersion: '',
    position: { epoch: 0, version: '0', offset },
    time: offset,
    receivedAt: offset,
    diff: [],
    certainty: 'reconstructed',
    ...parts,
  };
}

function storyOf(changes: readonly Change[], bodies: readonly KubeObject[] = []): RootStory {
  return bareStory({
    changes,
    bodyOf: (uid) => bodies.find(({ metadata }) => metadata.uid === uid),
    tree: { ref: WEB, gone: false, children: [] } as unknown as NonNullable<RootStory['tree']>,
    now: 9,
  });
}

const at = (offset: number) => ({ through: { epoch: 0, version: '0', offset }, text: '' });

const RECONSTRUCTED = storyOf([
  told(1, { type: 'Creation' }),
  told(2, { diff: [{ path: IMAGE, before: 'a', after: 'b' }] }),
  told(3, { type: 'Creation', ref: POD }),
  told(4, { diff: [{ path: IMAGE, before: 'b', after: 'c' }] }),
]);

test('of a reconstructed time what was told is put together: the first value before, the last one after', () => {
  const { objects, isWhole } = differencesIn(RECONSTRUCTED, { from: at(1), to: at(4) });
  expect(isWhole).toBe(false);
  expect(objects.map(({ ref, kind, diff }) => [ref.kind, kind, diff])).toEqual([
    ['Deployment', 'updated', [{ path: IMAGE, before: 'a', after: 'c' }]],
    ['Pod', 'added', []],
  ]);
});

test('it is never whole, also where nothing is told', () => {
  expect(differencesIn(RECONSTRUCTED, { from: at(4), to: at(4) })).toMatchObject({ objects: [], isWhole: true });
  expect(differencesIn(RECONSTRUCTED, { from: at(3), to: at(3) })).toEqual({ objects: [], isWhole: false });
});

test('what was written without a word of what is told as written', () => {
  const { objects } = differencesIn(storyOf([told(1, { type: 'Creation' }), told(2, {}), told(3, { ref: POD })]), {
    from: at(1),
    to: at(2),
  });
  expect(objects).toMatchObject([{ ref: WEB, kind: 'updated', diff: [] }]);
});

test('from a recorded moment to now bodies are compared, also where what lies between was not recorded', () => {
  const body = (image: string): KubeObject => ({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web', namespace: 'plain', uid: 'web' },
    spec: { image },
  });
  const recorded = told(1, { type: 'Present', certainty: 'observed', body: body('a'), position: { epoch: 1, version: '5', offset: 0 } });
  const since = told(2, { position: { epoch: 1, version: '5', offset: 1 } });
  const { objects, isWhole } = differencesIn(storyOf([recorded, since], [body('b')]), {
    from: { through: recorded.position, text: '' },
    to: { through: since.position, text: 'now' },
  });
  expect(isWhole).toBe(true);
  expect(objects).toMatchObject([{ diff: [{ path: ['spec', 'image'], before: 'a', after: 'b' }] }]);
});

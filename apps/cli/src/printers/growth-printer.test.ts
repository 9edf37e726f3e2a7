import { realClock } from '@rectrace/testing';
import { builtinRules } from '@rectrace/trace';
import { flattenTree } from '@rectrace/view';
import { expect, test } from 'vitest';
import { readRecordingStory } from '../sources/recording-story.ts';
import { sampleRecording } from '../testing/captured-run.ts';

type Level = readonly [name: string, depth: number | undefined];

/** What joined, at the level that it is told at, and at the one where the tree has it then. */
async function levelsIn(file: string): Promise<{ readonly told: readonly Level[]; readonly drawn: readonly Level[] }> {
  const told: Level[] = [];
  const drawn: Level[] = [];
  await readRecordingStory(file, {
    clock: realClock(),
    rules: builtinRules(),
    redact: (object) => object,
    onRecorded: ({ members }, recorder) => {
      for (const { ref, root } of members) {
        const tree = recorder.view(root)?.tree;
        const at = tree === undefined ? undefined : flattenTree(tree).find(({ node }) => node.ref.uid === ref.uid);
        told.push([ref.name, recorder.depth(root, ref.uid)]);
        drawn.push([ref.name, at?.depth]);
      }
    },
  });
  return { told, drawn };
}

test.each(['a-create', 'c-scale-in', 'h-delete-policy-delete'])(
  '%s: what joins is told at the level where the tree has it',
  async (name) => {
    const { told, drawn } = await levelsIn(sampleRecording(name));
    expect(told).toEqual(drawn);
    expect(Math.max(...told.map(([, depth = 0]) => depth))).toBeGreaterThan(1);
  },
);

// Random applies, patches and status writes of three managers, to the real API server and to ours: the object is the same after every step.
import { describeReal } from '@rectrace/testbed';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Sides, startSides } from '../sides.ts';
import { tellStory } from './apply-story.ts';
import { storyKinds } from './story-kinds.ts';

const STORIES = 5;
const STEPS = 60;
const SEED = Number(process.env['RECTRACE_SEED'] ?? 20_260);

describeReal('random applies end as on the real server', () => {
  let sides: Sides | undefined;

  beforeAll(async () => {
    sides = await startSides(1);
  });

  afterAll(async () => {
    await sides?.stop();
  });

  test.for(storyKinds('').map(({ title }, index) => [title, index] as const))(
    '%s is the same after every step',
    { timeout: 600_000 },
    async ([title, index], { task }) => {
      if (sides === undefined) throw new Error('no sides');
      const examples: string[] = [];
      let [steps, equal] = [0, 0];
      for (let story = 0; story < STORIES; story++) {
        const namespace = `applies-${index}-${story}`;
        const kind = storyKinds(namespace)[index]!;
        const figures = await tellStory(kind, { ...sides, namespace, seed: SEED + story, steps: STEPS });
        steps += figures.steps;
        equal += figures.equal;
        examples.push(...figures.examples);
      }
      Object.assign(task.meta, { figures: { steps, equal } });
      process.stdout.write(`${title}: ${equal} of ${steps} steps equal\n`);
      expect(examples).toEqual([]);
    },
  );
});

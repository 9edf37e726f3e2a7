// Definitions of well-known operators on the real API server and on ours: both create them alike, and judge random objects of them alike.
import { describeReal } from '@rectrace/testbed';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Sides, startSides } from '../sides.ts';
import { fetchDefinitions, SOURCES } from './fetch-definitions.ts';
import { playDefinition } from './play-definition.ts';

const SEED = Number(process.env['RECTRACE_SEED'] ?? 20_261);
const OBJECTS = 20;

describeReal('definitions of operators do as on the real server', () => {
  let sides: Sides | undefined;

  beforeAll(async () => {
    sides = await startSides(1);
  });

  afterAll(async () => {
    await sides?.stop();
  });

  test.for(SOURCES)('those of $module', { timeout: 1_200_000 }, async (source, { task }) => {
    if (sides === undefined) throw new Error('no sides');
    const figures = { definitions: 0, compared: 0, equal: 0, accepted: 0 };
    const differences: string[] = [];
    for (const [index, definition] of (await fetchDefinitions(source)).entries()) {
      const played = await playDefinition(sides, { definition, seed: SEED + index, objects: OBJECTS });
      figures.definitions++;
      figures.compared += played.compared;
      figures.equal += played.equal;
      figures.accepted += played.accepted;
      differences.push(...played.differences);
    }
    Object.assign(task.meta, { figures });
    process.stdout.write(`${source.module}: ${JSON.stringify(figures)}\n`);
    expect(differences).toEqual([]);
  });
});

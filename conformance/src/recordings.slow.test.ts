import { builtinRules } from '@rectrace/trace';
import { describe, expect, it } from 'vitest';
import { countRevisionsIn } from './independent-count.mjs';
import { recordingCases } from './recording-expectations.ts';
import { readRecording } from './recording-file.ts';
import { resultLine, resultOf, revisionsOf, withoutInitiators } from './recording-result.ts';
import { parseRootName } from './root-name.ts';
import { tellHistory } from './tell-history.ts';

describe.each(recordingCases().map((recording) => [`${recording.file.split('/').at(-1)} ${recording.root}`, recording] as const))(
  '%s',
  (_title, recording) => {
    it('has the revisions that an independent count finds and the cycles of the table, however it is told', async ({ task }) => {
      const result = await resultOf(await readRecording(recording.file), recording);
      Object.assign(task.meta, { figures: resultLine(recording, result) });
      expect(result.ours).toBe(result.independent);
      expect(result.cycles).toEqual(recording.cycles);
      expect(result.secondOpinion).toEqual(result.cycles.map(withoutInitiators));
      expect(result.ways).toEqual([]);
    }, 120_000);
  },
);

describe('a recording that lacks one line', () => {
  it('has the revisions that an independent count finds, one less where the line joined nobody to the tree', async () => {
    const [recording] = recordingCases();
    if (recording === undefined) throw new Error('no recordings');
    const messages = await readRecording(recording.file);
    const telling = { rules: builtinRules(), target: parseRootName(recording.root) };
    const whole = revisionsOf(await tellHistory(messages, telling));
    const counts: number[] = [];
    for (const missing of messages) {
      if (missing.kind !== 'Observed' || missing.type !== 'Modified' || missing.object.kind === 'Event') continue;
      const rest = messages.filter((message) => message !== missing);
      const objects = rest.flatMap((message) => (message.kind === 'Listed' || message.kind === 'Observed' ? [message.object] : []));
      const ours = revisionsOf(await tellHistory(rest, telling));
      expect(ours).toBe(countRevisionsIn(objects, recording.root));
      counts.push(whole - ours);
    }
    expect(counts.filter((count) => count === 1).length).toBeGreaterThan(70);
    expect(counts.filter((count) => count > 1).length).toBeLessThan(5);
  }, 120_000);
});

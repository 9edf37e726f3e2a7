import { describe, expect, it } from 'vitest';
import { recordingCases } from './recording-expectations.ts';
import { readRecording } from './recording-file.ts';
import { resultLine, resultOf } from './recording-result.ts';

describe.each(recordingCases().map((recording) => [`${recording.file.split('/').at(-1)} ${recording.root}`, recording] as const))(
  '%s',
  (_title, recording) => {
    it('has the revisions that an independent count finds and the cycles of the table, however it is told', async ({ task }) => {
      const result = await resultOf(await readRecording(recording.file), recording);
      Object.assign(task.meta, { figures: resultLine(recording, result) });
      expect(result.ours).toBe(result.independent);
      expect(result.cycles).toEqual(recording.cycles);
      expect(result.ways).toEqual([]);
    }, 120_000);
  },
);

import { textWidth } from '@rectrace/view';
import { expect, test } from 'vitest';
import { captureRun, sampleRecording } from '../testing/captured-run.ts';

const LEFT_OUT = /^left out for want of width \(40 columns\): (.*); a wider terminal or -o json shows them$/gm;

test.each([
  ['tree', ['AGE']],
  ['timeline', ['AT']],
])('%s on a narrow terminal names the columns it leaves out, and fits', async (command, columns) => {
  const args = [command, sampleRecording('p1-deployment'), '--root', 'Deployment/plain/web', '--color', 'never'];
  const { code, stdout, stderr } = await captureRun(args, { columns: 40 });
  expect(code).toBe(0);
  for (const line of stdout.split('\n')) expect(textWidth(line)).toBeLessThanOrEqual(40);
  expect([...stderr.matchAll(LEFT_OUT)].flatMap(([, names = '']) => names.split(', '))).toEqual(columns);
});

test('on a wide terminal, and where there is none, nothing is left out', async () => {
  const args = ['timeline', sampleRecording('p1-deployment'), '--root', 'Deployment/plain/web', '--color', 'never'];
  for (const options of [{ columns: 160 }, {}]) expect((await captureRun(args, options)).stderr).not.toContain('left out');
});

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { captureRun, sampleRecording } from './testing/captured-run.ts';

const BUNDLED = readFileSync(sampleRecording('a-create'), 'utf8').trimEnd().split('\n');

async function revisionsOf(lines: readonly string[]): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'rectrace-demo-'));
  const file = join(folder, 'run.ndjson');
  writeFileSync(file, `${lines.join('\n')}\n`);
  const { code, stdout } = await captureRun(['demo', file, '--speed', '1000']);
  rmSync(folder, { recursive: true });
  expect(code).toBe(0);
  return Number(/^revisions (\d+)$/m.exec(stdout)?.[1]);
}

test('the demo shows the tree growing, its cycle, the summary and the revisions', async () => {
  const { code, stdout } = await captureRun(['demo', '--speed', '100', '--utc']);
  expect(code).toBe(0);
  expect(stdout).toMatch(/\+0\.00s ▶ cycle 1 starts: Cluster\/shop\/cart-cache created/);
  expect(stdout).toMatch(/\+ {7}Pod\/cart-cache-redis-0/);
  expect(stdout).toMatch(/✓ Cluster\/cart-cache ready after 12\.\ds/);
  expect(stdout).toMatch(/1 {2}19:19:07\.203 +12\.3s {2}■ ended/);
  expect(stdout).toMatch(/^PersistentVolumeClaim +6 +\+6$/m);
  // As KubeBlocks' own trace of the same run says: the tree that the cycle started with holds the root.
  expect(stdout).toMatch(/^Cluster +1 +~1$/m);
  expect(stdout).toMatch(/^revisions \d+$/m);
});

test('a line that tells one revision less lowers the revisions by one', async () => {
  const status = BUNDLED.findIndex((line) => {
    const { type, object } = JSON.parse(line);
    return type === 'MODIFIED' && object.kind === 'Pod' && object.metadata.name === 'cart-cache-redis-0';
  });
  expect(status).toBeGreaterThan(0);
  const whole = await revisionsOf(BUNDLED);
  expect(await revisionsOf(BUNDLED.toSpliced(status, 1))).toBe(whole - 1);
});

test('the revisions are the distinct versions of everything that was ever in the tree', async () => {
  const { stdout } = await captureRun(['replay', sampleRecording('a-create'), '--noise', '-o', 'json']);
  const document = JSON.parse(stdout);
  const members = new Set(document.changes.map(({ object }: { object: { uid: string } }) => object.uid));
  const counted = new Set<string>();
  for (const line of BUNDLED) {
    const { type, object } = JSON.parse(line);
    if (type === 'BOOKMARK' || object.kind === 'Event' || !members.has(object.metadata.uid)) continue;
    counted.add(`${object.metadata.uid} ${object.metadata.resourceVersion}`);
  }
  expect(await revisionsOf(BUNDLED)).toBe(counted.size);
});

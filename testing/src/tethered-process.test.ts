import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { spawnTethered } from './tethered-process.ts';

const TETHERED = new URL('tethered-process.ts', import.meta.url).href;
/** Starts a sleeper, says both pids, and sleeps. */
const FAMILY = 'sleep 600 & echo "$$ $!"; sleep 600';

test('a program keeps its pid, its streams and its exit code', async () => {
  const child = spawnTethered(['sh', '-c', 'read -r line; echo "$$ $line"; exit 7'], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin?.end('heard\n');
  const [line] = await once(createInterface({ input: child.stdout! }), 'line');
  expect(line).toBe(`${child.pid} heard`);
  expect(await once(child, 'exit')).toEqual([7, null]);
});

test.each(['SIGTERM', 'SIGKILL'] as const)('a program that ends by %s leaves nothing that it has started', async (signal) => {
  const child = spawnTethered(['sh', '-c', FAMILY], { stdio: ['ignore', 'pipe', 'inherit'] });
  const pids = await pidsOf(child.stdout!);
  child.kill(signal);
  expect(await once(child, 'exit')).toEqual([null, signal]);
  await gone(pids);
});

test('an abort ends it, and all that it has started', async () => {
  const given = new AbortController();
  const child = spawnTethered(['sh', '-c', FAMILY], { stdio: ['ignore', 'pipe', 'inherit'], signal: given.signal });
  const pids = await pidsOf(child.stdout!);
  given.abort();
  await gone(pids);
});

test('one that is begun after the abort ends at once', async () => {
  const child = spawnTethered(['sleep', '600'], { stdio: ['ignore', 'ignore', 'ignore'], signal: AbortSignal.abort() });
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
});

test.each(['SIGKILL', 'SIGTERM', 'SIGSTOP'] as const)(
  'nothing outlives a parent that dies by SIGKILL, whatever %s did before',
  async (before) => {
    const parentCode = `
    import { spawnTethered } from ${JSON.stringify(TETHERED)};
    spawnTethered(['sh', '-c', 'trap "" TERM; ${FAMILY.replaceAll('"', '\\"')}'], { stdio: ['ignore', 'inherit', 'inherit'] });
    await new Promise(() => setInterval(() => undefined, 1000));`;
    const args = ['--input-type=module', '--eval', parentCode];
    const parent = spawnTethered([process.execPath, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
    const pids = await pidsOf(parent.stdout!);
    if (before !== 'SIGKILL') process.kill(pids[0]!, before);
    parent.kill('SIGKILL');
    await gone(pids);
  },
);

test('a program that is not there ends with 127', async () => {
  const child = spawnTethered(['/nowhere/program'], { stdio: ['ignore', 'ignore', 'ignore'] });
  expect(await once(child, 'exit')).toEqual([127, null]);
});

async function pidsOf(output: NodeJS.ReadableStream): Promise<readonly number[]> {
  const [line] = (await once(createInterface({ input: output }), 'line')) as [string];
  return line.split(' ').map(Number);
}

/** Returns when none of them runs any more. */
async function gone(pids: readonly number[]): Promise<void> {
  expect(pids).toHaveLength(2);
  while (pids.some(isRunning)) await pause(5);
}

/** Dead and not yet waited for counts as gone. */
function isRunning(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return !/^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2));
  } catch {
    return false;
  }
}

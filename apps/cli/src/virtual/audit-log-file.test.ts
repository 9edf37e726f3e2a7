import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openAuditLog } from './audit-log-file.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rectrace-audit-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const EVENT = { kind: 'Event', apiVersion: 'audit.k8s.io/v1', verb: 'get' } as unknown as Parameters<
  Awaited<ReturnType<typeof openAuditLog>>['append']
>[0];

test('events are appended, a line each, for the eyes of the owner', async () => {
  const file = join(folder, 'audit.jsonl');
  for (const verb of ['get', 'list'] as const) {
    const log = await openAuditLog(file, expect.unreachable);
    log.append({ ...EVENT, verb });
    await log.close();
  }
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toEqual([EVENT, { ...EVENT, verb: 'list' }]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('a file that cannot be opened is refused, and named', async () => {
  writeFileSync(join(folder, 'file'), '');
  await expect(openAuditLog(join(folder, 'file', 'x'), expect.unreachable)).rejects.toMatchObject({
    code: 'FILE_UNREADABLE',
    message: expect.stringContaining(`--audit-log ${join(folder, 'file', 'x')}: `),
  });
});

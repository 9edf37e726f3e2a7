// What is particular to the file: one writer, readers beside it, damage, a full disk, a folder that cannot be written to, size on disk.

import { type ChildProcess, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnTethered } from '@rectrace/testing';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { commitOf, memberOf, refTo, sampleChange, sampleCycle } from '../testing/sample-changes.ts';
import { historyPath, openSqliteHistory, readSqliteHistory } from './sqlite-history.ts';

const SOURCE = new URL('../index.ts', import.meta.url).pathname;
const SAMPLES = new URL('../testing/sample-changes.ts', import.meta.url).pathname;
const ROOT = 'Deployment.apps/plain/n-web';
/** Of util-linux; where it is not, the tests that mount a disk are left out. */
const OWN_NAMESPACES = 'unshare';

let folder = '';
let files = 0;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rectrace-sqlite-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function fresh(): string {
  files += 1;
  return join(folder, `${files}`, 'history.db');
}

function numbered(from: number, to: number) {
  const versions = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  const changes = versions.map((version) => sampleChange({ uid: `pod-${version % 7}`, version }));
  return commitOf({
    changes,
    members: changes.map(({ ref }) => memberOf(ROOT, ref.uid)),
    cycles: [{ root: ROOT, cycle: sampleCycle(refTo('web', 'Deployment'), { number: 1, from: 1 }) }],
    positions: [{ scope: 'pods@plain', resourceVersion: String(to), epoch: 0 }],
  });
}

/** Another process that opens the history, says so, and waits to be killed. */
async function holder(path: string): Promise<ChildProcess> {
  const code = `
    const { openSqliteHistory } = await import(${JSON.stringify(SOURCE)});
    const { commitOf, sampleChange } = await import(${JSON.stringify(SAMPLES)});
    const history = openSqliteHistory(${JSON.stringify(path)}, { owner: 'pid ' + process.pid });
    history.commit(commitOf({ changes: [sampleChange({ uid: 'a', version: 1 })] }));
    process.stdout.write('ready');
    setInterval(() => history.positions(), 1000);`;
  const program = ['--conditions=rectrace-source', '--input-type=module', '--eval', code];
  const child = spawnTethered([process.execPath, ...program], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout!, 'data');
  return child;
}

test('a cycle that an earlier version stored, its cause in words, is read with these words', () => {
  const path = fresh();
  const history = openSqliteHistory(path, { owner: 'test' });
  history.commit(numbered(1, 3));
  history.close();
  const stored = sampleCycle(refTo('web', 'Deployment'), { number: 1, from: 1 });
  const { detail: _detail, ...cause } = stored.cause;
  const file = new Database(path);
  file.prepare('UPDATE cycle SET data = ?').run(JSON.stringify({ ...stored, cause: { ...cause, text: 'generation 1→2 by kubectl' } }));
  file.close();
  const reader = readSqliteHistory(path);
  expect(reader.cycles(ROOT)).toEqual([{ ...stored, cause: { ...cause, detail: { kind: 'told', text: 'generation 1→2 by kubectl' } } }]);
  expect(reader.roots()).toMatchObject([{ id: ROOT, latest: { number: 1 } }]);
  reader.close();
});

describe('one writer', { timeout: 60_000 }, () => {
  test('a second process is refused in one line that names the first, and reads all the same; after kill -9 the history is free', async () => {
    const path = fresh();
    const first = await holder(path);
    expect(() => openSqliteHistory(path)).toThrow(
      expect.objectContaining({
        code: 'HISTORY_IN_USE',
        message: `history ${path} is in use by another rectrace process (pid ${first.pid})`,
      }),
    );
    const reader = readSqliteHistory(path);
    expect([...reader.changes({})]).toHaveLength(1);
    reader.close();
    first.kill('SIGKILL');
    await once(first, 'exit');
    const second = openSqliteHistory(path);
    expect(second.repaired).toBeUndefined();
    expect([...second.changes({})]).toHaveLength(1);
    second.close();
  });

  test('a second handle in the same process is refused too, until the first is closed', () => {
    const path = fresh();
    const first = openSqliteHistory(path);
    expect(() => openSqliteHistory(path)).toThrow(
      expect.objectContaining({ code: 'HISTORY_IN_USE', message: `history ${path} is in use by another rectrace process` }),
    );
    first.close();
    openSqliteHistory(path).close();
  });

  test('a reader sees each commit as soon as it is made, and none before', () => {
    const path = fresh();
    const writer = openSqliteHistory(path);
    const reader = readSqliteHistory(path);
    for (let version = 1; version <= 20; version += 1) {
      writer.commit(numbered(version, version));
      expect([...reader.changes({ root: ROOT })]).toHaveLength(version);
      expect(reader.positions()).toEqual([{ scope: 'pods@plain', resourceVersion: String(version), epoch: 0 }]);
    }
    reader.close();
    writer.close();
  });

  test('a reader in the middle of a query does not keep the log from shrinking', () => {
    const path = fresh();
    const writer = openSqliteHistory(path, { limits: { maxBytes: 1024 * 1024 } });
    writer.commit(numbered(1, 300));
    const reader = readSqliteHistory(path);
    const reading = reader.changes({ root: ROOT })[Symbol.iterator]();
    for (let step = 0; step < 10; step += 1) reading.next();
    for (let version = 301; version <= 900; version += 20) writer.commit(numbered(version, version + 19));
    expect(sizeOf(path)).toBeLessThanOrEqual(1024 * 1024);
    for (let next = reading.next(); next.done !== true; next = reading.next()) expect(next.value.body).toBeDefined();
    reader.close();
    writer.close();
  });

  test('the fence outlives the process', () => {
    const path = fresh();
    const first = openSqliteHistory(path);
    first.commit(commitOf({ fence: 7 }));
    first.close();
    const second = openSqliteHistory(path);
    expect(second.fence).toBe(8);
    expect(() => second.commit(commitOf({ fence: 6 }))).toThrow(expect.objectContaining({ code: 'HISTORY_FENCED' }));
    second.close();
  });

  test('a fence from a clock that was ahead does not lock later writers out', () => {
    const path = fresh();
    const ahead = Date.UTC(2099, 0, 1);
    const first = openSqliteHistory(path);
    first.commit(commitOf({ fence: ahead }));
    first.close();
    const second = openSqliteHistory(path);
    second.commit(commitOf({ fence: second.fence, changes: [sampleChange({ uid: 'a', version: 1 })] }));
    expect([...second.changes({})]).toHaveLength(1);
    expect(second.fence).toBe(ahead + 1);
    second.close();
  });

  test('a writer that another one came past in spite of the lock is refused at its next commit', () => {
    const path = fresh();
    const writer = openSqliteHistory(path);
    writer.commit(commitOf({ fence: writer.fence }));
    const other = new Database(path);
    other.prepare("UPDATE meta SET value = value + 1 WHERE key = 'fence'").run();
    other.close();
    expect(() => writer.commit(commitOf({ fence: writer.fence }))).toThrow(expect.objectContaining({ code: 'HISTORY_FENCED' }));
    writer.close();
  });
});

describe('reading', () => {
  test('where there is no history, that is said', () => {
    const path = fresh();
    expect(() => readSqliteHistory(path)).toThrow(
      expect.objectContaining({ code: 'HISTORY_MISSING', message: `there is no history at ${path}` }),
    );
    expect(existsSync(path)).toBe(false);
  });

  test('a file of the first format, which kept roots behind the names of collections, is brought to this one', () => {
    const path = fresh();
    openSqliteHistory(path).close();
    const db = new Database(path);
    db.exec(`DROP TABLE position;
      DROP TABLE span;
      ALTER TABLE gap DROP COLUMN root;
      CREATE TABLE position (scope TEXT PRIMARY KEY, resource_version TEXT NOT NULL, epoch INTEGER NOT NULL) WITHOUT ROWID;
      INSERT INTO position VALUES ('pods@plain of ${ROOT}', '7', 0), ('pods@plain', '5', 1);`);
    db.pragma('user_version = 1');
    db.close();
    const positions = [
      { scope: 'pods@plain', resourceVersion: '5', epoch: 1 },
      { scope: 'pods@plain', root: ROOT, resourceVersion: '7', epoch: 0 },
    ];
    const reader = readSqliteHistory(path);
    expect([reader.positions(), reader.gaps(ROOT), reader.spans(ROOT)]).toEqual([positions, [], []]);
    reader.close();
    const history = openSqliteHistory(path);
    expect([history.positions(), history.gaps(ROOT), history.spans(ROOT)]).toEqual([positions, [], []]);
    history.close();
  });

  test('a file of a newer format is refused by writer and reader, and left alone', () => {
    const path = fresh();
    openSqliteHistory(path).close();
    const db = new Database(path);
    db.pragma('user_version = 99');
    db.close();
    const message = `history ${path} has format 99, this rectrace knows up to 3: use a newer rectrace or another state folder`;
    expect(() => openSqliteHistory(path)).toThrow(expect.objectContaining({ code: 'HISTORY_TOO_NEW', message }));
    expect(() => readSqliteHistory(path)).toThrow(expect.objectContaining({ code: 'HISTORY_TOO_NEW', message }));
    expect(readdirSync(join(path, '..')).some((name) => name.includes('damaged'))).toBe(false);
  });

  test('the path of a cluster is made of its uid alone', () => {
    expect(historyPath('/state', '../../etc/x')).toBe('/state/history-______etc_x.db');
    expect(historyPath('/state', '1163ea50-1bf8-4f6f-bb83-c561fbb638df')).toBe('/state/history-1163ea50-1bf8-4f6f-bb83-c561fbb638df.db');
  });
});

describe('damage', { timeout: 60_000 }, () => {
  function filled(): string {
    const path = fresh();
    const history = openSqliteHistory(path);
    for (let version = 1; version <= 2_000; version += 100) history.commit(numbered(version, version + 99));
    history.close();
    return path;
  }

  function overwrite(path: string, { from, length }: { readonly from: number; readonly length: number }): void {
    const file = openSync(path, 'r+');
    writeSync(file, Buffer.alloc(length, 0xa5), 0, length, from);
  }

  test('a file that is no database is set aside as it is, and a new history begins', () => {
    const path = fresh();
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, 'this is no database, '.repeat(500));
    const history = openSqliteHistory(path);
    expect(history.repaired).toMatchObject({ movedTo: `${path}.damaged-1`, changes: 0 });
    expect(history.repaired?.message).toBe(
      `history ${path} is damaged: file is not a database; moved to ${path}.damaged-1; 0 changes of it were taken over; run sqlite3 ${path}.damaged-1 .recover to look for more`,
    );
    expect(readFileSync(`${path}.damaged-1`, 'utf8')).toBe('this is no database, '.repeat(500));
    history.commit(numbered(1, 3));
    expect([...history.changes({})]).toHaveLength(3);
    history.close();
    const again = openSqliteHistory(path);
    expect(again.repaired).toBeUndefined();
    again.close();
  });

  test('with pages lost in the middle, what can be read is taken over, the rest lies in a gap, nothing is deleted', () => {
    const path = filled();
    const size = statSync(path).size;
    overwrite(path, { from: Math.floor(size / 2 / 4096) * 4096, length: 5 * 4096 });
    const damaged = readFileSync(path);
    const history = openSqliteHistory(path);
    const { movedTo = '', changes = 0, message = '' } = history.repaired ?? {};
    expect(message).toMatch(/^history .* is damaged: .*; moved to .*\.damaged-1; \d+ changes of it were taken over; run sqlite3 .*$/);
    expect(message).not.toContain('\n');
    expect(readFileSync(movedTo).equals(damaged)).toBe(true);
    expect(changes).toBeGreaterThan(500);
    expect([...history.changes({})]).toHaveLength(changes);
    for (const change of history.changes({}))
      expect([change, { ...change, body: undefined }]).toContainEqual({
        ...sampleChange({ uid: change.ref.uid, version: Number(change.resourceVersion) }),
        body: change.body,
      });
    expect(history.gaps()).toMatchObject([{ scope: 'pods@plain', to: '2000', reason: 'the history file was damaged' }]);
    expect(history.positions()).toEqual([{ scope: 'pods@plain', resourceVersion: '2000', epoch: 0 }]);
    history.commit(numbered(2_001, 2_010));
    expect(history.revision(`pod-${2_005 % 7}`, '2005')?.body).toEqual(sampleChange({ uid: `pod-${2_005 % 7}`, version: 2_005 }).body);
    history.close();
  });

  test('a file cut short is repaired as well', () => {
    const path = filled();
    truncateSync(path, Math.floor(statSync(path).size * 0.6));
    const history = openSqliteHistory(path);
    expect(history.repaired?.movedTo).toBe(`${path}.damaged-1`);
    history.commit(numbered(2_001, 2_002));
    history.close();
  });

  test('a second damaged file does not take the place of the first', () => {
    const path = fresh();
    for (const number of [1, 2]) {
      mkdirSync(join(path, '..'), { recursive: true });
      for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true });
      writeFileSync(path, `garbage ${number} `.repeat(200));
      const history = openSqliteHistory(path);
      expect(history.repaired?.movedTo).toBe(`${path}.damaged-${number}`);
      history.close();
    }
    expect(readFileSync(`${path}.damaged-1`, 'utf8')).toContain('garbage 1');
  });

  test('a body that is not what was written is noticed by its checksum, in one line; recording against it goes on', () => {
    const path = fresh();
    const history = openSqliteHistory(path);
    history.commit(numbered(1, 1));
    history.close();
    const db = new Database(path);
    const body = db.prepare('SELECT body FROM change').pluck().get() as Buffer;
    body[body.length - 1] = (body.at(-1) ?? 0) ^ 0x01;
    db.prepare('UPDATE change SET body = ?').run(body);
    db.close();
    const again = openSqliteHistory(path);
    again.commit(numbered(8, 8));
    expect(() => [...again.changes({})]).toThrow(
      expect.objectContaining({ code: 'HISTORY_DAMAGED', message: expect.stringMatching(/^history .* is damaged: .*$/) }),
    );
    expect([...again.changes({ withoutBodies: true })]).toHaveLength(2);
    expect(again.revision('pod-1', '8')?.body).toEqual(sampleChange({ uid: 'pod-1', version: 8 }).body);
    const lines: string[] = [];
    const lenient = readSqliteHistory(path, { onDamage: (line) => lines.push(line) });
    for (let round = 0; round < 2; round += 1)
      expect([...lenient.changes({})].map(({ body: read }) => read === undefined)).toEqual([true, false]);
    expect(lines).toEqual([
      expect.stringMatching(/^history .* is damaged: the body of change 0\/pod-1\/1 cannot be read \(.*\); the change is told without it$/),
    ]);
    lenient.close();
    again.close();
    const mended = openSqliteHistory(path);
    expect(mended.repaired).toMatchObject({ movedTo: `${path}.damaged-1`, changes: 2 });
    expect([...mended.changes({})]).toHaveLength(2);
    mended.close();
    expect(openSqliteHistory(path).repaired).toBeUndefined();
  });

  test('a change whose large diff went with its body is told without both, and taken over so', () => {
    const path = fresh();
    const history = openSqliteHistory(path);
    const diff = Array.from({ length: 500 }, (_, at) => ({ path: ['data', `key-${at}`], after: `value ${at}`.padEnd(40, '.') }));
    history.commit(commitOf({ changes: [{ ...sampleChange({ uid: 'a', version: 3 }), diff }], members: [memberOf(ROOT, 'a')] }));
    expect([...history.changes({ withoutBodies: true })][0]?.diff).toEqual(diff);
    history.close();
    const db = new Database(path);
    const body = db.prepare('SELECT body FROM change').pluck().get() as Buffer;
    body[body.length - 1] = (body.at(-1) ?? 0) ^ 0x01;
    db.prepare('UPDATE change SET body = ?').run(body);
    db.close();
    const { body: _body, ...rest } = sampleChange({ uid: 'a', version: 3 });
    const left = { ...rest, diff: [] };
    const lines: string[] = [];
    const lenient = readSqliteHistory(path, { onDamage: (line) => lines.push(line) });
    expect([...lenient.changes({ root: ROOT })]).toEqual([left]);
    expect(lines).toEqual([expect.stringMatching(/the body of change 0\/a\/3 cannot be read/)]);
    lenient.close();
    const strict = openSqliteHistory(path);
    expect(() => [...strict.changes({})]).toThrow(expect.objectContaining({ code: 'HISTORY_DAMAGED' }));
    strict.close();
    const mended = openSqliteHistory(path);
    expect(mended.repaired).toMatchObject({ changes: 1 });
    expect([...mended.changes({ root: ROOT })]).toEqual([left]);
    mended.close();
  });

  test('a large file that was closed in good order is checked where it matters; after a kill it is checked as a whole', () => {
    const path = fresh();
    const history = openSqliteHistory(path);
    const filler = Array.from({ length: 34 }, () => randomBytes(2 * 1024 * 1024).toString('base64'));
    for (const [index, data] of filler.entries())
      history.commit(
        commitOf({ changes: [sampleChange({ uid: 'large', version: index + 1, body: { data } })], members: [memberOf(ROOT, 'large')] }),
      );
    history.close();
    expect(statSync(path).size).toBeGreaterThan(64 * 1024 * 1024);
    const bodies = Math.floor(statSync(path).size / 2 / 4096) * 4096;
    overwrite(path, { from: bodies, length: 8 });
    const sound = openSqliteHistory(path);
    expect(sound.repaired).toBeUndefined();
    sound.close();
    const db = new Database(path);
    db.prepare("UPDATE meta SET value = 0 WHERE key = 'clean'").run();
    db.close();
    overwrite(path, { from: bodies, length: 3 * 4096 });
    const repaired = openSqliteHistory(path);
    expect(repaired.repaired?.changes).toBeGreaterThan(20);
    repaired.close();
  });
});

function sizeOf(path: string): number {
  return ['', '-wal', '-shm'].reduce((sum, suffix) => sum + (statSync(path + suffix, { throwIfNoEntry: false })?.size ?? 0), 0);
}

describe('size', { timeout: 60_000 }, () => {
  test('file and log together stay within the limit at every moment, and what is kept is the newest', () => {
    const path = fresh();
    const limit = 1536 * 1024;
    const history = openSqliteHistory(path, { limits: { maxBytes: limit } });
    let largest = 0;
    for (let version = 1; version <= 6_000; version += 100) {
      history.commit(numbered(version, version + 99));
      largest = Math.max(largest, sizeOf(path));
    }
    expect(largest).toBeLessThanOrEqual(limit);
    const kept = [...history.changes({ root: ROOT, withoutBodies: true })].map(({ resourceVersion }) => Number(resourceVersion));
    expect(kept.at(-1)).toBe(6_000);
    expect(kept).toEqual(Array.from({ length: kept.length }, (_, index) => 6_000 - kept.length + 1 + index));
    expect(history.dropped().changes).toBe(6_000 - kept.length);
    history.close();
  });

  test('a limit that was lowered holds after the next commit', () => {
    const path = fresh();
    const history = openSqliteHistory(path);
    for (let version = 1; version <= 5_000; version += 200) history.commit(numbered(version, version + 199));
    history.close();
    expect(sizeOf(path)).toBeGreaterThan(1024 * 1024);
    const lowered = openSqliteHistory(path, { limits: { maxBytes: 1024 * 1024 } });
    lowered.commit(numbered(5_001, 5_001));
    expect(sizeOf(path)).toBeLessThanOrEqual(1024 * 1024);
    expect([...lowered.changes({ root: ROOT })].at(-1)?.resourceVersion).toBe('5001');
    lowered.close();
  });

  test('a limit too small to work with is refused', () => {
    expect(() => openSqliteHistory(fresh(), { limits: { maxBytes: 1000 } })).toThrow(
      expect.objectContaining({
        code: 'HISTORY_LIMIT_TOO_SMALL',
        message: 'history limit of 1000 bytes is too small: the least is 1048576',
      }),
    );
  });
});

/** Runs a script in a mount namespace of its own with a small disk at PATH. */
function onSmallDisk(script: string, options: { readonly size: string; readonly prepare?: string }): string {
  const disk = join(folder, `disk-${++files}`);
  mkdirSync(disk);
  const code = `
    import { rmSync, writeFileSync } from 'node:fs';
    const { FallbackHistory, openSqliteHistory, readSqliteHistory } = await import(${JSON.stringify(SOURCE)});
    const { commitOf, sampleChange } = await import(${JSON.stringify(SAMPLES)});
    const disk = ${JSON.stringify(disk)};
    ${script}`;
  const program = join(folder, `program-${files}.mjs`);
  writeFileSync(program, code);
  const mounted = `mount -t tmpfs -o size=${options.size} tmpfs ${disk} && ${options.prepare?.replaceAll('PATH', disk) ?? 'true'} && exec ${process.execPath} --conditions=rectrace-source ${program}`;
  const { status, stdout, stderr } = spawnSync(OWN_NAMESPACES, ['-rm', 'sh', '-c', mounted], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

const canMount = spawnSync(OWN_NAMESPACES, ['-rm', 'sh', '-c', 'mount -t tmpfs tmpfs /mnt'], { stdio: 'ignore' }).status === 0;

describe.skipIf(!canMount)('a disk of its own (needs user and mount namespaces)', { timeout: 60_000 }, () => {
  test('full: the commit that does not fit leaves nothing, all before it is there, and so it is after opening anew', () => {
    const script = `
      const history = openSqliteHistory(disk + '/history.db');
      const noise = () => Array.from({ length: 4000 }, () => Math.random().toString(36)).join('');
      let stored = 0, failure;
      while (failure === undefined && stored < 1000) {
        try { history.commit(commitOf({ changes: [1, 2, 3].map((n) => sampleChange({ uid: 'a', version: stored + n, body: { data: noise() } })) })); stored += 3; }
        catch (error) { failure = error; }
      }
      const count = [...history.changes({})].length;
      try { history.close(); } catch (error) { if (error.code !== 'HISTORY_FULL') throw error; }
      rmSync(disk + '/ballast');
      const again = openSqliteHistory(disk + '/history.db');
      again.commit(commitOf({ changes: [sampleChange({ uid: 'b', version: 5000 })] }));
      console.log(JSON.stringify({ code: failure.code, retryable: failure.retryable, line: failure.message, same: count === stored, stored, again: [...again.changes({})].length, repaired: again.repaired ?? 'no' }));`;
    const told = JSON.parse(onSmallDisk(script, { size: '3m', prepare: 'dd if=/dev/zero of=PATH/ballast bs=1024 count=1024 2>/dev/null' }));
    expect(told).toMatchObject({ code: 'HISTORY_FULL', retryable: true, same: true, repaired: 'no' });
    expect(told.line).toMatch(/history\.db cannot be written: the disk is full$/);
    expect(told.stored).toBeGreaterThan(3);
    expect(told.again).toBe(told.stored + 1);
  });

  test('full for a while under a recording: it goes on in memory, says so, and everything is stored once there is room', () => {
    const script = `
      const notices = [];
      let now = 0;
      const history = new FallbackHistory({ open: () => openSqliteHistory(disk + '/history.db'), clock: { now: () => now, elapsed: () => now }, onNotice: (n) => notices.push(n.kind), retryMs: 1000 });
      const noise = () => Array.from({ length: 2000 }, () => Math.random().toString(36)).join('');
      let version = 0;
      const record = () => { version += 1; history.commit(commitOf({ changes: [sampleChange({ uid: 'a', version, body: { data: noise() } })], positions: [{ scope: 'pods@', resourceVersion: String(version), epoch: 0 }] })); };
      while (history.unpersisted === undefined) record();
      for (let more = 0; more < 10; more += 1) record();
      const during = { read: [...history.changes({})].length, version, held: history.unpersisted.changes, stored: readSqliteHistory(disk + '/history.db').positions()[0].resourceVersion };
      rmSync(disk + '/ballast');
      now = 1000;
      record();
      history.close();
      const reader = readSqliteHistory(disk + '/history.db');
      console.log(JSON.stringify({ notices, during, version, stored: [...reader.changes({})].length, position: reader.positions()[0].resourceVersion }));`;
    const told = JSON.parse(onSmallDisk(script, { size: '4m', prepare: 'dd if=/dev/zero of=PATH/ballast bs=1024 count=2048 2>/dev/null' }));
    expect(told.notices).toEqual(['failing', 'recovered']);
    expect(told.during).toEqual({
      read: told.during.version,
      version: told.during.version,
      held: 11,
      stored: String(told.during.version - 11),
    });
    expect(told).toMatchObject({ stored: told.version, position: String(told.version) });
  });

  test('mounted read-only: writing is refused with its reason, reading works', () => {
    const path = fresh();
    const history = openSqliteHistory(path);
    history.commit(numbered(1, 5));
    history.close();
    chmodSync(path, 0o644);
    copyFileSync(path, join(folder, 'sealed.db'));
    const script = `
      let refused;
      try { openSqliteHistory(disk + '/history.db'); } catch (error) { refused = error; }
      const reader = readSqliteHistory(disk + '/history.db');
      console.log(JSON.stringify({ code: refused.code, line: refused.message, read: [...reader.changes({})].length }));`;
    const told = JSON.parse(
      onSmallDisk(script, { size: '4m', prepare: `cp ${join(folder, 'sealed.db')} PATH/history.db && mount -o remount,ro PATH` }),
    );
    expect(told).toMatchObject({ code: 'HISTORY_READ_ONLY', read: 5 });
    expect(told.line).toMatch(/cannot be written: the file or its folder is read-only$/);
  });
});

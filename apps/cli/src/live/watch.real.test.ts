// `watch`, `record`, `tree`, `timeline` and `roots` against a real control plane.

import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ApiList, ClusterAccess } from '@rectrace/testbed';
import { describeReal, freshNamespace, namespaceFor, waitFor } from '@rectrace/testbed';
import { spawnTethered } from '@rectrace/testing';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { EXIT_CODES } from '../exit-code.ts';
import { type CapturedRun, captureRun } from '../testing/captured-run.ts';

type Line = {
  readonly kind: string;
  readonly type: string;
  readonly turn?: string;
  readonly object: { readonly kind: string; readonly name: string; readonly uid: string };
  readonly resourceVersion: string;
};
type RawObject = {
  readonly kind: string;
  readonly metadata: {
    readonly uid: string;
    readonly resourceVersion: string;
    readonly ownerReferences?: readonly { readonly uid: string }[];
  };
  readonly involvedObject?: { readonly uid: string };
};

describeReal('the command line on a live cluster', (plane) => {
  let state: string;

  beforeAll(() => {
    state = mkdtempSync(join(tmpdir(), 'rectrace-state-'));
  });
  afterAll(() => rmSync(state, { recursive: true }));

  const env = (): Record<string, string> => ({ KUBECONFIG: plane().kubeconfig, XDG_STATE_HOME: state, HOME: state });
  const run = (args: readonly string[], options: Parameters<typeof captureRun>[1] = {}): Promise<CapturedRun> =>
    captureRun(args, { env: env(), ...options });

  /** Runs a command that follows; once it does `meanwhile`, then Ctrl-C. */
  async function follow(args: readonly string[], meanwhile: () => Promise<void>): Promise<CapturedRun> {
    const interruption = new AbortController();
    const following = Promise.withResolvers<void>();
    const onRemark = (text: string): void => (text.includes('following ') ? following.resolve() : undefined);
    const running = captureRun(args, { env: env(), interruption, onRemark });
    const failed = running.then((ended) => {
      throw new Error(`ended too early: ${ended.stderr}`);
    });
    await Promise.race([following.promise.then(meanwhile), failed]).finally(() => interruption.abort(new Error('enough')));
    return running;
  }

  const deployed = async (namespace: string, name: string, replicas = 2): Promise<void> => {
    await plane().kubectl(['-n', namespace, 'create', 'deployment', name, '--image=nginx:1', `--replicas=${replicas}`]);
    await settled(plane(), namespace, name);
  };

  test('watch tells exactly what a raw watch of the tree tells after the first list', async (context) => {
    const namespace = await namespaceFor(plane(), context);
    await deployed(namespace, 'web');
    const raw = await rawWatch(plane(), namespace);
    const lines: Line[] = [];
    const watched = await follow(['watch', 'deploy/web', '-n', namespace, '--noise', '-o', 'json', '--no-history'], async () => {
      await plane().kubectl(['-n', namespace, 'scale', 'deployment', 'web', '--replicas=4']);
      await plane().kubectl(['-n', namespace, 'set', 'image', 'deployment/web', 'nginx=nginx:2']);
      await settled(plane(), namespace, 'web');
      await pause(2_500);
    });
    const seen = await raw.stop();
    lines.push(
      ...watched.stdout
        .trimEnd()
        .split('\n')
        .map((line): Line => JSON.parse(line)),
    );
    const told = lines.filter(({ kind }) => kind === 'change');
    const ours = new Set(
      told.map((line) => `${line.type === 'Event' ? `event ${line.object.uid}` : line.object.uid} ${line.resourceVersion}`),
    );
    const members = membersOf([...raw.listed, ...seen], (await readDeployment(plane(), namespace, 'web')).metadata.uid);
    const theirs = new Set(
      seen.flatMap(({ kind, metadata, involvedObject }) => {
        const about = involvedObject?.uid ?? '';
        if (kind === 'Event') return members.has(about) ? [`event ${about} ${metadata.resourceVersion}`] : [];
        return members.has(metadata.uid) ? [`${metadata.uid} ${metadata.resourceVersion}`] : [];
      }),
    );
    const missing = [...theirs].filter((key) => !ours.has(key));
    const extra = [...ours].filter((key) => !theirs.has(key));
    console.log(`raw=${theirs.size} ours=${told.length} missing=${missing.length} extra=${extra.length}`);
    expect({ missing, extra, doubled: told.length - ours.size }).toEqual({ missing: [], extra: [], doubled: 0 });
    expect(theirs.size).toBeGreaterThan(20);
    expect(lines.filter(({ kind }) => kind === 'cycle').map(({ turn }) => turn)).toContain('opened');
  });

  test('--until terminal ends at once where no cycle is open, and with 3 where the end does not come in time', async (context) => {
    const namespace = await namespaceFor(plane(), context);
    await deployed(namespace, 'web');
    expect((await run(['watch', 'deploy/web', '-n', namespace, '--until', 'terminal'])).code).toBe(0);
    await plane().kubectl(['-n', namespace, 'set', 'image', 'deployment/web', 'nginx=does-not-exist']);
    const stuck = await run(['watch', 'deploy/web', '-n', namespace, '--until', 'terminal', '--timeout', '3s']);
    expect(stuck.code).toBe(EXIT_CODES.timeout);
    expect(stuck.stderr).toMatch(/rectrace: not terminal after 3 s: cycle \d+ \(image of nginx \S+→does-not-exist.*\) is open/);
    await plane().kubectl(['-n', namespace, 'set', 'image', 'deployment/web', 'nginx=nginx:3']);
    const mended = await run(['watch', 'deploy/web', '-n', namespace, '--until', 'terminal', '--timeout', '60s']);
    expect(mended.code).toBe(0);
    const timeline = await run(['timeline', 'deploy/web', '-n', namespace, '-o', 'json']);
    expect(timeline.stderr).toContain('source: local history');
    const { cycles } = JSON.parse(timeline.stdout);
    expect(cycles).toHaveLength(1);
    expect(cycles[0]).toMatchObject({ state: 'closed', cause: { kind: 'generation' }, requests: [{ kind: 'generation' }] });
  });

  test('--wait waits for what is not there: with 3 where it does not come, also where an earlier one of its name was recorded', async (context) => {
    const namespace = await namespaceFor(plane(), context);
    const watch = ['watch', 'deploy/web', '-n', namespace, '--wait', '--until', 'terminal', '--timeout'];
    const never = await run([...watch, '3s']);
    expect(never.stderr).toMatch(/not terminal after 3 s/);
    expect(never.code).toBe(EXIT_CODES.timeout);
    await deployed(namespace, 'web');
    expect((await run([...watch, '60s'])).code).toBe(EXIT_CODES.success);
    await plane().kubectl(['-n', namespace, 'delete', 'deployment', 'web', '--wait=true']);
    expect((await run([...watch, '3s'])).code).toBe(EXIT_CODES.timeout);
    const waiting = run([...watch, '60s']);
    await deployed(namespace, 'web');
    expect((await waiting).code).toBe(EXIT_CODES.success);
  });

  test('what happened between two recordings of a root is caught up with, not told as news', async (context) => {
    const namespace = await namespaceFor(plane(), context);
    await deployed(namespace, 'web');
    await run(['watch', 'deploy/web', '-n', namespace, '--until', 'terminal']);
    await plane().kubectl(['-n', namespace, 'scale', 'deployment', 'web', '--replicas=3']);
    await settled(plane(), namespace, 'web');
    const { stdout, stderr } = await run(['watch', 'deploy/web', '-n', namespace, '--until', 'terminal', '-o', 'json']);
    expect(stdout).not.toContain('"kind":"change"');
    expect(stderr).toMatch(/\d+ changes from before were caught up with/);
    const { changes, gaps } = JSON.parse((await run(['timeline', 'deploy/web', '-n', namespace, '-o', 'json'])).stdout);
    expect(
      changes.some(({ diff }: { diff: { path: string[]; after?: unknown }[] }) =>
        diff.some(({ path, after }) => path.join('.') === 'spec.replicas' && after === 3),
      ),
    ).toBe(true);
    expect(gaps).toEqual([]);
  });

  test('what happens after a recording is told with it, live and true; the history alone answers when the server does not', async (context) => {
    const namespace = await namespaceFor(plane(), context);
    await deployed(namespace, 'web');
    await run(['watch', 'deploy/web', '-n', namespace, '--until', 'terminal']);
    await plane().kubectl(['-n', namespace, 'set', 'image', 'deployment/web', 'nginx=does-not-exist']);
    await waitFor(async () => (await run(['tree', 'deploy/web', '-n', namespace])).stdout.includes('ImagePullBackOff'), {
      timeoutMs: 30_000,
    });
    const { stdout } = await run(['timeline', 'deploy/web', '-n', namespace]);
    expect(stdout).toMatch(/Deployment\/\S+\/web {2}not terminal/);
    expect(stdout).toMatch(/not recorded: .* \(\d+ changes caught up with\)/);
    expect(stdout).toContain('ImagePullBackOff: Back-off pulling image');
    const { cycles, changes, unrecorded } = JSON.parse((await run(['timeline', 'deploy/web', '-n', namespace, '-o', 'json'])).stdout);
    expect(cycles).toMatchObject([{ state: 'open', cause: { kind: 'generation' } }]);
    const versions = changes.map(
      (change: Line & { type: string }) => `${change.type === 'Event'} ${change.object.uid} ${change.resourceVersion}`,
    );
    const versioned = versions.filter((version: string) => !version.endsWith(' '));
    expect(new Set(versioned).size).toBe(versioned.length);
    // Whether anything is known of the time before the recording depends on the second in which it began.
    expect(unrecorded.map(({ told }: { told: string }) => told).join(' ')).toMatch(/^(reconstructed )?caughtUp$/);
    expect((await run(['diff', 'deploy/web', '-n', namespace, '--from', 'cycle:1', '--only-root'])).stdout).toContain('does-not-exist');
    expect((await run(['history', 'deploy/web', '-n', namespace])).stdout).toContain('does-not-exist');
    expect((await run(['cycles', 'deploy/web', '-n', namespace])).stdout).toMatch(/open +\d+ +image of \S+ \S+→\S*does-not-exist/);
    const alone = await run(['timeline', 'deploy/web', '-n', namespace, '--source', 'local', '-o', 'json']);
    expect(JSON.parse(alone.stdout).unrecorded.at(-1)).toMatchObject({ told: 'nothing' });
  });

  test('what was recorded is told once: nothing of it is caught up with or reconstructed where nothing has happened since', async (context) => {
    const namespace = await namespaceFor(plane(), context);
    await deployed(namespace, 'web', 1);
    await follow(['watch', 'deploy/web', '-n', namespace], async () => {
      for (const replicas of [2, 3]) {
        await plane().kubectl(['-n', namespace, 'scale', 'deployment', 'web', `--replicas=${replicas}`]);
        await settled(plane(), namespace, 'web');
        // The next cycle begins after this one has held its end: a restart goes on from there, and lists older Events again.
        await pause(6_000);
      }
    });
    const storyOf = async (...source: string[]) =>
      JSON.parse((await run(['timeline', 'deploy/web', '-n', namespace, '-o', 'json', ...source])).stdout);
    const recorded = await storyOf('--source', 'local');
    const told = await storyOf();
    const scaled = recorded.changes.filter(({ event }: { event?: { reason: string } }) => event?.reason === 'ScalingReplicaSet');
    expect(scaled.length).toBeGreaterThanOrEqual(2);
    const observed = told.changes.filter(({ certainty }: { certainty: string }) => certainty !== 'reconstructed');
    expect(observed).toEqual(recorded.changes.filter(({ certainty }: { certainty: string }) => certainty !== 'reconstructed'));
    const begun = told.unrecorded.find(({ told: how }: { told: string }) => how === 'reconstructed')?.to ?? '';
    const reconstructed = told.changes.filter(({ certainty }: { certainty: string }) => certainty === 'reconstructed');
    // Events that were recorded of the time before stand among what was reconstructed of it.
    const isRecorded = ({ certainty, type }: Line & { certainty: string }): boolean => certainty !== 'reconstructed' && type !== 'Event';
    const behind = told.changes.slice(told.changes.findIndex(isRecorded));
    expect(behind.filter(({ certainty }: { certainty: string }) => certainty === 'reconstructed')).toEqual([]);
    const first = observed.find(({ type }: Line) => type === 'Update');
    for (const { time } of reconstructed) expect([time < begun, time < first.time]).toEqual([true, true]);
    expect(told.unrecorded.at(-1)).toMatchObject({ told: 'caughtUp', changes: 0 });
  });

  test('a recording tells the same story as its file', async (context) => {
    const namespace = await namespaceFor(plane(), context);
    await deployed(namespace, 'web');
    const file = join(state, 'web.ndjson.gz');
    const recorded = await follow(['record', 'deploy/web', '-n', namespace, '--to', file], async () => {
      await plane().kubectl(['-n', namespace, 'set', 'image', 'deployment/web', 'nginx=nginx:2']);
      await settled(plane(), namespace, 'web');
      await pause(1_500);
    });
    expect(recorded.code).toBe(0);
    expect(recorded.stdout).toMatch(/web\.ndjson\.gz: \d+ messages, \d+ changes of the tree/);
    const { cycles } = JSON.parse((await run(['replay', file, '--root', `deploy/${namespace}/web`, '-o', 'json'])).stdout);
    expect(cycles.map(({ state, cause }: { state: string; cause: { kind: string } }) => [cause.kind, state])).toEqual([
      ['generation', 'closed'],
    ]);
    const again = await run(['record', 'deploy/web', '-n', namespace, '--to', file]);
    expect(again.stderr).toContain(`recording ${file} exists already`);
  });

  test('the local history and its key are readable to the user alone', async () => {
    const key = join(state, 'rectrace', 'redaction.key');
    expect(statSync(key).mode & 0o777).toBe(0o600);
    expect(readFileSync(key)).toHaveLength(32);
    expect(statSync(join(state, 'rectrace')).mode & 0o777).toBe(0o700);
  });

  test('a second recording while one runs is told in one line and goes on in memory', async (context) => {
    const namespace = await namespaceFor(plane(), context);
    await deployed(namespace, 'web');
    await follow(['watch', 'deploy/web', '-n', namespace], async () => {
      const second = await run(['watch', 'deploy/web', '-n', namespace, '--until', 'terminal']);
      expect(second.code).toBe(0);
      expect(second.stderr).toMatch(
        /history .* is in use by another rectrace process \(pid \d+, follows Deployment\.apps\/[^)]+\/web\); what is recorded stays in memory/,
      );
    });
  });

  test('an object that nobody watched has a reconstructed timeline of its three cycles', async (context) => {
    const namespace = await namespaceFor(plane(), context);
    await deployed(namespace, 'web');
    for (const image of ['nginx:2', 'nginx:3']) {
      await pause(2_000);
      await plane().kubectl(['-n', namespace, 'set', 'image', 'deployment/web', `nginx=${image}`]);
      await settled(plane(), namespace, 'web');
    }
    const { stdout, stderr } = await run(['timeline', 'deploy/web', '-n', namespace, '-o', 'json']);
    expect(stderr).toContain('source: reconstructed');
    const { cycles, changes } = JSON.parse(stdout);
    expect(cycles).toHaveLength(3);
    expect(cycles.every(({ reconstructed }: { reconstructed: boolean }) => reconstructed)).toBe(true);
    expect(new Set(changes.map(({ certainty }: { certainty: string }) => certainty))).toEqual(new Set(['reconstructed']));
    const diff = await run(['diff', 'deploy/web', '-n', namespace, '--from', 'cycle:2', '--only-root']);
    expect(diff.stdout).toContain('image nginx:1→nginx:3');
    expect(diff.stderr).toContain('what else differs is not known');
    expect(diff.code).toBe(EXIT_CODES.notFound);
  });

  test('tree names what a stuck rollout waits for, and walks up from a pod', async (context) => {
    const namespace = await namespaceFor(plane(), context);
    await plane().kubectl(['-n', namespace, 'create', 'deployment', 'bad', '--image=does-not-exist']);
    await waitFor(async () => (await run(['tree', 'deploy/bad', '-n', namespace])).stdout.includes('ImagePullBackOff'), {
      timeoutMs: 30_000,
    });
    const { stdout } = await run(['tree', 'deploy/bad', '-n', namespace]);
    expect(stdout).toMatch(/✗ Deployment\/bad > ReplicaSet\/bad-\S+ > Pod\/bad-\S+\n {4}ImagePullBackOff: Back-off pulling image/);
    const [, , pod = ''] = (await run(['tree', 'deploy/bad', '-n', namespace, '-o', 'name'])).stdout.split('\n');
    const up = await run(['tree', pod, '--root', '-n', namespace, '-o', 'name']);
    expect(up.stdout.split('\n')[0]).toBe('deployment.apps/bad');
    expect((await run(['tree', 'deploy/bad', '-n', namespace, '-o', 'dot'])).stdout).toMatch(/^digraph tree \{/);
    const roots = JSON.parse((await run(['roots', '-n', namespace, '-o', 'json'])).stdout);
    expect(roots.roots).toMatchObject([{ object: { kind: 'Deployment', name: 'bad' }, terminal: false }]);
  });

  test.each<[string, (namespace: string) => string[], number, RegExp]>([
    ['a namespace that is not there', () => ['tree', 'deploy/web', '-n', 'nowhere'], EXIT_CODES.notFound, /there is no namespace nowhere/],
    ['an unknown kind', () => ['tree', 'deployx/web'], EXIT_CODES.notFound, /does not have a resource type deployx/],
    [
      'a target that is not there',
      (namespace) => ['tree', 'deploy/nope', '-n', namespace],
      EXIT_CODES.notFound,
      /Deployment .*\/nope does not exist/,
    ],
    [
      'a target to watch that is not there',
      (namespace) => ['watch', 'deploy/nope', '-n', namespace],
      EXIT_CODES.notFound,
      /Deployment .*\/nope does not exist; use --wait to wait for it/,
    ],
    ['a wrong context', () => ['tree', 'deploy/web', '--context', 'nope'], EXIT_CODES.usage, /context nope/],
    [
      'a kubeconfig that is not there',
      () => ['tree', 'deploy/web', '--kubeconfig', '/nope'],
      EXIT_CODES.usage,
      /kubeconfig \/nope does not exist/,
    ],
    [
      'no right at all',
      (namespace) => ['timeline', 'deploy/web', '-n', namespace, '--as', 'nobody'],
      EXIT_CODES.forbidden,
      /no right to list deployments/,
    ],
    [
      'no right to the target to watch',
      (namespace) => ['watch', 'deploy/web', '-n', namespace, '--as', 'nobody'],
      EXIT_CODES.forbidden,
      /forbidden/,
    ],
  ])('%s is one line', async (_what, args, code, line) => {
    const { code: ended, stderr } = await run(args('default'));
    expect(stderr).toMatch(line);
    expect(ended).toBe(code);
    expect(stderr).not.toContain('    at ');
  });

  test('credentials that are no longer accepted are one line', async () => {
    const expired = join(state, 'expired');
    writeFileSync(expired, readFileSync(plane().kubeconfig, 'utf8').replace(plane().adminToken, 'expired-token'));
    const { code, stderr } = await run(['tree', 'deploy/web', '--kubeconfig', expired]);
    expect({ code, lines: stderr.trimEnd().split('\n').length }).toEqual({ code: EXIT_CODES.forbidden, lines: 1 });
    expect(stderr).toMatch(/401.*log in again, or choose another --context/);
    expect(stderr).not.toContain('expired-token');
  });

  test.each<[NodeJS.Signals, string, number | null]>([
    ['SIGTERM', 'ndjson', 0],
    ['SIGKILL', 'ndjson', null],
    ['SIGTERM', 'ndjson.gz', 0],
    ['SIGKILL', 'ndjson.gz', null],
  ])('a recording that %s ends can be replayed up to there: .%s', async (signal, extension, code) => {
    const namespace = await freshNamespace(plane(), `record ${signal} ${extension}`);
    await deployed(namespace, 'web');
    const file = join(state, `${signal}.${extension}`);
    const main = new URL('../main.ts', import.meta.url).pathname;
    const args = ['--conditions=rectrace-source', main, 'record', 'deploy/web', '-n', namespace, '--to', file];
    const child = spawnTethered([process.execPath, ...args], {
      env: { ...env(), PATH: process.env['PATH'] ?? '' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    let stderr = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      stderr += chunk.toString();
    });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    await waitFor(async () => stderr.includes('following'), { timeoutMs: 30_000 });
    await plane().kubectl(['-n', namespace, 'scale', 'deployment', 'web', '--replicas=3']);
    await settled(plane(), namespace, 'web');
    await pause(500);
    child.kill(signal);
    expect(await ended).toBe(code);
    const { stdout } = await run(['replay', file, '--root', `deploy/${namespace}/web`, '-o', 'json']);
    const { cycles, changes } = JSON.parse(stdout);
    expect(cycles).toMatchObject([{ cause: { kind: 'generation' }, state: 'closed' }]);
    const { metadata } = await readDeployment(plane(), namespace, 'web');
    expect(changes.map(({ resourceVersion }: { resourceVersion: string }) => resourceVersion)).toContain(metadata.resourceVersion);
  });

  test('with partial rights the rest is shown and what is hidden is named once', async (context) => {
    const namespace = await namespaceFor(plane(), context);
    await deployed(namespace, 'web');
    await plane().kubectl([
      '-n',
      namespace,
      'create',
      'role',
      'some',
      '--verb=get,list,watch',
      '--resource=deployments.apps,replicasets.apps,pods',
    ]);
    await plane().kubectl(['-n', namespace, 'create', 'rolebinding', 'some', '--role=some', '--user=partial']);
    const { code, stdout, stderr } = await run(['tree', 'deploy/web', '-n', namespace, '--as', 'partial']);
    expect(code).toBe(0);
    expect(stdout).toContain('Pod/web-');
    expect(stderr.match(/not visible: [^;]*\bsecrets\b[^;]* \(forbidden\)/g)).toHaveLength(1);
    const watched = await run(['watch', 'deploy/web', '-n', namespace, '--as', 'partial', '--until', 'terminal']);
    expect(watched.code).toBe(0);
    expect(
      watched.stderr.match(/can not be followed \(forbidden\): .*\bsecrets\b.*; rectrace doctor says which rights are missing/g),
    ).toHaveLength(1);
    expect(watched.stderr).not.toMatch(/\bpods\b.*rectrace doctor/);
    const roots = await run(['roots', '-n', namespace, '--as', 'partial']);
    expect({ code: roots.code, shown: roots.stdout.includes('Deployment/web') }).toEqual({ code: 0, shown: true });
    expect(roots.stderr).toMatch(/^not visible: .*\bsecrets\b.* \(forbidden\)\n$/);
    const file = join(state, 'partial.ndjson');
    const recorded = await run(['record', '-n', namespace, '--to', file, '--timeout', '2s', '--as', 'partial']);
    expect(recorded.code).toBe(0);
    expect(readFileSync(file, 'utf8')).toContain('"name":"web"');
  });

  test.each<[string, string[], RegExp]>([
    [
      'roots',
      ['roots'],
      /^rectrace: there is no right to list any of \d+ kinds in namespace default; rectrace doctor names all that is missing \[FORBIDDEN\]\n$/,
    ],
    [
      'roots of all namespaces',
      ['roots', '-A'],
      /^rectrace: there is no right to list any of \d+ kinds in all namespaces; name one .* \[FORBIDDEN\]\n$/,
    ],
    [
      'record of a namespace',
      ['record', '--to', 'none.ndjson'],
      /^rectrace: there is no right to list and watch any of \d+ kinds in namespace default; .* \[FORBIDDEN\]\n$/,
    ],
    [
      'record of an object',
      ['record', 'deploy/web', '--to', 'none.ndjson'],
      /^rectrace: .*cannot get resource "deployments".* \[API_REFUSED\]\n$/,
    ],
  ])('%s without any right ends with 5 and one line, and leaves no file', async (_what, args, line) => {
    const to = join(state, 'none.ndjson');
    const { code, stdout, stderr } = await run([...args.map((arg) => (arg === 'none.ndjson' ? to : arg)), '--as', 'nobody']);
    expect({ code, stdout, file: existsSync(to) }).toEqual({ code: EXIT_CODES.forbidden, stdout: '', file: false });
    expect(stderr).toMatch(line);
  });

  test('who may read an object but not follow its kind is told which right is missing', async (context) => {
    const namespace = await namespaceFor(plane(), context);
    await deployed(namespace, 'web');
    await plane().kubectl(['-n', namespace, 'create', 'role', 'reader', '--verb=get,list', '--resource=deployments.apps']);
    await plane().kubectl(['-n', namespace, 'create', 'rolebinding', 'reader', '--role=reader', '--user=reader']);
    const { code, stderr } = await run(['watch', 'deploy/web', '-n', namespace, '--as', 'reader']);
    expect({ code, stderr }).toEqual({
      code: EXIT_CODES.forbidden,
      stderr: `rectrace: there is no right to watch deployments.apps in namespace ${namespace}; rectrace doctor names all that is missing [FORBIDDEN]\n`,
    });
  });

  test('doctor says what can be seen', async (context) => {
    const namespace = await namespaceFor(plane(), context);
    const { code, stdout } = await run(['doctor', '-n', namespace, '-o', 'json']);
    expect(code).toBe(0);
    const subjects = JSON.parse(stdout).findings.map(({ subject }: { subject: string }) => subject);
    for (const subject of ['cluster', 'server', 'clock', 'kinds', 'rights', 'rules', 'traces', 'local history'])
      expect(subjects).toContain(subject);
    const nobody = await run(['doctor', '-n', namespace, '--as', 'nobody']);
    expect(nobody.stdout).toMatch(/user nobody \(acted as by [^)]+\)/);
    expect(nobody.stdout).toContain(`no right to list and watch in namespace ${namespace}`);
    expect(nobody.stdout).toContain('no right to list and watch in the whole cluster');
    expect(nobody.code).toBe(EXIT_CODES.failure);
    const absent = await run(['roots', '-n', 'default-nothing']);
    expect(absent.code).toBe(EXIT_CODES.notFound);
    expect(absent.stderr).toContain('default-nothing');
    const several = await run(['tree', 'deploy/a,sts/b']);
    expect(several.stderr).toContain("'deploy/a,sts/b' names several objects; name one");
    expect(several.code).toBe(EXIT_CODES.usage);
  });

  test('completion knows kinds, names and namespaces', async (context) => {
    const namespace = await namespaceFor(plane(), context);
    await deployed(namespace, 'web');
    expect((await run(['__complete', '--', 'tree', '-n', namespace, 'deploy/'])).stdout).toContain('deploy/web\n');
    expect((await run(['__complete', '--', '-n', namespace, 'tree', 'deploy'])).stdout).toContain('deployment/\n');
    expect((await run(['__complete', '--', 'roots', '-n', namespace.slice(0, 8)])).stdout).toContain(`${namespace}\n`);
  });
});

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

type RawDeployment = RawObject & {
  readonly status: Readonly<Record<string, number>>;
  readonly spec: { readonly replicas: number };
  readonly metadata: { readonly generation: number };
};

function readDeployment({ api }: ClusterAccess, namespace: string, name: string): Promise<RawDeployment> {
  return api.expect<RawDeployment>({ path: `/apis/apps/v1/namespaces/${namespace}/deployments/${name}` });
}

async function settled(plane: ClusterAccess, namespace: string, name: string): Promise<void> {
  await waitFor(
    async () => {
      const { status, spec, metadata } = await readDeployment(plane, namespace, name);
      const counters = [status['replicas'], status['readyReplicas'], status['updatedReplicas'], status['availableReplicas']];
      return status['observedGeneration'] === metadata.generation && counters.every((count) => count === spec.replicas);
    },
    { timeoutMs: 60_000, what: `Deployment ${name}` },
  );
}

type RawWatch = { readonly listed: readonly RawObject[]; stop(): Promise<readonly RawObject[]> };

/** Raw watches of the kinds of a Deployment's tree and of Events, from now on. */
async function rawWatch({ api }: ClusterAccess, namespace: string): Promise<RawWatch> {
  const listed: RawObject[] = [];
  const seen: RawObject[] = [];
  const stopped = new AbortController();
  const kinds = [
    `apis/apps/v1/namespaces/${namespace}/deployments`,
    `apis/apps/v1/namespaces/${namespace}/replicasets`,
    `api/v1/namespaces/${namespace}/pods`,
    `api/v1/namespaces/${namespace}/events`,
  ];
  const running: Promise<void>[] = [];
  for (const kind of kinds) {
    const list = await api.expect<ApiList<RawObject>>({ path: `/${kind}` });
    listed.push(...list.items);
    const path = `/${kind}?watch=true&resourceVersion=${list.metadata.resourceVersion}`;
    running.push(
      (async () => {
        for await (const { object } of api.watch<RawObject>({ path, signal: stopped.signal })) seen.push(object);
      })(),
    );
  }
  return {
    listed,
    async stop() {
      stopped.abort();
      await Promise.allSettled(running);
      return seen;
    },
  };
}

/** The root, and whatever is owned by a member. */
function membersOf(objects: readonly RawObject[], root: string): ReadonlySet<string> {
  const members = new Set([root]);
  for (let size = 0; size !== members.size; ) {
    size = members.size;
    for (const { metadata } of objects)
      if (metadata.ownerReferences?.some(({ uid }) => members.has(uid)) === true) members.add(metadata.uid);
  }
  return members;
}

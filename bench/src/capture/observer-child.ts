// The observer's process: watches raw, runs `rectrace watch`, and notes the moment at which each line comes.
import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { ApiClient, ApiList, ApiObject, WatchLine } from '@rectrace/testbed';
import { createApiClient } from '@rectrace/testbed';
import { spawnTethered } from '@rectrace/testing';
import { tracesPath } from '../cluster/bench-cluster.ts';
import type { Trace } from '../cluster/deployments.ts';
import type { FromObserver, ObserverTask, SeenLine, SeenRevision, SeenStatus, ToObserver } from './observation.ts';
import { keyOfId } from './observation.ts';

const revisions: SeenRevision[] = [];
const statuses: SeenStatus[] = [];
const lines: SeenLine[] = [];
const ending = new AbortController();
let lineProblem: string | undefined;
let program: ChildProcess | undefined;

process.on('message', (message: ToObserver) => {
  if (message.kind === 'task') void observe(message.task).catch(fail);
  else end();
});
process.on('disconnect', () => process.exit());

async function observe(task: ObserverTask): Promise<void> {
  const { namespace } = task;
  const api = createApiClient(task);
  for (const path of objectPaths(namespace)) await follow(api, path, noteRevision);
  await follow(api, tracesPath(namespace), noteStatus);
  if (task.watched !== undefined) await runWatch(task.watched);
  tell({ kind: 'ready' });
}

function objectPaths(namespace: string): readonly string[] {
  const apps = `/apis/apps/v1/namespaces/${namespace}`;
  return [`${apps}/deployments`, `${apps}/replicasets`, `/api/v1/namespaces/${namespace}/pods`, `/api/v1/namespaces/${namespace}/events`];
}

/** Resolves when the collection is listed; its watch goes on from there until the end. */
async function follow(api: ApiClient, path: string, note: (line: WatchLine) => void): Promise<void> {
  const { metadata } = await api.expect<ApiList>({ path: `${path}?limit=1` });
  const watch = async (): Promise<void> => {
    const query = `watch=true&timeoutSeconds=3600&resourceVersion=${metadata.resourceVersion}`;
    for await (const line of api.watch({ path: `${path}?${query}`, signal: ending.signal })) note(line);
    if (!ending.signal.aborted) throw new Error(`the watch of ${path} ended`);
  };
  watch().catch(fail);
}

function noteRevision({ type, object }: WatchLine): void {
  const at = performance.now();
  if (type === 'ERROR' || type === 'BOOKMARK') throw new Error(`a watch told ${type}: ${JSON.stringify(object)}`);
  const { uid, resourceVersion: version } = object.metadata;
  revisions.push({ at, type, kind: object.kind, uid, version });
}

function noteStatus({ type, object }: WatchLine<ApiObject>): void {
  const at = performance.now();
  const { status } = object as Trace;
  if (type !== 'MODIFIED' || status === undefined) return;
  const newest = Math.max(0, ...(status.currentState?.changes ?? []).map(({ revision }) => revision));
  statuses.push({ at, trace: object.metadata.name, bytes: Buffer.byteLength(JSON.stringify(status)), newest });
}

/** Resolves when it has said that it follows. */
function runWatch({ program: [file = '', ...args], env }: NonNullable<ObserverTask['watched']>): Promise<void> {
  const child = spawnTethered([file, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const { stdout, stderr } = child;
  if (stdout === null || stderr === null) throw new Error('the program has no output');
  program = child;
  createInterface({ input: stdout }).on('line', noteLine);
  let said = '';
  child.on('exit', (code) => {
    if (!ending.signal.aborted) lineProblem = `it ended with ${code}: ${said.trim()}`;
  });
  return new Promise((resolve) => {
    stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      resolve();
    });
    stdout.once('data', () => resolve());
  });
}

function noteLine(line: string): void {
  const at = performance.now();
  const told = JSON.parse(line) as { readonly kind: string; readonly id?: string };
  if (told.kind === 'change' && told.id !== undefined) lines.push({ at, key: keyOfId(told.id) });
}

function end(): void {
  ending.abort();
  program?.kill('SIGTERM');
  const { user, system } = process.cpuUsage();
  const observation = { revisions, statuses, lines, cpuMs: (user + system) / 1000, ...(lineProblem === undefined ? {} : { lineProblem }) };
  tell({ kind: 'observation', observation }, () => process.disconnect());
}

/** then: once it is on its way whole. */
function tell(message: FromObserver, then: () => void = () => undefined): void {
  process.send?.(message, undefined, undefined, then);
}

function fail(error: unknown): void {
  console.error(error);
  process.exit(1);
}

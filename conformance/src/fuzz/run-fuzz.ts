// A run of fuzzed requests: in parts, each in a namespace of its own, which is emptied at its end together with the rules that were made.
import { RULES_COLLECTIONS } from './costly-rules.ts';
import type { Area } from './fuzz-request.ts';
import { shownRequest } from './fuzz-request.ts';
import type { FuzzServer } from './fuzz-server.ts';
import { makeRequest } from './make-request.ts';
import { filledCollections } from './manifests.ts';
import { type Outcome, type Patience, Player } from './play-request.ts';

export type FuzzRun = { readonly seed: number; readonly requests: number; readonly patience: Patience };

export type FuzzFigures = {
  readonly requests: number;
  readonly byArea: Readonly<Partial<Record<Area, number>>>;
  /** Answers by status; 'closed': the connection ended instead; 'stream': a watch or a log that went on. */
  readonly byStatus: Readonly<Record<string, number>>;
  /** How long the longest took, and which it was. */
  readonly slowest: { readonly ms: number; readonly request: string };
  /** Of the server, in MB: before, after each tenth, at the end. */
  readonly rssMb: readonly number[];
  readonly canaries: number;
  /** What was wrong: at most so many are told. */
  readonly faults: readonly string[];
  readonly faulty: number;
};

const PART = 500;
const PLAYERS = 6;
const CANARY_EVERY = 100;
const MOST_TOLD = 20;

type State = {
  readonly byArea: Map<Area, number>;
  readonly byStatus: Map<string, number>;
  readonly faults: string[];
  faulty: number;
  canaries: number;
  slowest: FuzzFigures['slowest'];
};

export async function runFuzz(server: FuzzServer, { seed, requests, patience }: FuzzRun): Promise<FuzzFigures> {
  const state: State = { byArea: new Map(), byStatus: new Map(), faults: [], faulty: 0, canaries: 0, slowest: { ms: 0, request: '' } };
  const rssMb = [Math.round(server.rssMb())];
  const players = Array.from({ length: PLAYERS }, () => new Player(server, patience));
  const tenth = Math.max(PART, Math.floor(requests / 10));
  for (let first = 0; first < requests && server.isRunning(); first += PART) {
    await playPart({ server, players, seed, state, patience }, { first, last: Math.min(first + PART, requests) });
    if (server.isRunning() && Math.floor((first + PART) / tenth) > Math.floor(first / tenth)) rssMb.push(Math.round(server.rssMb()));
  }
  for (const player of players) player.close();
  if (!server.isRunning()) tell(state, 'the server has ended');
  for (const fault of server.faults()) tell(state, fault);
  return figuresOf(state, rssMb);
}

type Playing = {
  readonly server: FuzzServer;
  readonly players: readonly Player[];
  readonly seed: number;
  readonly state: State;
  readonly patience: Patience;
};
type Part = { readonly first: number; readonly last: number };

async function playPart(playing: Playing, { first, last }: Part): Promise<void> {
  const { server, players, seed, state } = playing;
  const namespace = `fuzz-${first / PART}`;
  await prepare(server, namespace);
  let next = first;
  const work = async (player: Player): Promise<void> => {
    while (next < last && server.isRunning()) {
      const index = next++;
      const request = makeRequest(seed, index, { namespace, token: server.token });
      const started = performance.now();
      const outcome = await played(player, () => player.play(request, index));
      note(state, { outcome, ms: performance.now() - started, area: request.area, shown: `#${index} ${shownRequest(request)}` });
      if (index % CANARY_EVERY === 0) await askCanary(playing, index);
    }
  };
  await Promise.all(players.map(work));
  await empty(server, namespace);
}

/** A connection that can't even be opened is a fault of the server as well. */
async function played(player: Player, play: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await play();
  } catch (error) {
    player.close();
    return { statuses: [], fault: error instanceof Error ? error.message : String(error) };
  }
}

type Noted = { readonly outcome: Outcome; readonly ms: number; readonly area: Area; readonly shown: string };

function note(state: State, { outcome: { statuses, fault }, ms, area, shown }: Noted): void {
  state.byArea.set(area, (state.byArea.get(area) ?? 0) + 1);
  for (const status of statuses) state.byStatus.set(String(status), (state.byStatus.get(String(status)) ?? 0) + 1);
  if (ms > state.slowest.ms) state.slowest = { ms: Math.round(ms), request: shown };
  if (fault !== undefined) tell(state, `${fault}: ${shown}`);
}

function tell(state: State, fault: string): void {
  state.faulty += 1;
  if (state.faults.length < MOST_TOLD) state.faults.push(fault);
}

/** Whether anybody else is still answered, and soon. */
async function askCanary({ server, state, patience: { ordinaryMs } }: Playing, index: number): Promise<void> {
  state.canaries += 1;
  const status = await server.ask({ method: 'GET', path: '/api/v1/namespaces/default', timeoutMs: ordinaryMs }).catch(() => undefined);
  if (status !== 200) tell(state, `after #${index} an ordinary request is answered ${status ?? `nothing within ${ordinaryMs} ms`}`);
}

async function prepare(server: FuzzServer, namespace: string): Promise<void> {
  const core = `/api/v1/namespaces/${namespace}`;
  const container = { name: 'main', image: 'nginx' };
  const objects: readonly (readonly [string, unknown])[] = [
    ['/api/v1/namespaces', { metadata: { name: namespace } }],
    [`${core}/serviceaccounts`, { metadata: { name: 'default' } }],
    [`${core}/configmaps`, { metadata: { name: 'held', labels: { l: '1' } }, data: { key: 'v' } }],
    [`${core}/pods`, { metadata: { name: 'web' }, spec: { nodeName: 'a', containers: [container] } }],
  ];
  for (const [path, body] of objects) await server.ask({ method: 'POST', path, body });
}

/** Nothing that was made in a part troubles the next one. */
async function empty(server: FuzzServer, namespace: string): Promise<void> {
  for (const path of [...RULES_COLLECTIONS, ...filledCollections(namespace)]) {
    if (server.isRunning()) await server.ask({ method: 'DELETE', path, body: { gracePeriodSeconds: 0 } }).catch(() => undefined);
  }
}

function figuresOf({ byArea, byStatus, faults, faulty, canaries, slowest }: State, rssMb: readonly number[]): FuzzFigures {
  const sorted = [...byStatus].toSorted(([left], [right]) => (left < right ? -1 : 1));
  return {
    requests: [...byArea.values()].reduce((sum, count) => sum + count, 0),
    byArea: Object.fromEntries(byArea),
    byStatus: Object.fromEntries(sorted),
    slowest,
    rssMb,
    canaries,
    faulty,
    faults,
  };
}

// The read API: what is recorded, each viewer within his own rights. Routes, parameters and answers: docs/reference/controller.md.

import type { Discovery } from '@rectrace/cluster';
import type { ChangeQuery, HistoryReader, KnownRoot } from '@rectrace/history';
import { parseApiVersion, parseScope } from '@rectrace/kube';
import type { FullRootView, Gap, RootStanding } from '@rectrace/trace';
import type { AccessReviews } from './access-reviews.ts';
import { parseChangeQuery, readPosition } from './change-query.ts';
import type { Reply } from './reply.ts';
import { refusal } from './reply.ts';
import type { RootPlace } from './root-place.ts';
import { placeOfRoot } from './root-place.ts';
import { ViewerRights } from './viewer-rights.ts';
import { visibleCycle } from './visible-cycle.ts';
import { kindsInTree, visibleTree } from './visible-tree.ts';

export type ReadRequest = { readonly method: string; readonly url: URL; readonly token: string | undefined };

export type ReadApiOptions = {
  readonly reader: HistoryReader;
  /** A root as the running recorder sees it; undefined where it is not recorded now. */
  readonly viewOf: (root: string) => FullRootView | undefined;
  /** The same without trees. */
  readonly standingOf: (root: string) => RootStanding | undefined;
  readonly reviews: AccessReviews;
  readonly discovery: Discovery;
};

type SeenRoot = KnownRoot & { readonly target: RootPlace };

type Route = (request: ReadRequest, rights: ViewerRights) => Promise<Reply>;

export class ReadApi {
  readonly #options: ReadApiOptions;
  readonly #routes: { readonly [path: string]: Route };

  constructor(options: ReadApiOptions) {
    this.#options = options;
    this.#routes = {
      '/v1/roots': (_, rights) => this.#roots(rights),
      '/v1/timeline': (request, rights) => this.#ofRoot(request, { rights, answer: (root) => this.#timeline(root, rights) }),
      '/v1/tree': (request, rights) => this.#ofRoot(request, { rights, answer: (root) => this.#tree(root, rights) }),
      '/v1/changes': (request, rights) => this.#changes(request, rights),
      '/v1/latest': (request, rights) => this.#ofRoot(request, { rights, answer: (root) => this.#latest(root, { request, rights }) }),
    };
  }

  /** @throws ApiError, TransportError where the reviews cannot be had; HistoryError */
  async answer(request: ReadRequest): Promise<Reply> {
    const route = Object.hasOwn(this.#routes, request.url.pathname) ? this.#routes[request.url.pathname] : undefined;
    if (route === undefined)
      return refusal(404, `no such path: ${request.url.pathname}; there are ${Object.keys(this.#routes).join(', ')}`);
    if (request.method !== 'GET') return refusal(405, `${request.method} is not allowed here`);
    if (request.token === undefined)
      return refusal(401, 'a bearer token is needed: Authorization, or X-Rectrace-Token through the service proxy');
    const who = await this.#options.reviews.authenticate(request.token);
    if (who.kind === 'refused') return refusal(401, who.reason);
    const served = await this.#options.discovery.served();
    return route(request, new ViewerRights(who.user, { reviews: this.#options.reviews, served }));
  }

  async #roots(rights: ViewerRights): Promise<Reply> {
    const roots = [];
    for (const entry of this.#options.reader.roots()) {
      const target = placeOfRoot(entry);
      if (target !== undefined && (await rights.may(target))) roots.push({ ...entry, target, ...this.#stateOf(entry.id) });
    }
    return { kind: 'json', code: 200, body: { roots } };
  }

  /** Refuses roots that are unknown or hidden; both in the same words, so that nobody can find out which there are. */
  async #ofRoot(
    { url }: ReadRequest,
    { rights, answer }: { readonly rights: ViewerRights; readonly answer: (root: SeenRoot) => Promise<Reply> },
  ): Promise<Reply> {
    const id = url.searchParams.get('root');
    if (id === null || id === '') return refusal(400, 'root: the id of a root is needed, as /v1/roots names them');
    const known = this.#options.reader.root(id);
    const target = known === undefined ? undefined : placeOfRoot(known);
    if (known === undefined || target === undefined || !(await rights.may(target)))
      return refusal(404, `no root ${id} that you may get is recorded`);
    return answer({ ...known, target });
  }

  async #timeline(entry: SeenRoot, rights: ViewerRights): Promise<Reply> {
    const { reader, viewOf } = this.#options;
    const cycles = [];
    for (const cycle of reader.cycles(entry.id)) cycles.push(await visibleCycle(cycle, rights));
    const members = [];
    for (const member of reader.members(entry.id)) if (await rights.may(member.ref)) members.push(member);
    const gaps = [];
    for (const gap of reader.gaps(entry.id)) if (await this.#mayKnow(gap, { entry, rights })) gaps.push(gap);
    const dropped = reader.dropped().roots.find(({ root }) => root === entry.id);
    const shown = await visibleView(viewOf(entry.id), rights);
    return {
      kind: 'json',
      code: 200,
      body: { root: entry, ...this.#stateOf(entry.id), cycles, members, gaps, ...(dropped === undefined ? {} : { dropped }), ...shown },
    };
  }

  async #tree(entry: SeenRoot, rights: ViewerRights): Promise<Reply> {
    const view = this.#options.viewOf(entry.id);
    if (view?.tree === undefined) return refusal(404, `${entry.id} is not recorded at the moment`);
    return { kind: 'json', code: 200, body: await visibleView(view, rights) };
  }

  async #changes(request: ReadRequest, rights: ViewerRights): Promise<Reply> {
    const parsed = parseChangeQuery(request.url.searchParams);
    if (parsed.kind === 'invalid') return refusal(400, parsed.message);
    const { query } = parsed;
    if (query.root === undefined && query.uid === undefined) return refusal(400, 'root or uid is needed');
    const answer = async (): Promise<Reply> => ({ kind: 'lines', values: this.#visibleChanges(query, rights) });
    return query.root === undefined ? answer() : this.#ofRoot(request, { rights, answer });
  }

  async *#visibleChanges(query: ChangeQuery, rights: ViewerRights): AsyncIterable<object> {
    const { limit = Number.POSITIVE_INFINITY, ...unlimited } = query;
    let left = limit;
    for (const change of this.#options.reader.changes(unlimited)) {
      if (left <= 0) return;
      if (!(await rights.maySee(change))) continue;
      left -= 1;
      yield change;
    }
  }

  async #latest(entry: SeenRoot, { request, rights }: { readonly request: ReadRequest; readonly rights: ViewerRights }): Promise<Reply> {
    const text = request.url.searchParams.get('at');
    const at = readPosition(text);
    if (text !== null && at === undefined) return refusal(400, 'at: no position');
    const values = this.#visibleLatest({ root: entry.id, ...(at === undefined ? {} : { at }) }, rights);
    return { kind: 'lines', values };
  }

  async *#visibleLatest(query: Parameters<HistoryReader['latest']>[0], rights: ViewerRights): AsyncIterable<object> {
    for (const change of this.#options.reader.latest(query)) if (await rights.maySee(change)) yield change;
  }

  /** A gap of one object is as visible as the object; a gap of a whole collection as its kind in the root's namespace. */
  async #mayKnow(gap: Gap, { entry, rights }: { readonly entry: SeenRoot; readonly rights: ViewerRights }): Promise<boolean> {
    if (gap.ref !== undefined) return rights.may(gap.ref);
    const { group, resource, namespace } = parseScope(gap.scope);
    return rights.mayGet({ group, resource, namespace: namespace === '' ? entry.target.namespace : namespace });
  }

  #stateOf(id: string): { readonly recorded: boolean; readonly state?: object } {
    const standing = this.#options.standingOf(id);
    if (standing === undefined) return { recorded: false };
    const { gone, verdict } = standing;
    return { recorded: true, state: { gone, ...(verdict === undefined ? {} : { verdict }) } };
  }
}

/** Tree, initial tree and summary without what the viewer may not get; a summary row only where he may get all objects of its kind. */
async function visibleView(view: FullRootView | undefined, rights: ViewerRights): Promise<object> {
  if (view === undefined) return {};
  const { tree, initialTree, summary } = view;
  const kinds = [...(tree === undefined ? [] : kindsInTree(tree)), ...(initialTree === undefined ? [] : kindsInTree(initialTree))];
  await rights.learn(kinds);
  const hidden = new Set(kinds.filter((kind) => !rights.knows(kind)).map(({ group, kind }) => `${group}/${kind}`));
  const objectSummaries = summary.objectSummaries.filter(
    ({ apiVersion, kind }) => !hidden.has(`${parseApiVersion(apiVersion).group}/${kind}`),
  );
  const shown = (node: typeof tree) => (node === undefined ? undefined : visibleTree(node, (at) => rights.knows(at)));
  return { tree: shown(tree), initialTree: shown(initialTree), summary: { objectSummaries }, hiddenKinds: hidden.size };
}

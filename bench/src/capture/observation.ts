// What an independent observer saw of a namespace: raw watches of the API server beside those of the recorder, and the lines of `rectrace watch`.

/** One line of a raw watch. at: milliseconds, of one clock for all of an observation. */
export type SeenRevision = {
  readonly at: number;
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly kind: string;
  readonly uid: string;
  readonly version: string;
};

/** One revision of a trace whose status was written. bytes: of the status; newest: the highest revision among its changes. */
export type SeenStatus = { readonly at: number; readonly trace: string; readonly bytes: number; readonly newest: number };

/** One change that `rectrace watch` told; key as revisionKey gives it. */
export type SeenLine = { readonly at: number; readonly key: string };

/** cpuMs: of the observer itself. lineProblem: what `rectrace watch` said on stderr where it ended too early. */
export type Observation = {
  readonly revisions: readonly SeenRevision[];
  readonly statuses: readonly SeenStatus[];
  readonly lines: readonly SeenLine[];
  readonly cpuMs: number;
  readonly lineProblem?: string;
};

/** What the observer is told first. watched: the target of `rectrace watch`, absent where none runs. */
export type ObserverTask = {
  readonly serverUrl: string;
  readonly caFile: string;
  readonly token: string;
  readonly namespace: string;
  readonly watched?: { readonly program: readonly string[]; readonly env: NodeJS.ProcessEnv };
};

/** task: from here on. ready: all watches run. end: stop and tell. */
export type ToObserver = { readonly kind: 'task'; readonly task: ObserverTask } | { readonly kind: 'end' };
export type FromObserver = { readonly kind: 'ready' } | { readonly kind: 'observation'; readonly observation: Observation };

/** uid/version, or uid/deleted: how the recorder names a change within an epoch. */
export function revisionKey({ type, uid, version }: Pick<SeenRevision, 'type' | 'uid' | 'version'>): string {
  return type === 'DELETED' ? `${uid}/deleted` : `${uid}/${version}`;
}

/** The same of a change's id, which has the epoch in front. */
export function keyOfId(id: string): string {
  return id.slice(id.indexOf('/') + 1);
}

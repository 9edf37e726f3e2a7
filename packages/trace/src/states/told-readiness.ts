// What is told of an object's readiness, and the words for it.

/** '-': the kind has no such notion. */
export type Ready = 'True' | 'False' | 'Unknown' | '-';

export type Readiness = {
  readonly ready: Ready;
  /** As kubectl get prints it: a phase (Running, ImagePullBackOff, Bound, Terminating) or counters (2/3); '' where there is none. */
  readonly status: string;
  /** Why it is not ready: one word of the API where it gives one; '' when ready. NotObserved, Paused and Suspended of any object that nobody acts on. */
  readonly reason: string;
  readonly message: string;
  /** RFC 3339: since when, where the object says so. */
  readonly since?: string;
};

const STANDSTILLS: ReadonlySet<string> = new Set(['NotObserved', 'Paused', 'Suspended']);

/** Nobody acts on what is asked of it. */
export function standsStill({ reason }: Pick<Readiness, 'reason'>): boolean {
  return STANDSTILLS.has(reason);
}

/** Its status names no more than a phase or counters. */
export function saysLittle({ reason, status }: Pick<Readiness, 'reason' | 'status'>): boolean {
  return reason === '' || reason === status || reason === 'Progressing';
}

/** 'ImagePullBackOff: Back-off pulling image …'. */
export function reasonText({ reason, status, message }: Pick<Readiness, 'reason' | 'status' | 'message'>): string {
  return [reason || status, message].filter((part) => part !== '').join(': ');
}

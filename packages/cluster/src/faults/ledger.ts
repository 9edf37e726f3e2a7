// The reckoning of a fault run: what an undisturbed watch saw against what a disturbed reflector told.

import { compareDecimals } from '@rectrace/kube';
import type { RecorderMessage } from '@rectrace/trace';

export type WrittenRevision = {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly uid: string;
  readonly name: string;
  readonly resourceVersion: string;
};

export type Reckoning = {
  readonly written: number;
  readonly recorded: number;
  readonly inGaps: number;
  /** Of those in gaps: of objects that came and went inside the break; the others were answered 410. */
  readonly cameAndWent: number;
  readonly unexplained: number;
  /** Revisions told as news more than once. */
  readonly doubled: number;
  /** Told, but never written. */
  readonly invented: number;
  /** The first few that are unexplained, doubled or invented, for the reader. */
  readonly examples: readonly string[];
};

type GapMessage = RecorderMessage & { readonly kind: 'Gap' };
type Told = {
  readonly revisions: ReadonlyMap<string, number>;
  readonly vanished: ReadonlySet<string>;
  readonly named: ReadonlyMap<string, readonly GapMessage[]>;
  readonly unnamed: readonly GapMessage[];
};

/**
 * Compares by uid and resourceVersion, up to a version: others may go on writing. A deletion that is told as Vanished counts as recorded.
 */
export function reckon(seen: readonly WrittenRevision[], messages: readonly RecorderMessage[], last?: string): Reckoning {
  const written = seen.filter(({ resourceVersion }) => isUpTo(resourceVersion, last));
  const told = collect(messages, last);
  const lives = livesOf(written);
  const verdicts = written.map((revision) => ({ revision, verdict: judge(revision, { told, lives }) }));
  const count = (verdict: Verdict): number => verdicts.filter((entry) => entry.verdict === verdict).length;
  const doubled = [...told.revisions].filter(([, times]) => times > 1);
  const known = new Set(written.map(keyOf));
  const invented = [...told.revisions.keys()].filter((key) => !known.has(key));
  const unexplained = verdicts.filter(({ verdict }) => verdict === 'unexplained');
  return {
    written: written.length,
    recorded: count('recorded'),
    inGaps: count('expired') + count('cameAndWent'),
    cameAndWent: count('cameAndWent'),
    unexplained: unexplained.length,
    doubled: doubled.length,
    invented: invented.length,
    examples: [
      ...unexplained.slice(0, 5).map(({ revision }) => `unexplained ${revision.type} ${revision.name} ${keyOf(revision)}`),
      ...doubled.slice(0, 5).map(([key, times]) => `doubled ${key} ${times} times`),
      ...invented.slice(0, 5).map((key) => `invented ${key}`),
    ],
  };
}

type Verdict = 'recorded' | 'expired' | 'cameAndWent' | 'unexplained';
type Life = { readonly born: string | undefined; readonly died: string | undefined };

function judge(revision: WrittenRevision, { told, lives }: { readonly told: Told; readonly lives: ReadonlyMap<string, Life> }): Verdict {
  const { uid, resourceVersion, type } = revision;
  if (told.revisions.has(keyOf(revision))) return 'recorded';
  if (type === 'DELETED' && told.vanished.has(uid)) return 'recorded';
  if ((told.named.get(uid) ?? []).some((gap) => isBetween(resourceVersion, gap))) return 'expired';
  const { born, died } = lives.get(uid) ?? { born: undefined, died: undefined };
  const unseen = told.unnamed.some((gap) => born !== undefined && died !== undefined && isBetween(born, gap) && isBetween(died, gap));
  return unseen ? 'cameAndWent' : 'unexplained';
}

function collect(messages: readonly RecorderMessage[], last: string | undefined): Told {
  const revisions = new Map<string, number>();
  for (const message of messages) {
    if (message.kind !== 'Observed') continue;
    const { uid = '', resourceVersion = '' } = message.object.metadata;
    if (!isUpTo(resourceVersion, last)) continue;
    const key = keyOf({ uid, resourceVersion });
    revisions.set(key, (revisions.get(key) ?? 0) + 1);
  }
  const gaps = messages.filter((message) => message.kind === 'Gap');
  return {
    revisions,
    vanished: new Set(messages.flatMap((message) => (message.kind === 'Vanished' ? [String(message.ref.uid)] : []))),
    named: Map.groupBy(
      gaps.filter(({ ref }) => ref !== undefined),
      ({ ref }) => ref?.uid ?? '',
    ),
    unnamed: gaps.filter(({ ref }) => ref === undefined),
  };
}

function livesOf(written: readonly WrittenRevision[]): ReadonlyMap<string, Life> {
  const lives = new Map<string, Life>();
  for (const { uid, type, resourceVersion } of written) {
    const life = lives.get(uid) ?? { born: undefined, died: undefined };
    lives.set(uid, { born: type === 'ADDED' ? resourceVersion : life.born, died: type === 'DELETED' ? resourceVersion : life.died });
  }
  return lives;
}

function isBetween(version: string, { from, to }: GapMessage): boolean {
  return compareDecimals(version, from) > 0 && compareDecimals(version, to) <= 0;
}

function isUpTo(version: string, last: string | undefined): boolean {
  return last === undefined || compareDecimals(version, last) <= 0;
}

function keyOf({ uid, resourceVersion }: { readonly uid: string; readonly resourceVersion: string }): string {
  return `${uid}@${resourceVersion}`;
}

// Where cycles of an unwatched past began: the root's creation, each new pod template, later writes of its spec, its deletion.

import type { KubeObject } from '@rectrace/kube';
import { parseInstant, refOf } from '@rectrace/kube';
import type { CauseKind } from '../cycle.ts';
import { changedFields } from '../cycles/changed-fields.ts';
import type { CycleDetail } from '../cycles/cycle-detail.ts';
import type { Writer } from '../revisions/writer.ts';
import type { Evidence } from './evidence.ts';
import { evidenceOf, specWritersOf, writtenFields } from './evidence.ts';
import type { Rollout } from './rollout-history.ts';
import { rolloutsOf, templateChanges } from './rollout-history.ts';

/** rollout: the template that it brought; replaced: the one in use before. */
export type Start = {
  readonly kind: CauseKind;
  readonly evidence: Evidence;
  readonly detail: CycleDetail;
  readonly rollout?: Rollout;
  readonly replaced?: Rollout;
};

/** Writes this close to a known start belong to it: times have whole seconds. */
const SAME_WRITE_MS = 2000;
/** A controller takes up a new template within this time of its write. */
const FOLLOWS_WITHIN_MS = 1000;
/** A first template that appears within this time of the root is the one it was created with. */
const FIRST_TEMPLATE_MS = 60_000;

/** Oldest first. Empty where the root does not say when it was created. */
export function findStarts({ root, members }: { readonly root: KubeObject; readonly members: readonly KubeObject[] }): readonly Start[] {
  const own = evidenceOf(root);
  const creation = own.find(({ mark }) => mark === 'created');
  if (creation === undefined) return [];
  const rollouts = rolloutsOf(root, members);
  const [first] = rollouts;
  const initial = first !== undefined && isInitial(first, creation.time) ? first : undefined;
  const created: Start = {
    kind: 'created',
    evidence: creation,
    detail: { kind: 'created' },
    ...(initial === undefined ? {} : { rollout: initial }),
  };
  const templates = templateStarts(root, rollouts, initial);
  const writes = writeStarts(root, [created, ...templates]);
  const deletion = own
    .filter(({ mark }) => mark === 'deleting')
    .map((evidence): Start => ({ kind: 'deletion', evidence, detail: { kind: 'deletionAsked' } }));
  return [created, ...[...templates, ...writes, ...deletion].sort((left, right) => left.evidence.time - right.evidence.time)];
}

function isInitial({ revisions, time }: Rollout, created: number): boolean {
  return revisions.includes(1) || time - created < FIRST_TEMPLATE_MS;
}

function templateStarts(root: KubeObject, rollouts: readonly Rollout[], initial: Rollout | undefined): readonly Start[] {
  const later = rollouts.filter((rollout) => rollout !== initial);
  const starts = later.map((rollout) => templateStart(root, { rollout, replaced: replacedBy(rollout, rollouts), time: rollout.time }));
  const rollback = rollbackOf(root, rollouts);
  return rollback === undefined ? starts : [...starts, rollback];
}

type Template = { readonly rollout: Rollout; readonly replaced: Rollout | undefined; readonly time: number };

function templateStart(root: KubeObject, { rollout, replaced, time }: Template): Start {
  const diff = replaced === undefined ? [] : templateChanges(replaced, rollout);
  const writer = templateWriterAt(root, time);
  const mark = `template/${rollout.object.metadata.name}/${rollout.revisions.at(-1) ?? ''}/${time}`;
  const evidence: Evidence = { type: 'Update', ref: refOf(root), time, mark, diff, ...(writer === undefined ? {} : { writer }) };
  return {
    kind: 'generation',
    evidence,
    detail: { kind: 'template', ...changedFields(diff) },
    rollout,
    ...(replaced === undefined ? {} : { replaced }),
  };
}

/** The template with the revision before, else the one that appeared before. */
function replacedBy(rollout: Rollout, rollouts: readonly Rollout[]): Rollout | undefined {
  const number = rollout.revisions[0] ?? 0;
  return rollouts.find(({ revisions }) => revisions.includes(number - 1)) ?? rollouts[rollouts.indexOf(rollout) - 1];
}

/** A template taken up again leaves no new object behind: it holds the highest revision without being the newest. Its time is that of the spec's last write. */
function rollbackOf(root: KubeObject, rollouts: readonly Rollout[]): Start | undefined {
  const newest = rollouts.at(-1);
  const latest = [...rollouts].sort((left, right) => highest(right) - highest(left))[0];
  if (newest === undefined || latest === undefined || highest(latest) <= highest(newest)) return undefined;
  const times = specWritersOf(root, 'f:template').map(({ time }) => parseInstant(time) ?? 0);
  const time = Math.max(0, ...times);
  if (time <= newest.time) return undefined;
  const replaced = rollouts.find(({ revisions }) => revisions.includes(highest(latest) - 1)) ?? newest;
  return templateStart(root, { rollout: latest, replaced, time });
}

function highest({ revisions }: Rollout): number {
  return Math.max(0, ...revisions);
}

/** Writes of the spec that no template explains, as many as there are unexplained generations, the newest first. */
function writeStarts(root: KubeObject, known: readonly Start[]): readonly Start[] {
  const unexplained = Number(root.metadata.generation ?? 0) - known.length;
  if (unexplained <= 0) return [];
  const starts = specWritersOf(root)
    .map((writer) => ({ writer, time: parseInstant(writer.time) ?? 0 }))
    .filter(({ time }) => known.every(({ evidence }) => Math.abs(evidence.time - time) > SAME_WRITE_MS))
    .sort((left, right) => right.time - left.time)
    .slice(0, unexplained);
  return starts.map(({ writer, time }): Start => {
    const diff = writtenFields(root, writer);
    const evidence: Evidence = { type: 'Update', ref: refOf(root), time, mark: `spec/${writer.manager}`, diff, writer };
    return { kind: 'generation', evidence, detail: { kind: 'specChanged' } };
  });
}

/** The one manager whose last write of the template was then; what made the object wrote at its creation. */
function templateWriterAt(root: KubeObject, time: number): Writer | undefined {
  const created = parseInstant(root.metadata.creationTimestamp);
  const near = specWritersOf(root, 'f:template').filter((writer) => {
    const wrote = parseInstant(writer.time) ?? 0;
    return wrote !== created && wrote <= time && time - wrote <= FOLLOWS_WITHIN_MS;
  });
  return near.length === 1 ? near[0] : undefined;
}

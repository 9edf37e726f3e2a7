// Random stories of one object, told to both servers: after every step the whole object is compared.
import type { ApiClient } from '@rectrace/testbed';
import type fc from 'fast-check';
import type { Body } from '../cases/apply-bodies.ts';
import { APPLY_PATCH, apply, MERGE_PATCH, patch } from '../cases/apply-bodies.ts';
import { differences } from '../compare.ts';
import { rename } from '../rename.ts';
import { Subject } from '../subject.ts';
import type { ApplyStep } from './apply-step.ts';
import { makeSteps } from './apply-step.ts';

export type StoryKind = {
  readonly title: string;
  readonly apiVersion: string;
  readonly kind: string;
  readonly fields: fc.Arbitrary<Body>;
  readonly hasStatus: boolean;
  /** Of the updates between the applies. */
  readonly patchType: string;
  /** Path of the collection. */
  readonly prepare: (subject: Subject, namespace: string) => Promise<string>;
  /** Applied first, so that everything after it is valid. */
  readonly base: Body;
};

export type Telling = {
  readonly real: ApiClient;
  readonly ours: ApiClient;
  readonly seed: number;
  readonly steps: number;
  readonly namespace: string;
};

/** examples: the first differences, a step each. */
export type StoryFigures = { readonly steps: number; readonly equal: number; readonly examples: readonly string[] };

const MOST_EXAMPLES = 3;
const EXCHANGES = 2;

export async function tellStory(kind: StoryKind, telling: Telling): Promise<StoryFigures> {
  const steps = makeSteps(kind.fields, telling);
  const sides = [new Subject('real', telling.real), new Subject('ours', telling.ours)];
  const starts: number[] = [];
  for (const subject of sides) {
    const { namespace } = telling;
    await subject.prepare({ method: 'POST', path: '/api/v1/namespaces', body: { metadata: { name: namespace } } });
    const path = `${await kind.prepare(subject, namespace)}/story`;
    starts.push(subject.exchanges.length);
    for (const step of [{ manager: 'base', how: 'force', fields: kind.base } as const, ...steps]) await take(subject, kind, { path, step });
  }
  return compareSides(sides, steps.length + 1, starts);
}

type Taking = { readonly path: string; readonly step: ApplyStep };

/** One request that may change the object, and one that reads it. */
async function take(subject: Subject, { apiVersion, kind, hasStatus, patchType, base }: StoryKind, { path, step }: Taking): Promise<void> {
  const { manager, how, fields } = step;
  const body = { apiVersion, kind, ...fields, metadata: { ...(fields['metadata'] as Body | undefined), name: 'story' } };
  const place = how === 'status' && hasStatus ? `${path}/status` : path;
  if (how === 'patch') await patch(subject, { path, manager, contentType: patchType, body: fields });
  else if (how === 'forget') await patch(subject, { path, manager, contentType: MERGE_PATCH, body: { metadata: { managedFields: [{}] } } });
  else await apply(subject, { path: place, manager, body, force: how === 'force' });
  await subject.ask({ path });
  // Somebody must own what the object can't be without.
  if (how === 'forget') await rebase(subject, { apiVersion, kind, base }, path);
}

async function rebase(
  subject: Subject,
  { apiVersion, kind, base }: Pick<StoryKind, 'apiVersion' | 'kind' | 'base'>,
  path: string,
): Promise<void> {
  const body = { apiVersion, kind, ...base, metadata: { name: 'story' } };
  await subject.prepare({ method: 'PATCH', path: `${path}?fieldManager=base&force=true`, contentType: APPLY_PATCH, body });
}

function compareSides(sides: readonly Subject[], steps: number, starts: readonly number[]): StoryFigures {
  const now = Date.now();
  const [real, ours] = sides.map((side, index) => rename(side.exchanges, now).answers.slice(starts[index]));
  const examples: string[] = [];
  let equal = 0;
  for (let step = 0; step < steps; step++) {
    const lines = Array.from({ length: EXCHANGES }, (_, index) => step * EXCHANGES + index).flatMap((index) =>
      differences(real?.[index], ours?.[index]),
    );
    if (lines.length === 0) equal++;
    else if (examples.length < MOST_EXAMPLES) examples.push([`step ${step}`, ...lines.slice(0, 30)].join('\n  '));
  }
  return { steps, equal, examples };
}

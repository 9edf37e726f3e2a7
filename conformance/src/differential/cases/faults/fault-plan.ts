// Single faults: a valid object of a kind with one thing wrong, created; one thing changed; one thing written to its status. All of it dry, so that
// each stands alone.
import type { JsonObject } from '@rectrace/kube';
import { isJsonObject } from '@rectrace/kube';
import type { ApiRequest } from '@rectrace/testbed';
import type { DifferentialCase } from '../../differential-case.ts';
import { differentialCase } from '../../differential-case.ts';
import type { Subject } from '../../subject.ts';

/** By what is wrong: what is merged into the valid object. */
export type Faults = Readonly<Record<string, JsonObject>>;

export type FaultPlan = {
  readonly title: string;
  /** e.g. /api/v1 */
  readonly api: string;
  readonly plural: string;
  readonly namespaced?: false;
  /** A valid one; its name is filled in, and '<namespace>' by its own. */
  readonly body: JsonObject;
  /** What its status is before anything is changed. */
  readonly status?: JsonObject;
  readonly created?: Faults;
  readonly changed?: Faults;
  readonly statuses?: Faults;
  /** Written through other subresources. */
  readonly views?: Readonly<Record<string, Faults>>;
};

const ROW = 27;
const MERGE = 'application/merge-patch+json';

/** What the servers give out of their own accord. */
const GIVEN: readonly (readonly [RegExp, string])[] = [
  [/198\.19\.\d+\.\d+/g, '<address>'],
  [/("nodePort"|"healthCheckNodePort"):3[0-2]\d{3}/g, '$1:"<port>"'],
];

export function faultCases(plans: readonly FaultPlan[]): readonly DifferentialCase[] {
  return plans.map((plan) => differentialCase(ROW, `faults of ${plan.title}`, (subject, namespace) => play(plan, { subject, namespace })));
}

type Playing = { readonly subject: Subject; readonly namespace: string };

async function play(plan: FaultPlan, { subject, namespace }: Playing): Promise<void> {
  const namespaced = plan.namespaced ?? true;
  const collection = namespaced ? `${plan.api}/namespaces/${namespace}/${plan.plural}` : `${plan.api}/${plan.plural}`;
  const name = namespaced ? 'it' : namespace;
  const body = placed(merged(plan.body, { metadata: { name } }), namespace);
  const path = `${collection}/${name}`;
  for (const [title, fault] of Object.entries(plan.created ?? {}))
    await ask(subject, title, { method: 'POST', path: `${collection}?dryRun=All`, body: merged(body, fault) });
  await ask(subject, 'nothing is wrong', { method: 'POST', path: collection, body });
  if (plan.status !== undefined)
    await ask(subject, 'its status', { method: 'PATCH', path: `${path}/status`, contentType: MERGE, body: { status: plan.status } });
  for (const { title, at, body: change } of writesOf(plan))
    await ask(subject, title, { method: 'PATCH', path: `${path}${at}?dryRun=All`, contentType: MERGE, body: change });
}

type Write = { readonly title: string; readonly at: string; readonly body: JsonObject };

function writesOf({ changed = {}, statuses = {}, views = {} }: FaultPlan): readonly Write[] {
  const writes = (faults: Faults, at: string): readonly Write[] => Object.entries(faults).map(([title, body]) => ({ title, at, body }));
  return [
    ...writes(changed, ''),
    ...Object.entries(statuses).map(([title, status]) => ({ title, at: '/status', body: { status } })),
    ...Object.entries(views).flatMap(([view, faults]) => writes(faults, `/${view}`)),
  ];
}

async function ask(subject: Subject, title: string, request: ApiRequest): Promise<void> {
  const { status, headers, body } = await subject.prepare(request);
  const shown = JSON.stringify({ status, warning: headers['warning'] ?? null, body });
  const text = GIVEN.reduce((known, [pattern, word]) => known.replaceAll(pattern, word), shown);
  subject.note(`${title}: ${request.method} ${request.path} ${JSON.stringify(request.body)}`, JSON.parse(text));
}

/** With the namespace where the body names its own. */
function placed(body: JsonObject, namespace: string): JsonObject {
  return JSON.parse(JSON.stringify(body).replaceAll('<namespace>', namespace));
}

/** As a merge patch does it: null takes away, lists are replaced. */
function merged(value: JsonObject, patch: JsonObject): JsonObject {
  const entries = Object.entries(patch).filter(([, change]) => change !== null);
  const kept = Object.entries(value).filter(([key]) => !Object.hasOwn(patch, key));
  return Object.fromEntries([
    ...kept,
    ...entries.map(([key, change]) => {
      const own = value[key];
      return [key, isJsonObject(change) ? merged(isJsonObject(own) ? own : {}, change) : change] as const;
    }),
  ]) as JsonObject;
}

// One definition on both servers: created, served, and what both make of random objects of its kinds. How many answers were compared, and what differs.
import type { Json, JsonObject } from '@rectrace/kube';
import { isJsonObject, listAt, stringAt, valueAt } from '@rectrace/kube';
import { below, type Random, seededRandom } from '../../kills/seeded-random.ts';
import { answers, DEFINITIONS } from '../cases/definition-bodies.ts';
import { askSorted } from '../cases/sorted-answer.ts';
import { compareAnswers } from '../compare-answers.ts';
import type { Sides } from '../sides.ts';
import { Subject } from '../subject.ts';
import { mutate, randomValue } from './random-value.ts';

export type Figures = {
  readonly compared: number;
  readonly equal: number;
  readonly accepted: number;
  readonly differences: readonly string[];
};

export type Plan = { readonly definition: JsonObject; readonly seed: number; readonly objects: number };

const VALIDATIONS = ['Strict', 'Warn', 'Ignore'];
const MERGE = 'application/merge-patch+json';

export async function playDefinition({ real, ours }: Sides, plan: Plan): Promise<Figures> {
  const subjects = [new Subject('real', real), new Subject('ours', ours)] as const;
  const accepted = await Promise.all(subjects.map((subject) => play(subject, plan)));
  const [left, right] = subjects.map(({ exchanges }) => exchanges);
  const lines = compareAnswers(left ?? [], right ?? []);
  const compared = left?.length ?? 0;
  const differing = new Set(lines.map((line) => line.split('\n')[0])).size;
  return { compared, equal: compared - differing, accepted: accepted[0] ?? 0, differences: lines };
}

/** Returns how many objects were accepted. */
async function play(subject: Subject, { definition, seed, objects }: Plan): Promise<number> {
  const random = seededRandom(seed);
  const name = stringAt(definition, ['metadata', 'name']) ?? '';
  const { status } = await askSorted(subject, { method: 'POST', path: DEFINITIONS, body: definition });
  if (status !== 201) return 0;
  let accepted = 0;
  const served = listAt(definition, ['spec', 'versions']).filter((version) => valueAt(version, ['served']) === true);
  for (const version of served) await answers(subject, { path: pathOf(definition, version, ''), status: 200 });
  await settled(subject, definition);
  for (const version of served)
    for (let index = 0; index < objects; index++) accepted += await tryObject(subject, { definition, version, random, index });
  await remove(subject, `${DEFINITIONS}/${name}`);
  return accepted;
}

/** It is served some seconds before it says so; who says what first is left to chance. */
async function settled(subject: Subject, definition: JsonObject): Promise<void> {
  const isProtected = /\.k(ubernetes\.io|8s\.io)$/.test(stringAt(definition, ['spec', 'group']) ?? '');
  const path = `${DEFINITIONS}/${stringAt(definition, ['metadata', 'name'])}`;
  const end = Date.now() + 30_000;
  for (let said: readonly string[] = []; said.length < (isProtected ? 3 : 2); ) {
    if (Date.now() > end) throw new Error(`${subject.name}: ${path} says only ${said}`);
    const { body } = await subject.prepare({ path });
    const conditions = listAt(body as Json, ['status', 'conditions']);
    said = conditions.filter((condition) => stringAt(condition, ['status']) === 'True').map(typeOf);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const { body } = await subject.prepare({ path });
  const conditions = listAt(body as Json, ['status', 'conditions']).toSorted((left, right) => (typeOf(left) < typeOf(right) ? -1 : 1));
  subject.note(`GET ${path}`, { spec: valueAt(body as Json, ['spec']), conditions });
}

function typeOf(condition: Json): string {
  return stringAt(condition, ['type']) ?? '';
}

/** The real server takes its time over large ones. */
async function remove(subject: Subject, path: string): Promise<void> {
  await subject.prepare({ method: 'DELETE', path });
  const end = Date.now() + 120_000;
  while ((await subject.prepare({ path })).status !== 404) {
    if (Date.now() > end) throw new Error(`${subject.name}: ${path} does not go`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

type Trying = { readonly definition: JsonObject; readonly version: Json; readonly random: Random; readonly index: number };

/** Created, and where it is accepted changed twice. */
async function tryObject(subject: Subject, { definition, version, random, index }: Trying): Promise<number> {
  const path = pathOf(definition, version, 'default');
  const body = randomBody(definition, version, random);
  const validation = VALIDATIONS[below(random, 3)] ?? '';
  const name = `o${index}`;
  const mutations = [mutate(body, random), mutate(body, random)];
  const named = { ...body, metadata: { name } };
  const made = await askSorted(
    subject,
    { method: 'POST', path: `${path}?fieldValidation=${validation}`, body: named },
    `${index} ${JSON.stringify(body)}`,
  );
  if (made.status !== 201) return 0;
  for (const mutation of mutations) {
    if (!isJsonObject(mutation)) continue;
    const patch = { ...mutation, apiVersion: body['apiVersion'] ?? null, kind: body['kind'] ?? null, metadata: {} };
    await askSorted(
      subject,
      { method: 'PATCH', path: `${path}/${name}`, contentType: MERGE, body: patch },
      `${index} ${JSON.stringify(mutation)}`,
    );
  }
  await subject.prepare({ method: 'DELETE', path: `${path}/${name}` });
  return 1;
}

function randomBody(definition: JsonObject, version: Json, random: Random): JsonObject {
  const schema = valueAt(version, ['schema', 'openAPIV3Schema']) ?? {};
  const share = 0.1 + random() * 0.6;
  const found = randomValue(schema, { random, share, faults: random() < 0.5 ? 0 : 0.02 });
  return {
    ...(isJsonObject(found) ? found : {}),
    apiVersion: `${stringAt(definition, ['spec', 'group'])}/${stringAt(version, ['name'])}`,
    kind: stringAt(definition, ['spec', 'names', 'kind']) ?? '',
  };
}

function pathOf(definition: JsonObject, version: Json, namespace: string): string {
  const base = `/apis/${stringAt(definition, ['spec', 'group'])}/${stringAt(version, ['name'])}`;
  const inNamespace = namespace !== '' && stringAt(definition, ['spec', 'scope']) === 'Namespaced';
  return `${base}${inNamespace ? `/namespaces/${namespace}` : ''}/${stringAt(definition, ['spec', 'names', 'plural'])}`;
}

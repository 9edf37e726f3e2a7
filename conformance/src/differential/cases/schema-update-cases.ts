// Row 28: custom resources whose definitions or values change: ratcheting, transition rules, versions, status.
import { type DifferentialCase, differentialCase } from '../differential-case.ts';
import type { RunningWatch, Subject } from '../subject.ts';
import { abolish, DEFINITIONS, establish, groupFor } from './definition-bodies.ts';
import { type Schema, specSchema } from './schema-bodies.ts';
import { askSorted } from './sorted-answer.ts';
import { INVALID, LOOSE, RATCHETED, SELECTABLE, STRICT, TRANSITION_PATCHES, TRANSITIONS } from './update-schemas.ts';

const MERGE_PATCH = 'application/merge-patch+json';
const TEXT: Schema = { type: 'string' };
const KEEP: Schema = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };

export const SCHEMA_UPDATE_CASES: readonly DifferentialCase[] = [
  differentialCase(28, 'values that a new schema refuses stay as they are', async (subject, namespace) => {
    const place = await start(subject, namespace, [{ schema: wrapped(specSchema(LOOSE)) }]);
    await create(subject, place, { name: 'a', spec: INVALID });
    await tighten(subject, place, {
      schema: wrapped(specSchema(STRICT, { 'x-kubernetes-validations': [{ rule: '!has(self.ruled) || self.ruled < 5' }] })),
    });
    for (const patch of RATCHETED) await change(subject, place, { name: 'a', patch });
    await abolish(subject, place.definition);
  }),
  differentialCase(28, 'rules about what was there before', async (subject, namespace) => {
    const place = await start(subject, namespace, [{ schema: wrapped(TRANSITIONS) }]);
    await create(subject, place, {
      name: 'a',
      spec: {
        fixed: 'x',
        grows: 1,
        parts: [
          { name: 'a', v: 1 },
          { name: 'b', v: 2 },
        ],
        map: { a: 1 },
        set: ['a', 'b'],
      },
    });
    await create(subject, place, { name: 'b', spec: { late: 'x' } });
    for (const patch of TRANSITION_PATCHES) await change(subject, place, { name: 'a', patch });
    await abolish(subject, place.definition);
  }),
  differentialCase(28, 'writes to the status of custom resources', async (subject, namespace) => {
    const status: Schema = {
      type: 'object',
      required: ['phase'],
      properties: {
        phase: { type: 'string', enum: ['A', 'B'] },
        n: { type: 'integer', default: 1, maximum: 5 },
        list: { type: 'array', 'x-kubernetes-list-type': 'set', items: TEXT },
      },
    };
    const schema: Schema = {
      type: 'object',
      properties: { spec: { type: 'object', properties: { a: { type: 'string', maxLength: 3 } } }, status },
      'x-kubernetes-validations': [{ rule: '!has(self.status) || self.status.phase != "B" || has(self.spec.a)', message: 'B needs a' }],
    };
    const place = await start(subject, namespace, [{ schema: wrapped(schema), subresources: { status: {} } }]);
    await create(subject, place, { name: 'a', spec: {}, more: { status: { phase: 'odd' } } });
    const statuses = [
      { phase: 'A' },
      { phase: 'C' },
      {},
      { phase: 'B' },
      { phase: 'A', n: 9, unknown: 1 },
      { list: ['x', 'x'] },
      { n: 'x' },
      null,
    ];
    for (const one of statuses)
      await change(subject, place, { name: 'a', patch: { status: one, spec: { a: 'ignored' } }, part: '/status' });
    await change(subject, place, { name: 'a', patch: { spec: { a: 'long' }, status: { phase: 'C' } } });
    await subject.ask({ path: `${place.path('v1')}/a` });
    await abolish(subject, place.definition);
  }),
  differentialCase(28, 'versions with schemas of their own', async (subject, namespace) => {
    const versions = [
      {
        name: 'v1',
        schema: wrapped(specSchema({ a: { type: 'string', default: 'one' }, both: { type: 'integer', maximum: 5 }, only1: TEXT })),
      },
      {
        name: 'v2',
        storage: false,
        selectableFields: [{ jsonPath: '.spec.b' }],
        additionalPrinterColumns: [{ name: 'B', type: 'string', jsonPath: '.spec.b' }],
        schema: wrapped(specSchema({ b: { type: 'string', default: 'two' }, both: { type: 'integer', minimum: 3 }, only2: TEXT })),
      },
    ];
    const place = await start(subject, namespace, versions);
    await create(subject, place, { name: 'a', spec: { only1: 'x', only2: 'y', both: 1 } });
    await create(subject, place, { name: 'b', version: 'v2', spec: { only1: 'x', only2: 'y', both: 7 } });
    await create(subject, place, { name: 'c', version: 'v2', spec: { both: 1 } });
    await playVersions(subject, place);
    await abolish(subject, place.definition);
  }),
  differentialCase(28, 'a storage version that changes', async (subject, namespace) => {
    const v1 = { name: 'v1', schema: wrapped(specSchema({ a: TEXT, old: TEXT })) };
    const v2 = { name: 'v2', schema: wrapped(specSchema({ a: TEXT, fresh: { type: 'string', default: 'f' } })) };
    const place = await start(subject, namespace, [v1, { ...v2, storage: false }]);
    await create(subject, place, { name: 'a', spec: { a: 'x', old: 'o' } });
    await replaceVersions(subject, place, [
      { ...v1, storage: false, served: true },
      { ...v2, storage: true, served: true },
    ]);
    await probe(subject, place, { version: 'v2', spec: {}, wanted: 201 });
    await new Promise((resolve) => setTimeout(resolve, 500));
    for (const version of ['v1', 'v2']) await subject.ask({ path: `${place.path(version)}/a` });
    await change(subject, place, { name: 'a', version: 'v2', patch: { metadata: { labels: { l: '1' } } } });
    for (const version of ['v1', 'v2']) await subject.ask({ path: `${place.path(version)}/a` });
    await subject.ask({ path: `${DEFINITIONS}/${place.definition}/status` });
    await abolish(subject, place.definition);
  }),
  differentialCase(28, 'a definition that is replaced under a watch', async (subject, namespace) => {
    const place = await start(subject, namespace, [{ schema: wrapped(specSchema({ a: TEXT })) }]);
    await create(subject, place, { name: 'a', spec: { a: 'x', b: 'y' } });
    const cut = await watchFromHere(subject, place);
    await tighten(subject, place, {
      schema: wrapped(specSchema({ a: { type: 'string', maxLength: 3 }, b: { type: 'string', default: 'late' }, ...STRICT })),
    });
    await cut.done;
    await subject.ask({ path: `${place.path('v1')}/a` });
    const watch = await watchFromHere(subject, place);
    await change(subject, place, { name: 'a', patch: { spec: { a: 'long' } } });
    await change(subject, place, { name: 'a', patch: { spec: { a: 'y' } } });
    await subject.ask({ method: 'DELETE', path: `${place.path('v1')}/a` });
    await watch.done;
    await abolish(subject, place.definition);
  }),
  differentialCase(28, 'fields that selectors may name', async (subject, namespace) => {
    const fields = (...paths: readonly string[]): Schema => ({ selectableFields: paths.map((jsonPath) => ({ jsonPath })) });
    const group = groupFor(namespace);
    const schema = wrapped(
      specSchema({
        a: TEXT,
        n: { type: 'integer' },
        f: { type: 'boolean' },
        d: { type: 'number' },
        o: KEEP,
        l: { type: 'array', items: TEXT },
        m: { type: 'object', additionalProperties: TEXT },
      }),
    );
    for (const paths of SELECTABLE) {
      await askSorted(
        subject,
        { method: 'POST', path: `${DEFINITIONS}?dryRun=All`, body: definitionOf(group, [{ schema, ...fields(...paths) }]) },
        paths.join(),
      );
    }
    const place = await start(subject, namespace, [{ schema, ...fields('.spec.a', '.spec.n', '.spec.f') }]);
    await create(subject, place, { name: 'a', spec: { a: 'x', n: 1, f: true } });
    await create(subject, place, { name: 'b', spec: { a: 'y', f: false } });
    for (const selector of ['spec.a=x', 'spec.a!=x', 'spec.n=1', 'spec.n=', 'spec.f=true', 'spec.f=false,spec.a=y', 'spec.d=1', 'spec.a']) {
      await subject.ask({ path: `${place.path('v1')}?fieldSelector=${encodeURIComponent(selector)}` });
    }
    await abolish(subject, place.definition);
  }),
];

type Place = {
  readonly group: string;
  readonly definition: string;
  readonly path: (version: string) => string;
  readonly namespace: string;
};

async function start(subject: Subject, namespace: string, versions: readonly Schema[]): Promise<Place> {
  const group = groupFor(namespace);
  await establish(subject, { group, versions });
  return {
    group,
    namespace,
    definition: `widgets.${group}`,
    path: (version) => `/apis/${group}/${version}/namespaces/${namespace}/widgets`,
  };
}

function wrapped(schema: Schema): Schema {
  return { openAPIV3Schema: schema };
}

function definitionOf(group: string, versions: readonly Schema[]): object {
  const names = { plural: 'widgets', kind: 'Widget' };
  return {
    metadata: { name: `widgets.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names,
      versions: versions.map((version) => ({ name: 'v1', served: true, storage: true, ...version })),
    },
  };
}

type Creation = { readonly name: string; readonly version?: string; readonly spec: unknown; readonly more?: object };

async function create(subject: Subject, { group, path }: Place, { name, version = 'v1', spec, more = {} }: Creation): Promise<void> {
  const body = { apiVersion: `${group}/${version}`, kind: 'Widget', metadata: { name }, spec, ...more };
  await askSorted(subject, { method: 'POST', path: path(version), body }, name);
}

type Change = { readonly name: string; readonly version?: string; readonly patch: object; readonly part?: string };

async function change(subject: Subject, { path }: Place, { name, version = 'v1', patch, part = '' }: Change): Promise<void> {
  await askSorted(
    subject,
    { method: 'PATCH', path: `${path(version)}/${name}${part}`, contentType: MERGE_PATCH, body: patch },
    JSON.stringify(patch),
  );
}

async function replaceVersions(subject: Subject, { definition }: Place, versions: readonly Schema[]): Promise<void> {
  await subject.ask({ method: 'PATCH', path: `${DEFINITIONS}/${definition}`, contentType: MERGE_PATCH, body: { spec: { versions } } });
}

/** Replaces the schema; returns when it is in force, which a value that it refuses shows. */
async function tighten(subject: Subject, place: Place, version: Schema): Promise<void> {
  await replaceVersions(subject, place, [{ name: 'v1', served: true, storage: true, ...version }]);
  await probe(subject, place, { version: 'v1', spec: { probe: 'too long' }, wanted: 422 });
}

/** Returns once it has told of the one object that is there. */
async function watchFromHere(subject: Subject, { path }: Place): Promise<RunningWatch> {
  return new Promise((resolve) => {
    const watch: RunningWatch = subject.watch({
      path: path('v1'),
      until: (lines) => {
        resolve(watch);
        return lines.some(({ type }) => type === 'DELETED');
      },
    });
  });
}

type Probe = { readonly version: string; readonly spec: object; readonly wanted: number };

async function probe(subject: Subject, { group, path }: Place, { version, spec, wanted }: Probe): Promise<void> {
  const body = { apiVersion: `${group}/${version}`, kind: 'Widget', metadata: { name: 'probe' }, spec };
  for (let status = 0, tries = 0; status !== wanted && tries < 200; tries++) {
    ({ status } = await subject.prepare({ method: 'POST', path: `${path(version)}?dryRun=All`, body }));
    if (status !== wanted) await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function playVersions(subject: Subject, place: Place): Promise<void> {
  for (const version of ['v1', 'v2']) {
    for (const name of ['a', 'b']) await subject.ask({ path: `${place.path(version)}/${name}` });
    await subject.ask({ path: place.path(version) });
  }
  await change(subject, place, { name: 'a', version: 'v2', patch: { spec: { b: 'x', both: 4 } } });
  await change(subject, place, { name: 'b', version: 'v1', patch: { spec: { a: 'x' } } });
  await change(subject, place, { name: 'b', version: 'v1', patch: { spec: { both: 6 } } });
  await change(subject, place, { name: 'b', version: 'v2', patch: { spec: { both: 2 } } });
  for (const selector of ['spec.b=two', 'spec.b=x', 'spec.b='])
    await subject.ask({ path: `${place.path('v2')}?fieldSelector=${encodeURIComponent(selector)}` });
  await subject.ask({ path: `${place.path('v1')}?fieldSelector=spec.b%3Dtwo` });
  await subject.ask({ path: place.path('v2'), headers: { Accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' } });
}

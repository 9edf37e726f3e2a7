// Patches of all four forms that are wrong, or right and hard to bear.
import type { Json, JsonObject } from '@rectrace/kube';
import { formatJson } from '@rectrace/kube';
import type { Chance } from '../differential/random/chance.ts';
import { oddJson, withOddKey } from './odd-json.ts';
import { ODD_KEYS, oddText, oddValue } from './odd-values.ts';
import { oddYaml } from './odd-yaml.ts';

export type OddPatch = { readonly contentType: string; readonly body: Buffer };

const POINTERS = [
  '',
  '/',
  '//',
  '/~',
  '/~2',
  '/~0~1',
  '/metadata',
  '/metadata/labels/~0',
  '/metadata/labels/l',
  '/metadata/finalizers/-',
  '/metadata/finalizers/0',
  '/metadata/resourceVersion',
  '/spec',
  '/spec/-',
  '/spec/containers/-1',
  '/spec/containers/0/name',
  '/spec/containers/00',
  '/spec/containers/1e0',
  '/spec/containers/99999999999999999999',
  '/data/key',
  '/data/key/below',
  'data',
  '#/data',
  '/__proto__/polluted',
  '/constructor/prototype/polluted',
  '/metadata/labels/__proto__',
];
const OPERATIONS = ['add', 'remove', 'replace', 'move', 'copy', 'test', 'ADD', '', 'toString', '__proto__'];

export function oddPatch(chance: Chance, body: JsonObject): OddPatch {
  const makers: readonly (() => OddPatch)[] = [
    () => ({ contentType: 'application/json-patch+json', body: Buffer.from(formatJson(operations(chance))) }),
    () => ({ contentType: 'application/json-patch+json', body: Buffer.from(formatJson(operations(chance))) }),
    () => ({ contentType: 'application/json-patch+json', body: Buffer.from(formatJson(copyBomb(chance))) }),
    () => ({ contentType: 'application/json-patch+json', body: Buffer.from(formatJson(longChain(chance))) }),
    () => ({ contentType: 'application/merge-patch+json', body: Buffer.from(formatJson(withOddKey(chance, {}))) }),
    () => ({ contentType: 'application/merge-patch+json', body: oddJson(chance, body) }),
    () => ({ contentType: 'application/strategic-merge-patch+json', body: Buffer.from(formatJson(directives(chance))) }),
    () => ({ contentType: 'application/strategic-merge-patch+json', body: oddJson(chance, body) }),
    () => ({ contentType: 'application/apply-patch+yaml', body: oddYaml(chance, body) }),
    () => ({ contentType: 'application/apply-patch+yaml', body: Buffer.from(formatJson(withOddManagers(chance, body))) }),
    () => ({ contentType: 'application/apply-patch+cbor', body: oddJson(chance, body) }),
  ];
  return chance.pick(makers)();
}

function operations(chance: Chance): Json {
  const one = (): Json => {
    if (chance.happens(0.05)) return oddValue(chance, 1);
    const operation: JsonObject = { op: chance.pick(OPERATIONS), path: pointer(chance) };
    const from = chance.happens(0.4) ? { from: pointer(chance) } : {};
    const value = chance.happens(0.7) ? { value: oddValue(chance, 2) } : {};
    return { ...operation, ...from, ...value };
  };
  return Array.from({ length: chance.pick([0, 1, 2, 3, 20]) }, one);
}

function pointer(chance: Chance): string {
  if (chance.happens(0.1)) return `/${oddText(chance)}`;
  return chance.happens(0.1) ? `/metadata/annotations/${chance.pick(ODD_KEYS)}` : chance.pick(POINTERS);
}

/** Each copy doubles what the one before has made. */
function copyBomb(chance: Chance): Json {
  const start: Json = [{ op: 'add', path: '/metadata/annotations', value: { a: 'x'.repeat(1 + chance.below(1_000)) } }];
  const copies = Array.from({ length: chance.pick([5, 24, 60]) }, (_, index) => ({
    op: 'copy',
    from: '/metadata',
    path: `/metadata/annotations/c${index}`,
  }));
  return [...start, ...copies];
}

/** As many operations as are allowed, or more, on a large object. */
function longChain(chance: Chance): Json {
  const count = chance.pick([100, 3_000, 10_000, 10_001]);
  const key = (index: number): string => `/metadata/annotations/k${index}`;
  return [
    { op: 'add', path: '/metadata/annotations', value: {} },
    ...Array.from({ length: count - 1 }, (_, index) => ({ op: 'add', path: key(index), value: 'v' })),
  ];
}

function directives(chance: Chance): JsonObject {
  const directive = chance.pick<JsonObject>([
    { $patch: chance.pick(['delete', 'replace', 'merge', 'odd']) },
    { '$setElementOrder/containers': [{ name: 'main' }, oddValue(chance, 1)] },
    { '$deleteFromPrimitiveList/finalizers': oddValue(chance, 1) },
    { $retainKeys: oddValue(chance, 1) },
    { containers: [{ $patch: 'delete', name: 'main' }, { name: oddValue(chance, 1) }] },
    { ports: [{ port: oddValue(chance, 1), protocol: 'TCP' }] },
  ]);
  return chance.pick<JsonObject>([directive, { spec: directive }, { metadata: directive }, { spec: { template: { spec: directive } } }]);
}

function withOddManagers(chance: Chance, body: JsonObject): JsonObject {
  const entry = {
    manager: oddText(chance),
    operation: chance.pick(['Apply', 'Update', 'Odd']),
    apiVersion: chance.pick(['v1', 'apps/v1', 'odd']),
    fieldsType: 'FieldsV1',
    fieldsV1: chance.pick<Json>([
      { 'f:metadata': { 'f:labels': { 'f:__proto__': {} } } },
      { 'k:{"a"': {} },
      { 'i:-1': {} },
      oddValue(chance),
    ]),
  };
  return { ...body, metadata: { ...(body['metadata'] as JsonObject), managedFields: chance.pick<Json>([[], [entry], entry, null]) } };
}

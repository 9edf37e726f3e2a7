import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonObject } from '../../json.ts';
import { jsonEquals } from '../../json.ts';
import { formatFieldsV1 } from '../fieldpath/fields-v1.ts';
import { DEDUCED } from '../schema/free-types.ts';
import { structuralType } from '../schema/structural-type.ts';
import type { Applied } from './apply-object.ts';
import { applyObject } from './apply-object.ts';
import { conflictCauses, conflictMessage } from './conflict-message.ts';
import type { Managers } from './manager.ts';
import { formatManagers, NO_MANAGERS, parseManagers } from './manager.ts';
import type { MergeTarget } from './merge-target.ts';
import { noteUpdate } from './note-update.ts';

const TEXT = { type: 'string' };
const NUMBER = { type: 'integer' };
const SPEC = {
  type: 'object',
  properties: {
    base: TEXT,
    replicas: NUMBER,
    set: { type: 'array', 'x-kubernetes-list-type': 'set', items: TEXT },
    plain: { type: 'array', items: TEXT },
    map: { type: 'object', additionalProperties: TEXT },
    whole: { type: 'object', 'x-kubernetes-map-type': 'atomic', properties: { a: TEXT, b: TEXT } },
    parts: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['port', 'protocol'],
      items: { type: 'object', properties: { port: NUMBER, protocol: { type: 'string', default: 'TCP' }, text: TEXT } },
    },
  },
};

const EMPTY: JsonObject = { apiVersion: 'v1', kind: 'Thing' };
const TYPE = structuralType({ type: 'object', properties: { spec: SPEC } }, { metadata: DEDUCED });
const TARGET: MergeTarget = {
  apiVersion: 'v1',
  kind: 'Thing',
  subresource: '',
  typeOf: (apiVersion) => (apiVersion === 'v1' || apiVersion === 'v2' ? TYPE : undefined),
  writable: (fields) => fields,
  emptyObject: EMPTY,
};

type State = { readonly object: JsonObject; readonly managers: Managers };
const START: State = { object: EMPTY, managers: NO_MANAGERS };

function send(state: State, manager: string, spec: object, options: { readonly force?: boolean; readonly now?: string } = {}): Applied {
  return applyObject({
    target: TARGET,
    live: state.object,
    config: Object.keys(spec).length === 0 ? EMPTY : { ...EMPTY, spec: spec as JsonObject },
    managers: state.managers,
    manager,
    force: options.force ?? false,
    now: options.now ?? '2026-01-01T00:00:00Z',
  });
}

function applied(outcome: Applied): State & { readonly changed: boolean } {
  if (outcome.kind !== 'applied') throw new Error(JSON.stringify(outcome));
  return outcome;
}

function owned({ managers }: State): Record<string, string> {
  return Object.fromEntries([...managers.values()].map(({ name, fields }) => [name, JSON.stringify(formatFieldsV1(fields))]));
}

const value = fc.constantFrom('1', '2');
/** Empty maps and lists by key are left out: taking all out of them leaves null, on the server too. */
const spec = fc.record(
  {
    replicas: fc.nat(2),
    set: fc.subarray(['a', 'b', 'c'], { minLength: 1 }),
    plain: fc.subarray(['a', 'b']),
    map: fc.dictionary(fc.constantFrom('a', 'b'), value, { minKeys: 1 }),
    whole: fc.dictionary(fc.constantFrom('a', 'b'), value),
    parts: fc.uniqueArray(
      fc.record({ port: fc.nat(1), protocol: fc.constantFrom('TCP', 'UDP'), text: value }, { requiredKeys: ['port'] }),
      {
        minLength: 1,
        selector: ({ port, protocol = 'TCP' }) => `${port} ${protocol}`,
      },
    ),
  },
  { requiredKeys: [] },
);
const story = fc.array(fc.record({ manager: fc.constantFrom('one', 'two', 'three'), spec, force: fc.boolean() }), { maxLength: 6 });

/** Somebody manages something from the start. */
function based(): State {
  return applied(send(START, 'base', { base: 'x' }));
}

function told(steps: readonly { readonly manager: string; readonly spec: object; readonly force: boolean }[]): State {
  return steps.reduce((state: State, { manager, spec: fields, force }) => {
    const outcome = send(state, manager, fields, { force });
    return outcome.kind === 'applied' ? outcome : state;
  }, based());
}

test('what is applied again changes nothing, neither object nor managers', () => {
  fc.assert(
    fc.property(story, spec, (steps, fields) => {
      const once = applied(send(told(steps), 'one', fields, { force: true }));
      const twice = applied(send(once, 'one', fields, { now: '2027-01-01T00:00:00Z' }));
      expect(twice.changed).toBe(false);
      expect(jsonEquals(twice.object, once.object)).toBe(true);
      expect(formatManagers(twice.managers)).toEqual(formatManagers(once.managers));
    }),
  );
});

test('managers written and read again are the same', () => {
  fc.assert(
    fc.property(story, (steps) => {
      const written = formatManagers(told(steps).managers);
      const read = parseManagers(written);
      expect(read.kind === 'managers' && formatManagers(read.managers)).toEqual(written);
    }),
  );
});

test('who applies nothing any more leaves what others own, and nothing else', () => {
  fc.assert(
    fc.property(spec, spec, (mine, theirs) => {
      const alone = applied(send(based(), 'two', theirs));
      const both = applied(send(applied(send(alone, 'one', mine, { force: true })), 'two', theirs, { force: true }));
      const left = applied(send(both, 'one', {}));
      expect(applied(send(left, 'two', theirs)).changed).toBe(false);
      expect(Object.keys(owned(left))).not.toContain('one');
    }),
  );
});

test('a field of another manager conflicts, in the words of the server', () => {
  const first = applied(send(START, 'one', { replicas: 1, parts: [{ port: 80, text: 'a' }] }));
  const one = send(first, 'two', { replicas: 2 });
  const two = send(first, 'two', { replicas: 2, parts: [{ port: 80, protocol: 'TCP', text: 'b' }] });
  if (one.kind !== 'conflicts' || two.kind !== 'conflicts') throw new Error('no conflicts');
  expect(conflictMessage(one.conflicts)).toBe('Apply failed with 1 conflict: conflict with "one": .spec.replicas');
  expect(conflictMessage(two.conflicts)).toBe(
    'Apply failed with 2 conflicts: conflicts with "one":\n- .spec.replicas\n- .spec.parts[port=80,protocol="TCP"].text',
  );
  expect(conflictCauses(one.conflicts)).toEqual([{ message: 'conflict with "one"', field: '.spec.replicas' }]);
});

test('the same value is owned by both; who forces another one owns it alone', () => {
  const both = applied(send(applied(send(START, 'one', { replicas: 1 })), 'two', { replicas: 1 }));
  expect(owned(both)).toEqual({ one: '{"f:spec":{"f:replicas":{}}}', two: '{"f:spec":{"f:replicas":{}}}' });
  expect(owned(applied(send(both, 'two', { replicas: 2 }, { force: true })))).toEqual({ two: '{"f:spec":{"f:replicas":{}}}' });
});

test('a manager who adds nothing has no time, one whose value changes has the time of the change', () => {
  const first = applied(send(START, 'one', { replicas: 1 }));
  const second = applied(send(first, 'two', { replicas: 1 }, { now: '2026-02-02T00:00:00Z' }));
  const third = applied(send(second, 'two', { replicas: 1, plain: ['x'] }, { now: '2026-03-03T00:00:00Z' }));
  const times = ({ managers }: State): unknown => [...managers.values()].map(({ name, time }) => [name, time]);
  expect(times(second)).toEqual([
    ['one', '2026-01-01T00:00:00Z'],
    ['two', undefined],
  ]);
  expect(times(third)).toEqual([
    ['one', '2026-01-01T00:00:00Z'],
    ['two', '2026-03-03T00:00:00Z'],
  ]);
});

test.each([
  [{ set: ['a', 'a'] }, '.spec.set: duplicate entries for key [="a"]'],
  [{ parts: [{ port: 1 }, { port: 1, protocol: 'TCP' }] }, '.spec.parts: duplicate entries for key [port=1,protocol="TCP"]'],
  [{ parts: ['x'] }, '.spec.parts: element 0: associative list with keys may not have non-map elements'],
  [{ unknown: 1 }, '.spec.unknown: field not declared in schema'],
  [{ replicas: 'x' }, '.spec.replicas: expected numeric (int or float), got string'],
  [{ map: 5, plain: {} }, 'errors:\n  .spec.map: expected map, got &{5}\n  .spec.plain: expected list, got &{map[]}'],
])('%j does not fit its type: %s', (fields, message) => {
  expect(send(START, 'one', fields)).toEqual({ kind: 'mismatch', of: 'config', message });
});

test('what was there before the first apply belongs to nobody who applies', () => {
  const live = { ...EMPTY, spec: { replicas: 1, map: { a: '1' } } };
  const first = applied(send({ object: live, managers: NO_MANAGERS }, 'one', { map: { b: '1' } }));
  expect(owned(first)).toEqual({
    'before-first-apply': '{"f:spec":{".":{},"f:map":{".":{},"f:a":{}},"f:replicas":{}}}',
    one: '{"f:spec":{"f:map":{"f:b":{}}}}',
  });
});

test('an update takes from others what it changes, and only a change moves its time', () => {
  const first = applied(send(START, 'one', { replicas: 1, map: { a: '1' } }));
  const after = { ...EMPTY, spec: { replicas: 2, map: { a: '1' } } };
  const note = { target: TARGET, manager: 'two', now: '2026-02-02T00:00:00Z' };
  const managers = noteUpdate({ ...note, before: first.object, after, managers: first.managers });
  expect(owned({ object: after, managers })).toEqual({ one: '{"f:spec":{"f:map":{"f:a":{}}}}', two: '{"f:spec":{"f:replicas":{}}}' });
  const again = noteUpdate({ ...note, now: '2027-01-01T00:00:00Z', before: after, after, managers });
  expect(formatManagers(again)).toEqual(formatManagers(managers));
});

test('the eleventh manager by update folds the two oldest into one', () => {
  let state: State = applied(send(START, 'applier', { replicas: 1 }));
  for (let index = 10; index <= 21; index++) {
    const entries = Array.from({ length: index - 9 }, (_, place) => [`k${place}`, '1']);
    const after = { ...state.object, spec: { replicas: 1, map: Object.fromEntries(entries) } };
    const now = `2026-01-${index}T00:00:00Z`;
    state = {
      object: after,
      managers: noteUpdate({ target: TARGET, before: state.object, after, managers: state.managers, manager: `m${index}`, now }),
    };
  }
  const names = [...state.managers.values()].map(({ name }) => name).sort();
  expect(names).toEqual(['ancient-changes', 'applier', ...Array.from({ length: 9 }, (_, place) => `m${place + 13}`)]);
});

test('managers of a version that is gone are dropped, those of another version stay', () => {
  const first = applied(send(START, 'one', { replicas: 1 }));
  const entries = [...first.managers.values()].flatMap((manager) => [
    { ...manager, operation: 'Update' as const, name: 'kept', apiVersion: 'v2' },
    { ...manager, operation: 'Update' as const, name: 'gone', apiVersion: 'v9' },
  ]);
  const managers: Managers = new Map(entries.map((entry) => [entry.name, entry]));
  const after = { ...EMPTY, spec: { replicas: 1, plain: ['x'] } };
  const noted = noteUpdate({ target: TARGET, before: first.object, after, managers, manager: 'new', now: '2026-02-02T00:00:00Z' });
  expect([...noted.values()].map(({ name }) => name).sort()).toEqual(['kept', 'new']);
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json } from '../json.ts';
import { formatJson, parseJson } from '../json.ts';
import type { CompiledExpression } from './compile-expression.ts';
import { compileExpression } from './compile-expression.ts';
import { evaluate, evaluateWith } from './evaluate.ts';

function compiled(text: string, variables: readonly string[] = ['object']): CompiledExpression {
  const result = compileExpression(text, { variables });
  if (result.kind === 'invalid') throw new Error(`${text}: ${result.error.message}`);
  return result.expression;
}

/** The result as a word, with the path or message behind it. */
function outcome(text: string, object: Json): string {
  const result = evaluate(compiled(text), object);
  if (result.kind === 'absent') return `absent ${result.path}`;
  return result.kind === 'error' ? `error ${result.message}` : result.kind;
}

const deployment = parseJson(`{
  "metadata": {"name": "web", "generation": 4, "labels": {"app.kubernetes.io/name": "web", "__proto__": "own"}, "annotations": null},
  "spec": {"replicas": 3, "paused": false, "big": 9007199254740993, "bigger": 9223372036854775808, "ratio": 0.5, "memory": "1.5Gi"},
  "status": {"replicas": 4, "observedGeneration": 4, "big": 9007199254740992, "phase": "Running",
    "conditions": [{"type": "Available", "status": "True"}, {"type": "Progressing", "status": "False", "reason": "X"}]},
  "__proto__": {"polluted": true}
}`);

describe('results', () => {
  test.each([
    ['object.status.phase == "Running"', 'true'],
    ['object.status.phase != "Running"', 'false'],
    ['object.spec.replicas + 1 == object.status.replicas', 'true'],
    ['object.spec.replicas < object.status.replicas && object.spec.replicas >= 3', 'true'],
    ['object.spec.replicas > 2.5 && object.spec.ratio < 1', 'true'],
    ['object.status.observedGeneration == object.metadata.generation', 'true'],
    ['object.spec.paused', 'false'],
    ['!object.spec.paused', 'true'],
    ['object.status.conditions.exists(c, c.type == "Available" && c.status == "True")', 'true'],
    ['object.status.conditions.exists_one(c, c.status == "True")', 'true'],
    ['quantity(object.spec.memory).isGreaterThan(quantity("1Gi"))', 'true'],
    ['object.?status.?missing.orValue("none") == "none"', 'true'],
    ['has(object.status.missing) || object.status.phase == "Running"', 'true'],
  ])('%s is %s', (text, expected) => {
    expect(outcome(text, deployment)).toBe(expected);
  });

  test('integers beyond 2^53 stay exact', () => {
    expect(outcome('object.spec.big == 9007199254740993', deployment)).toBe('true');
    expect(outcome('object.spec.big == object.status.big', deployment)).toBe('false');
    expect(outcome('object.spec.big - object.status.big == 1', deployment)).toBe('true');
  });

  test('integers beyond 64 bits are doubles, as on the server', () => {
    expect(outcome('type(object.spec.bigger) == double && object.spec.bigger > 9223372036854775807', deployment)).toBe('false');
    expect(outcome('object.spec.bigger == 9223372036854775808.0', deployment)).toBe('true');
  });
});

describe('an absent field is told from an error', () => {
  test.each([
    ['object.status.missing == 1', 'absent object.status.missing'],
    ['object.missing.deeper == 1', 'absent object.missing'],
    ['has(object.missing.deeper)', 'absent object.missing'],
    ['object.metadata.annotations.a == "b"', 'absent object.metadata.annotations.a'],
    ['object.metadata.annotations["a/b"] == "b"', 'absent object.metadata.annotations["a/b"]'],
    ['object.metadata.labels["nope"] == "b"', 'absent object.metadata.labels["nope"]'],
    ['object.metadata.labels[object.status.phase] == "b"', 'absent object.metadata.labels[object.status.phase]'],
    ['object.status.conditions.all(c, c.reason == "X")', 'absent c.reason'],
    ['object.status.conditions.exists(c, c.reason == "X")', 'true'],
    ['object.status.missing || object.status.phase == "Running"', 'true'],
    ['object.status.phase == "Failed" && object.status.missing', 'false'],
    ['object.status.missing && object.status.phase == "Running"', 'absent object.status.missing'],
    ['object.status.phase == 1', 'false'],
    ['object.status.phase + 1 == 2', "error '+' cannot take string, int"],
    ['object.status.conditions[7].type == "Ready"', 'error object.status.conditions has no item 7: it has 2'],
    ['object.status.conditions.type == "Ready"', "error a list has no field 'type': look at its items with exists(), all() or [0]"],
    ['object.spec.replicas / 0 == 1', 'error division by zero'],
    ['9223372036854775807 + object.spec.replicas > 0', 'error integer overflow'],
    ['object.status.phase', 'error the expression gives a value of type string, not bool'],
    ['object.status', 'error the expression gives a value of type map, not bool'],
    ['object.status.phase && true', 'error a condition is of type string, not bool'],
    ['quantity(object.status.phase).isInteger()', /^error the text is not a quantity/],
  ])('%s: %s', (text, expected) => {
    if (typeof expected === 'string') expect(outcome(text, deployment)).toBe(expected);
    else expect(outcome(text, deployment)).toMatch(expected);
  });
});

describe('keys that JavaScript treats specially are keys like any other', () => {
  test.each([
    ['object.__proto__.polluted', 'true'],
    ['object["__proto__"]["polluted"]', 'true'],
    ['object.metadata.labels["__proto__"] == "own"', 'true'],
    ['"__proto__" in object.metadata.labels', 'true'],
    ['has(object.__proto__)', 'true'],
    ['has(object.spec.__proto__)', 'false'],
    ['object.spec.__proto__ == 1', 'absent object.spec.__proto__'],
    ['object.spec.constructor == 1', 'absent object.spec.constructor'],
    ['"toString" in object.spec', 'false'],
    ['object.spec.?hasOwnProperty.hasValue()', 'false'],
    ['object.status.conditions.transformMap(i, c, c.type)["length"] == 2', 'absent …["length"]'],
    ['{"__proto__": 1}["__proto__"] == 1', 'true'],
    ['{"a": 1}.transformMapEntry(k, v, {"__proto__": v})["__proto__"] == 1', 'true'],
    ['size(object.metadata.labels) == 2', 'true'],
    ['object.metadata.labels.exists(k, k == "__proto__")', 'true'],
    ['object == object', 'true'],
  ])('%s: %s', (text, expected) => {
    expect(outcome(text, deployment)).toBe(expected);
  });
});

describe('several variables', () => {
  test('each has its value', () => {
    const expression = compiled('change.type == "Update" && size(change.diff) > least', ['change', 'least']);
    expect(evaluateWith(expression, { change: { type: 'Update', diff: [1, 2] }, least: 1 })).toEqual({ kind: 'true' });
    expect(evaluateWith(expression, { change: { type: 'Create' }, least: 1 })).toEqual({ kind: 'false' });
  });

  test('one without a value is an error that names it', () => {
    expect(evaluateWith(compiled('change.noise', ['change']), {})).toEqual({ kind: 'error', message: 'the variable change has no value' });
  });

  test('an expression over other variables does not see the object', () => {
    expect(evaluate(compiled('change.noise', ['change']), deployment).kind).toBe('error');
  });
});

describe('work is bounded', () => {
  const items = Array.from({ length: 10_000 }, (_, index) => index);
  const object: Json = {
    items,
    more: [...items, 1],
    keys: Object.fromEntries(items.map((item) => [`k${item}`, item])),
    text: 'a'.repeat(100_000),
  };

  test('a list of 10,000 items is walked, one more is refused', () => {
    expect(outcome('object.items.all(i, i >= 0)', object)).toBe('true');
    expect(outcome('object.more.all(i, i >= 0)', object)).toBe(
      'error a list or map of 10001 items is more than the 10000 that an expression may iterate over',
    );
  });

  test.each([
    'object.items.all(x, object.items.all(y, x + y >= 0))',
    'object.items.exists(x, object.items.exists(y, x + y < 0)) || true',
    'object.items.distinct().size() == 10000',
    'object.items.all(x, size(object.keys) > 0)',
    'object.items.map(x, object.text).join().size() > 0',
    'object.text.replace("a", object.text).size() > 0',
    'object.text.findAll("a*?b|a").size() > 0',
    'object.items.all(x, object == object)',
    'object.items.all(x, !"a".matches(string(x) + "(a|b)+"))',
  ])('%s stops', (text) => {
    expect(outcome(text, object)).toBe('error the expression takes more than 1000000 steps on this object');
  });

  test.each(['object.text.matches("^(a|aa)+$")', 'object.text.matches("^(a*)*$")', '!object.text.matches("^(a+a+)+b$")'])(
    '%s takes linear time',
    (text) => {
      expect(outcome(text, object)).toBe('true');
    },
  );

  test('values nested without end are an error', () => {
    let nested: Json = 1;
    for (let depth = 0; depth < 20_000; depth += 1) nested = [nested];
    expect(outcome('object.nested == object.nested', { nested })).toBe('error the values are nested deeper than 1000');
    expect(outcome('object.nested.flatten(100000) == [1]', { nested })).toBe('true');
  });
});

describe('messages', () => {
  test('show no value of the object', () => {
    const secret = 'hunter2-canary';
    const expressions = [
      'int(object.s) == 1',
      'duration(object.s) > duration("1s")',
      'timestamp(object.s) > timestamp(0)',
      'quantity(object.s).isInteger()',
      'url(object.s).getHost() == ""',
      'ip(object.s).isLoopback()',
      'cidr(object.s).prefixLength() == 1',
      'semver(object.s).major() == 1',
      'bool(object.s)',
      'object.m[object.s] == 1',
      '[object.s].sum() == 1',
      '"a".matches(object.s + "(")',
      'timestamp(0).getHours(object.s) == 1',
      '(object.s + "%z").format([1]) == ""',
      'object.s.x',
      'object.s',
      'object.s[0] == "h"',
    ];
    const results = expressions.map((text) => outcome(text, { s: secret, m: {} }));
    expect(results.filter((result) => !/^(error|absent) /.test(result))).toEqual([]);
    expect(results.filter((result) => /hunter2|canary/.test(result))).toEqual([]);
  });
});

describe('properties', () => {
  const json = fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<Json>;
  const expressions = [
    'object.a.b == object.c',
    'object.a.exists(x, x.b == 1)',
    'object.a[0].b in object.c',
    'object.a + object.b > object.c',
    'object.?a.?b[?0].orValue(1) == object.c',
    'size(object.a) == size(object.b)',
    'object.a.matches(object.b)',
    '"%s".format([object.a]) == string(object.b)',
    'object.a.sortBy(x, x) == object.b.sort()',
    'object.a.transformMap(k, v, v) == object.b',
    'has(object.a.b) ? object.a : object.b',
    'quantity(object.a).compareTo(quantity(object.b)) == 0',
    'object == object',
  ].map((text) => compiled(text));

  test('evaluation never throws, whatever the object', () => {
    fc.assert(
      fc.property(json, json, json, (a, b, c) => {
        for (const expression of expressions) {
          for (const object of [a, { a, b, c }, { a: { b: a }, c }, { a: [{ b }, c], b: a }]) {
            expect(['true', 'false', 'absent', 'error']).toContain(evaluate(expression, object).kind);
          }
        }
      }),
    );
  });

  test('an object equals itself, and a copy of it', () => {
    const same = compiled('a == b', ['a', 'b']);
    fc.assert(
      fc.property(json, (value) => {
        expect(evaluateWith(same, { a: value, b: parseJson(formatJson(value as object)) })).toEqual({ kind: 'true' });
      }),
    );
  });

  test('the order of keys does not matter', () => {
    const keys = compiled('object.map(k, k).join(",") == text', ['object', 'text']);
    const points = (text: string): string =>
      Array.from(text, (character) => character.codePointAt(0)!.toString(16).padStart(6, '0')).join('');
    fc.assert(
      fc.property(fc.uniqueArray(fc.string({ unit: 'grapheme' })), fc.nat(), (names, turn) => {
        const turned = names.map((_, index) => names[(index + turn) % names.length]!);
        const text = names.toSorted((left, right) => (points(left) < points(right) ? -1 : 1)).join(',');
        for (const list of [names, turned]) {
          const object = Object.fromEntries(list.map((name) => [name, 1]));
          expect(evaluateWith(keys, { object, text })).toEqual({ kind: 'true' });
        }
      }),
    );
  });

  test('integers are exact to 64 bits', () => {
    const sum = compiled('a + b == c', ['a', 'b', 'c']);
    const int = fc.bigInt({ min: -(2n ** 62n), max: 2n ** 62n - 1n });
    fc.assert(
      fc.property(int, int, (a, b) => {
        expect(evaluateWith(sum, { a, b, c: a + b })).toEqual({ kind: 'true' });
      }),
    );
  });
});

import { describe, expect, test } from 'vitest';
import { formatFieldErrors } from '../field-error.ts';
import type { Json, JsonObject } from '../json.ts';
import { StructuralSchema } from './custom-schema.ts';
import type { MetadataRules } from './embedded-metadata.ts';

const metadata: MetadataRules = {
  decode: (value) => ({ kind: 'decoded', object: value as JsonObject, unknown: [] }),
  validate: () => [],
  kindProblems: () => [],
  apiVersionProblems: () => [],
};

function schemaOf(properties: JsonObject, more: JsonObject = {}): StructuralSchema {
  return new StructuralSchema({ type: 'object', properties: { spec: { type: 'object', properties, ...more } } }, metadata);
}

function widget(spec: Json): JsonObject {
  return { apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'a' }, spec };
}

function errorsOf(schema: StructuralSchema, spec: Json, old?: Json): string {
  return formatFieldErrors(schema.validate(widget(spec), old === undefined ? undefined : widget(old)).errors);
}

describe('pruning', () => {
  test('unknown fields are dropped and named, metadata and preserved ones stay', () => {
    const schema = schemaOf({ known: { type: 'object' }, open: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } });
    const object = widget({ known: { a: 1 }, other: 2, open: { any: [1] } });
    expect(schema.prune(object).dropped).toEqual(['spec.known.a', 'spec.other']);
    expect(object).toEqual(widget({ known: {}, open: { any: [1] } }));
  });

  test('a null goes where null may not be, and stays where it may, or where a default replaces it', () => {
    const schema = schemaOf({ a: { type: 'string' }, b: { type: 'string', nullable: true }, c: { type: 'string', default: 'x' } });
    const object = widget({ a: null, b: null, c: null });
    schema.prune(object);
    schema.applyDefaults(object);
    expect(object['spec']).toEqual({ b: null, c: 'x' });
  });
});

describe('validation', () => {
  const schema = schemaOf(
    {
      n: { type: 'integer', maximum: 5 },
      t: { type: 'string', enum: ['a', 'b'] },
      l: { type: 'array', maxItems: 1, items: { type: 'integer' } },
    },
    { required: ['n'] },
  );

  test.each<[string, Json, string]>([
    ['a missing field', {}, 'spec.n: Required value'],
    ['a wrong type', { n: 'x' }, 'spec.n: Invalid value: "string": spec.n in body must be of type integer: "string"'],
    ['too large a number', { n: 6 }, 'spec.n: Invalid value: 6: spec.n in body should be less than or equal to 5'],
    ['a value that is not in the enum', { n: 1, t: 'c' }, 'spec.t: Unsupported value: "c": supported values: "a", "b"'],
    ['too many items', { n: 1, l: [1, 2] }, 'spec.l: Too many: 2: must have at most 1 item'],
  ])('%s is refused', (_title, spec, message) => {
    expect(errorsOf(schema, spec)).toBe(message);
  });

  test('what is wrong but unchanged is tolerated at an update', () => {
    expect(errorsOf(schema, { n: 9, t: 'a' }, { n: 9 })).toBe('[]');
    expect(errorsOf(schema, { n: 8 }, { n: 9 })).toContain('spec.n: Invalid value: 8');
  });

  test('the alternative that comes closest is told', () => {
    const choice = schemaOf({ a: { type: 'string' }, b: { type: 'integer' } }, { oneOf: [{ required: ['a'] }, { required: ['b'] }] });
    expect(errorsOf(choice, { a: 'x', b: 1 })).toBe(
      '<nil>: Invalid value: "": "spec" must validate one and only one schema (oneOf). Found 2 valid alternatives',
    );
  });
});

describe('rules', () => {
  test('a rule that does not hold is told with its message; a broken one with its error', () => {
    const schema = schemaOf({
      n: { type: 'integer', 'x-kubernetes-validations': [{ rule: 'self < 3', message: 'large' }, { rule: '1 / self > 0' }] },
    });
    expect(errorsOf(schema, { n: 4 })).toBe('[spec.n: Invalid value: 4: large, spec.n: Invalid value: 4: failed rule: 1 / self > 0]');
    expect(errorsOf(schema, { n: 0 })).toBe('spec.n: Invalid value: "integer": division by zero evaluating rule: 1 / self > 0');
  });

  test('rules are not checked where the object is of the wrong shape', () => {
    const schema = schemaOf({ n: { type: 'integer' } }, { 'x-kubernetes-validations': [{ rule: 'self.n > 1' }] });
    expect(errorsOf(schema, { n: 'x' })).toContain('<nil>: Invalid value: null: some validation rules were not checked');
  });

  test('a transition is judged by the old value, found by its keys in lists', () => {
    const schema = schemaOf({
      l: {
        type: 'array',
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['k'],
        items: {
          type: 'object',
          properties: { k: { type: 'string' }, v: { type: 'integer', 'x-kubernetes-validations': [{ rule: 'self >= oldSelf' }] } },
        },
      },
    });
    const old = {
      l: [
        { k: 'a', v: 1 },
        { k: 'b', v: 5 },
      ],
    };
    expect(
      errorsOf(
        schema,
        {
          l: [
            { k: 'b', v: 5 },
            { k: 'a', v: 2 },
            { k: 'c', v: 0 },
          ],
        },
        old,
      ),
    ).toBe('[]');
    expect(errorsOf(schema, { l: [{ k: 'b', v: 4 }] }, old)).toContain('spec.l[0].v');
  });

  test('an unchanged value that breaks a new rule is only warned about', () => {
    const schema = schemaOf({
      n: { type: 'integer', 'x-kubernetes-validations': [{ rule: 'self < 3', message: 'large' }] },
      o: { type: 'string' },
    });
    const validated = schema.validate(widget({ n: 4, o: 'x' }), widget({ n: 4 }));
    expect(validated).toEqual({ errors: [], warnings: ['spec.n: Invalid value: 4: large'] });
  });

  test('what costs too much at run time ends the checks', () => {
    const schema = schemaOf({
      l: { type: 'array', items: { type: 'integer' }, 'x-kubernetes-validations': [{ rule: 'self.all(a, self.all(b, a >= b || a < b))' }] },
    });
    expect(errorsOf(schema, { l: Array.from({ length: 2000 }, (_, index) => index) })).toContain('actual cost limit exceeded');
  });
});

import { describe, expect, test } from 'vitest';
import { formatFieldError } from '../field-error.ts';
import type { Json, JsonObject } from '../json.ts';
import { checkSchema } from './check-schema.ts';
import type { MetadataRules } from './embedded-metadata.ts';

const metadata: MetadataRules = {
  decode: (value) => ({ kind: 'decoded', object: value as JsonObject, unknown: [] }),
  validate: () => [],
  kindProblems: () => [],
  apiVersionProblems: () => [],
};

function problems(spec: JsonObject, { hasStatus = false, old }: { hasStatus?: boolean; old?: JsonObject } = {}): readonly string[] {
  const wrapped = (schema: JsonObject): Json => ({ type: 'object', properties: { spec: schema } });
  const errors = checkSchema(wrapped(spec), { path: 'schema', hasStatus, metadata, ...(old === undefined ? {} : { old: wrapped(old) }) });
  return errors.map((error) => `${error.field.replace('schema.properties[spec]', '')}: ${formatFieldError(error)}`);
}

describe('a schema of a definition', () => {
  test.each<[string, JsonObject, string]>([
    ['without a type', {}, '.type: Required value: must not be empty for specified object fields'],
    ['that is a list without items', { type: 'array' }, '.items: Required value: must be specified'],
    ['with a reference', { $ref: '#/x' }, '.$ref: Forbidden: $ref is not supported'],
    [
      'with a type under anyOf',
      { type: 'string', anyOf: [{ type: 'string' }] },
      '.anyOf[0].type: Forbidden: must be empty to be structural',
    ],
    [
      'with a default that is not valid',
      { type: 'string', maxLength: 1, default: 'ab' },
      '.default: Too long: may not be more than 1 byte',
    ],
    [
      'with a default that has unknown fields',
      { type: 'object', default: { a: 1 } },
      '.default: Invalid value: {"a":1}: must not have unknown fields',
    ],
    ['with a pattern that is none', { type: 'string', pattern: '(' }, '.pattern: Invalid value: "(": must be a valid regular expression'],
  ])('%s is refused', (_title, schema, problem) => {
    expect(problems(schema).join('\n')).toContain(problem);
  });

  test('that is sound has no problems', () => {
    expect(
      problems({ type: 'object', properties: { a: { type: 'string', default: 'x' } }, anyOf: [{ required: ['a'] }] }, { hasStatus: true }),
    ).toEqual([]);
  });
});

describe('the rules of a schema', () => {
  const ruled = (rule: string, more: JsonObject = {}): JsonObject => ({
    type: 'object',
    properties: {
      n: { type: 'integer' },
      texts: { type: 'array', items: { type: 'string' } },
      few: { type: 'array', maxItems: 3, items: { type: 'string', maxLength: 5 } },
    },
    'x-kubernetes-validations': [{ rule, ...more }],
  });

  test('an undefined field is told with its place', () => {
    expect(problems(ruled('self.m > 1'))[0]).toContain(
      "compilation failed: ERROR: <input>:1:5: undefined field 'm'\n | self.m > 1\n | ....^",
    );
  });

  test('all faults of types are told at once', () => {
    const [problem = ''] = problems(ruled('self.n == "x" && self.few.all(f, f > 1)'));
    expect(problem).toContain("found no matching overload for '_==_' applied to '(int, string)'");
    expect(problem).toContain("found no matching overload for '_>_' applied to '(string, int)'");
  });

  test('a rule over what nothing bounds costs too much, one over a bounded list does not', () => {
    const rule = (list: string): string => `self.${list}.all(a, self.${list}.all(b, a == b))`;
    expect(problems(ruled(rule('texts')))[0]).toMatch(
      /^\.x-kubernetes-validations\[0\]\.rule: Forbidden: estimated rule cost exceeds budget/,
    );
    expect(problems(ruled(rule('few')))).toEqual([]);
  });

  test('an expensive rule may stay where the schema has not changed', () => {
    const expensive = ruled('self.texts.all(a, a.matches("a.*b.*c.*d.*e.*f.*g"))');
    expect(problems(expensive)).toHaveLength(3);
    expect(problems(expensive, { old: expensive }).filter((problem) => problem.includes('estimated rule cost exceeds'))).toEqual([]);
  });

  test('oldSelf is refused where items have no old value', () => {
    const schema: JsonObject = {
      type: 'array',
      maxItems: 3,
      items: { type: 'integer', 'x-kubernetes-validations': [{ rule: 'self == oldSelf' }] },
    };
    expect(problems(schema)[0]).toContain(
      'oldSelf cannot be used on the uncorrelatable portion of the schema within schema.properties[spec]',
    );
  });
});

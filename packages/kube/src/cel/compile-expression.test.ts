import { describe, expect, test } from 'vitest';
import { compileExpression, EXPRESSION_LENGTH_LIMIT } from './compile-expression.ts';

/** Where an expression is refused, why, and the advice. */
function refusal(text: string, variables?: readonly string[]): string {
  const result = compileExpression(text, variables === undefined ? {} : { variables });
  if (result.kind === 'compiled') return 'compiled';
  const { message, position, hint } = result.error;
  return `${position.line}:${position.column} ${message} | ${hint}`;
}

describe('an invalid expression is refused with its place and a hint', () => {
  test.each([
    ['object.status.phase = "Running"', /^1:21 '=' has no meaning here \| use == to compare$/],
    ['object.status.phase === "Running"', /^1:23 .* \| use == to compare$/],
    ['object.a == 1 & object.b == 2', /^1:15 .* \| use && for "and"$/],
    ['object.a == 1 | object.b == 2', /^1:15 .* \| use \|\| for "or"$/],
    ['object.a == 1 and object.b == 2', /^1:15 found 'and'.* \| use && for "and"$/],
    ['object.a == 1 OR object.b == 2', /^1:15 .* \| use \|\| for "or"$/],
    ['not object.paused', /^1:5 .* \| use ! for "not"$/],
    ['object.status.phase == “Running”', /^1:24 .* \| use plain quotes/],
    ['object.status.phase == "Running', /^1:24 the text has no closing quote \| close it with "$/],
    ['object.status.phase == Running', /^1:24 'Running' is not declared \| .*"Running"$/],
    ['self.status.phase == "Running"', /^1:1 'self' is not declared \| the root object is called object$/],
    ['root.status.phase == "Running"', /^1:1 .* \| the root object is called object$/],
    ['status.phase == "Running"', /^1:1 .* \| write object\.status$/],
    ['objct.status.phase == "Running"', /^1:1 .* \| did you mean object\?$/],
    ['object.paused == True', /^1:18 .* \| did you mean true\?$/],
    ['$.status.phase', /^1:1 .* not a template or JSONPath/],
    ['object.status.conditions[?(@.type == "Ready")]', /^1:28 .*exists\(c, c\.type == "Ready"\)/],
    ['object.metadata.labels.`app`', /^1:24 .*object\.metadata\.labels\["app/],
    ['object.spec.memory > 1Gi', /^1:23 '1Gi' is not a number \| write quantity\("1Gi"\)/],
    ['object.metadata.name.startWith("a")', /^1:22 there is no function 'startWith' \| did you mean startsWith\(\)\?$/],
    ['object.metadata.name.toLowerCase() == "a"', /^1:22 .* \| use lowerAscii\(\)$/],
    ['len(object.spec.list) > 1', /^1:1 .* \| use size\(\)/],
    ['exists(object.status.phase)', /^1:1 .* \| use has\(\): has\(object\.status\.phase\)$/],
    ['has(object)', /^1:5 has\(\) takes a field of something \| write has\(object\.status\.phase\)/],
    ['has(object.metadata.labels["a"])', /^1:27 .*"key" in object\.metadata\.labels/],
    ['object.spec.list.any(x, x == 1)', /^1:18 .* \| use exists\(\)/],
    ['now() > timestamp(object.metadata.creationTimestamp)', /^1:1 .*not the time$/],
    ['authorizer.path("/a").check("get").allowed()', /^1:\d+ .*authorizer is not available/],
    ['contains(object.metadata.name, "a")', /^1:1 contains\(\) is called differently \| write string\.contains\(string\)$/],
    ['object.metadata.name.contains("a", "b")', /^1:22 contains\(\) does not take 2 arguments \| write string\.contains\(string\)$/],
    ['object.metadata.name.contains(1)', /^1:22 contains\(\) cannot take dyn, int \| write string\.contains\(string\)$/],
    ['size(object.a, object.b) == 1', /^1:1 size\(\) does not take 2 arguments/],
    ['object.a == 1 && "text"', /^1:18 this is of type string, not bool/],
    ['object.spec.list.all(x, 1)', /^1:25 this is of type int, not bool/],
    ['object.spec.list.all(1, true)', /^1:22 the name of a variable is missing/],
    ['object.spec.list.all(x)', /^1:18 all\(\) takes 2 or 3 arguments, not 1/],
    ['1 == "1"', /^1:3 '==' cannot take int, string \| convert one of them/],
    ['"a" in "abc"', /^1:5 .* \| write "text"\.contains\("part"\)$/],
    ['object.?status.?ready == true', /^1:23 .*orValue/],
    ['quantity("1") < quantity("2")', /^1:15 .*isLessThan\(\)/],
    ['object.name.matches("(")', /^1:21 invalid regular expression: .* \| regular expressions follow RE2/],
    ['object.name.matches("(?=a)")', /^1:21 invalid regular expression/],
    ['quantity("200K").isInteger()', /^1:10 the text is not a quantity/],
    ['timestamp("yesterday") < timestamp(object.t)', /^1:11 the text is not a time such as/],
    ['ip("10.0.0.256").isLoopback()', /^1:4 the text is not an IP address/],
    ['"%d".format(["a"]) == ""', /^1:14 %d cannot write a value of type string/],
    ['"%s %s".format(["a"]) == ""', /^1:16 the format has 2 clauses for 1 values/],
    ['google.protobuf.Duration{seconds: 1} == object.d', /^1:25 .*messages cannot be built$/],
    ['(object.a == 1', /^1:1 '\(' is never closed \| add the missing '\)'$/],
    ['object.a == 1)', /^1:14 .* \| there is no '\(' for it$/],
    ['object.a ==', /^1:12 the expression ends here, expected a value/],
    ['object.a == 1 &&', /^1:17 the expression ends here/],
    ['object..a', /^1:8 found '\.', expected the name of a field/],
    ['object.a = \n1', /^1:10 /],
    ['object.a == 1 &&\n  object["é"] == "😀😀" && object.b = 1', /^2:35 '=' has no meaning here/],
    ['object.é == 1', /^1:8 'é' has no meaning here \| names have ASCII letters only/],
    ['foo(objct.a)', /^1:1 there is no function 'foo'/],
    ['object.foo().bar()', /^1:8 there is no function 'foo'/],
    ['"😀😀" == objekt', /^1:9 'objekt' is not declared/],
    ['', /^1:1 the expression is empty/],
    ['// nothing', /^1:1 the expression is empty/],
  ])('%s', (text, expected) => {
    expect(refusal(text)).toMatch(expected);
  });
});

describe('an expression that cannot give a bool is refused', () => {
  test.each([
    '1',
    '"text"',
    'null',
    '[true]',
    '{"a": true}',
    'object.a + 1',
    'size(object.list)',
    'object.list.map(x, x)',
    'int',
    'quantity("1")',
  ])('%s', (text) => {
    expect(refusal(text)).toMatch(/this is of type .*, not bool/);
  });

  test('an optional says what is missing', () => {
    expect(refusal('object.?status.?ready')).toMatch(/not bool \| say what an absent value counts as: \.orValue\(false\)$/);
  });
});

describe('sound expressions compile', () => {
  test.each([
    'true',
    'object.ready',
    'object.spec.replicas + 1 == object.status.replicas',
    'object.?status.?phase.orValue("") == "Running"',
    'object.status.conditions.exists(c, c.type == "Ready" && c.status == "True")',
    'object.spec.a.all(x, x.all(y, y.all(z, z > 0)))',
    'has(object.metadata.annotations) && "a/b" in object.metadata.annotations',
    'quantity(object.spec.memory).isGreaterThan(quantity("1Gi"))',
    'object.a == 1 // why\n  && // one\n  // two\n  object.b == 2',
  ])('%s', (text) => {
    expect(refusal(text)).toBe('compiled');
  });
});

describe('variables', () => {
  test('other variables take the place of object', () => {
    expect(refusal('change.type == "Update"', ['change'])).toBe('compiled');
    expect(refusal('object.type == "Update"', ['change'])).toMatch(/^1:1 'object' is not declared \| declared are change/);
    expect(refusal('chnge.type == "Update"', ['change'])).toMatch(/did you mean change\?$/);
  });

  test('a variable of a comprehension ends with it', () => {
    expect(refusal('object.l.all(x, x == 1) && x == 1')).toMatch(/^1:28 'x' is not declared/);
  });

  test('a variable may be called as a function is', () => {
    expect(refusal('size.ip == "a" && size(size) == 1', ['size'])).toBe('compiled');
  });
});

describe('limits', () => {
  test('the length', () => {
    const padded = `true${' '.repeat(EXPRESSION_LENGTH_LIMIT - 4)}`;
    expect(refusal(padded)).toBe('compiled');
    expect(refusal(`${padded} `)).toMatch(/^1:10241 the expression has 10241 characters, more than 10240/);
  });

  test('comprehensions inside each other, also those of a filter, but not those one behind the other', () => {
    expect(refusal('object.a.all(x, x.all(y, y.all(z, z.all(w, w > 0))))')).toMatch(/^1:37 more than 3 comprehensions inside each other/);
    expect(refusal('object.a.map(x, x.exists(y, y.exists(z, z.exists(w, w))), x).size() > 0')).toMatch(/more than 3/);
    expect(refusal('object.a.map(x, x).filter(x, x > 1).map(x, x).filter(x, x > 1).all(x, x > 0)')).toBe('compiled');
  });

  test.each([
    ['parentheses', `${'('.repeat(101)}true${')'.repeat(101)}`],
    ['open parentheses', '('.repeat(9000)],
    ['calls', 'a.b('.repeat(2000)],
    ['negations', `${'!-'.repeat(4500)}true`],
    ['fields', `object${'.a'.repeat(5000)} == 1`],
    ['sums', `1${'+1'.repeat(5000)} == 1`],
    ['conditions', `${'true?true:'.repeat(1000)}true`],
  ])('%s without end', (_, text) => {
    expect(refusal(text)).toMatch(/nested deeper than 100|more than 250 levels/);
  });

  test('long chains of && are no nesting', () => {
    expect(refusal(`true${' && true'.repeat(1200)}`)).toBe('compiled');
  });

  test('a regular expression that unfolds too far', () => {
    expect(refusal(`object.a.matches("${'a{1000}'.repeat(3)}")`)).toMatch(/repeats more than 2000 times/);
  });
});

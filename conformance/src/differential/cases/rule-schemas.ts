// Rules of definitions: expressions that are refused or cost too much.
import { type Schema, specSchema } from './schema-bodies.ts';

const TEXT: Schema = { type: 'string' };

const KNOWN: Readonly<Record<string, Schema>> = {
  n: { type: 'integer' },
  m: { type: 'integer' },
  d: { type: 'number' },
  b: { type: 'boolean' },
  t: { type: 'string', maxLength: 20 },
  long: TEXT,
  when: { type: 'string', format: 'date-time' },
  span: { type: 'string', format: 'duration' },
  raw: { type: 'string', format: 'byte' },
  port: { 'x-kubernetes-int-or-string': true },
  list: { type: 'array', maxItems: 5, items: { type: 'string', maxLength: 10 } },
  numbers: { type: 'array', maxItems: 5, items: { type: 'integer' } },
  objects: {
    type: 'array',
    maxItems: 5,
    items: { type: 'object', properties: { k: { type: 'string', maxLength: 5 }, v: { type: 'integer' } } },
  },
  map: { type: 'object', maxProperties: 5, additionalProperties: { type: 'string', maxLength: 5 } },
  object: { type: 'object', properties: { x: { type: 'integer' } } },
  open: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
  any: { 'x-kubernetes-preserve-unknown-fields': true },
  'dash-ed': TEXT,
  'dot.ted': TEXT,
  namespace: TEXT,
  __under: TEXT,
  'bad name': TEXT,
};

function withRule(rule: string, more: Schema = {}): Schema {
  return specSchema(KNOWN, { 'x-kubernetes-validations': [{ rule, ...more }] });
}

/** Expressions that do not compile. */
export const WRONG_RULES: readonly string[] = [
  'self.n',
  'self.t',
  'self.unknown == 1',
  'unknown == 1',
  'self.n == "x"',
  'self.t == 1',
  'self.n + self.t == 1',
  'self.n && true',
  'true && self.n',
  'true && self.n && self.t',
  '!self.n',
  '-self.t == 1',
  'self.b == null',
  'self.list == null',
  'self.object == null',
  'self.n < self.t',
  'self.n < self.d',
  'self.n in self.list',
  'self.list in self.t',
  'self.t.unknown == 1',
  'self.n.x == 1',
  'self.object.y == 1',
  'has(self.unknown)',
  'has(self.object.y)',
  'self.?unknown.hasValue()',
  'self.?t.orValue(1) == 1',
  'self.?t == "x"',
  'self.list[0] == 1',
  'self.list["a"] == "x"',
  'self.map[1] == "x"',
  'self.map.a == 1',
  'self.t.size("x") == 1',
  'size(self.n) == 1',
  'self.t.startsWith(1)',
  'self.t.foo()',
  'foo(self.t)',
  'strings.foo(self.t)',
  'sets.contains(self.list, self.numbers)',
  'self.n.all(x, x > 1)',
  'self.list.all(x, x > 1)',
  'self.list.all(x, y)',
  'self.list.exists_one(x, x)',
  'self.list.map(x, x.v) == []',
  'self.list.filter(x, 1) == []',
  'self.objects.all(o, o.z == 1)',
  'self.map.all(k, k == 1)',
  'self.map.all(k, v, v == 1)',
  'self.list.all(i, x, i == "a")',
  '[1, "a"] == []',
  '[1, 2.0] == []',
  '{"a": 1, "b": "c"} == {}',
  '{"a": 1, 2: 3} == {}',
  '"%s %d".format([1, "a"]) == ""',
  '"%d".format([]) == ""',
  '"%d".format([1, 2]) == ""',
  'self.t.matches("(")',
  'duration("x") == self.span',
  'timestamp("x") == self.when',
  'self.when > self.span',
  'self.when == "x"',
  'self.span + self.n == self.span',
  'self.raw == "x"',
  'self.b ? self.n == 1 : self.t',
  'self.b ? "a" : 1',
  'self.n ? true : false',
  'self.open.x == 1',
  'self.any == 1',
  'self.dash-ed == "x"',
  'self.dot.ted == "x"',
  'self.namespace == "x"',
  'self.bad name == "x"',
  'self.__under == "x"',
  'oldSelf.n == "x"',
  'quantity(self.n).isGreaterThan(quantity("1"))',
  'quantity(self.t).isGreaterThan(1)',
  'ip(self.t).family() == "4"',
  'cidr(self.t).containsIP(1)',
  'url(self.t).getHost() == 1',
  'self.list.isSorted() == 1',
  'self.objects.sum() == 1',
  'self.list.sum() == 1',
  'optional.of(1).value() == "a"',
  'self.?object.?x.optMap(v, v == "a").orValue(true)',
  'type(self.port) == int && self.port < "a"',
  'for == 1',
  'self.n ==',
  '',
  '  ',
  'self.t == "ä" && self.n == "x"',
  'self.n ==\n"x"',
];

/** Expressions that compile. */
export const RIGHT_RULES: readonly string[] = [
  'self.__dash__ == "x"',
  'self.dash__dash__ed == "x" && self.dot__dot__ted == "y" && self.__namespace__ == "z" && self.__underscores__under == ""',
  'self.n == self.m && self.n < self.d && self.n + 1 > 0',
  'type(self.port) == int ? self.port < 100 : self.port.matches("^[0-9]+$")',
  'self.list.isSorted() && self.numbers.sum() < 10 && self.numbers.max() > 1 && self.list.indexOf("a") == 0',
  'self.objects.all(o, o.k == "a" && o.v > 1) && self.objects.exists_one(o, has(o.k))',
  'self.map.all(k, self.map[k] == "v") && "a" in self.map',
  'self.list.all(i, x, i < 3 && x != "")',
  'self.objects.transformList(i, o, o.k) == ["a"]',
  'self.map.transformMap(k, v, v + "x") == {}',
  'self.?object.?x.orValue(1) == 1',
  'self.list[?0].orValue("") == ""',
  'self.?t.hasValue() && self.?object.x.hasValue()',
  'url("https://a/b").getHost() == "a" && isURL(self.long)',
  'ip("1.2.3.4").family() == 4 && isIP(self.t) && cidr("1.0.0.0/8").containsIP("1.2.3.4")',
  'quantity("1Gi").isGreaterThan(quantity("1Mi")) && isQuantity(self.t)',
  'semver("1.2.3").isLessThan(semver("2.0.0")) && isSemver(self.t)',
  'format.dns1123Label().validate(self.t).hasValue()',
  'self.t.find("[0-9]+") == "" && self.t.findAll("x").size() == 0',
  'self.t.split("-").join("_").replace("a", "b").lowerAscii().trim().substring(1) == ""',
  '"%s is %d".format([self.t, self.n]) == ""',
  'sets.contains(self.list, ["a"]) && sets.intersects(self.list, ["b"]) && sets.equivalent(self.list, [])',
  'self.when > timestamp("2020-01-01T00:00:00Z") && self.span < duration("1h") && self.raw == b"x"',
  'self.when.getFullYear() == 2020 && self.span.getHours() == 1',
  'self.list.slice(0, 1).reverse().distinct().sort() == [] && [[1]].flatten() == [1] && lists.range(3).size() == 3',
  'self.objects.sortBy(o, o.k).map(o, o.k) == []',
  'self.?object.optMap(o, o.x > 1).orValue(true)',
  'cel.bind(x, self.n, x > 1)',
  'dyn(self.n) == 1 && string(self.n) == "1" && int(self.d) == 1 && double(self.n) > 0.5',
  'self == self && self.object == self.object && self.list == self.list',
  'self.open == self.open',
  'authorizer.path("/x").check("get").allowed()',
  'self.list.map(x, x.size()).sum() > 1',
  'has(self.object) && has(self.object.x) && !has(self.t)',
];

/** Expressions over what nothing bounds. */
export const COSTLY_SCHEMAS: Readonly<Record<string, Schema>> = Object.fromEntries(
  [
    'self.list.all(x, self.list.all(y, x != y))',
    'self.list.all(x, self.list.all(y, self.list.all(z, x != y || y != z)))',
    'self.list.all(x, x.matches("^[a-z]+$"))',
    'self.list.exists(x, x == "a")',
    'self.list.exists_one(x, x == "a")',
    'self.list.map(x, x + "a").all(x, x.contains("b"))',
    'self.list.filter(x, x.startsWith("a")).size() < 3',
    'self.map.all(k, self.map[k].contains(k))',
    'self.map.all(k, v, k.size() < 3 && v.endsWith(k))',
    'self.objects.all(o, o.names.all(n, n.matches("a.*b")))',
    'self.objects.exists(o, o.names.exists(n, self.list.exists(l, l == n)))',
    'self.text.split(",").all(x, x.find("[0-9]+") == "")',
    'self.text.replace("a", "bb").matches("b+")',
    'self.list.join(",").contains("a,b")',
    'self.list.isSorted()',
    'self.list.all(x, x in self.list)',
    'sets.contains(self.list, self.list)',
    'self.list.sort() == self.list',
    'self.list.distinct().size() == self.list.size()',
    'self.objects.map(o, o.names.size()).sum() < 10',
    'self.list == self.list && self.text == self.text',
    'self.list.all(x, isIP(x) || isCIDR(x) || isURL(x))',
    'self.list.all(x, quantity(x).isGreaterThan(quantity("1")))',
    'self.list.all(i, x, self.list.all(j, y, i == j || x != y))',
    'self.list.transformList(i, x, x + "a").all(x, x.size() < 3)',
    'self.objects.all(o, has(o.text) && o.text.lowerAscii() == "a")',
    'self.?text.orValue("").matches("^a")',
    'self.list.all(x, "%s".format([x]) == x)',
    'self.text.indexOf("a") == 1 && self.text.substring(1).trim() == ""',
    'self.list.all(x, format.dns1123Label().validate(x).hasValue())',
    '[self.text, self.text].all(x, x == "a")',
    '(self.text + self.text).matches("a")',
    '(has(self.text) ? self.text : "").matches("aaaaaaaaaaaaaaa")',
    'self.list.all(x, self.objects.exists(o, o.text == x))',
  ].map((rule) => [rule, specSchema(UNBOUNDED(), { 'x-kubernetes-validations': [{ rule }] })]),
);

function UNBOUNDED(): Readonly<Record<string, Schema>> {
  const texts = { type: 'array', items: TEXT };
  return {
    list: texts,
    text: TEXT,
    map: { type: 'object', additionalProperties: TEXT },
    objects: { type: 'array', items: { type: 'object', properties: { names: texts, text: TEXT } } },
  };
}

const rule = (text: string, more: Schema = {}): Schema => ({ rule: text, ...more });

/** Rules in places of their own: in lists, in maps, with messages, on transitions. */
export const PLACED_SCHEMAS: Readonly<Record<string, Schema>> = {
  'in items of a bounded list': specSchema({
    l: { type: 'array', maxItems: 10, items: { type: 'string', 'x-kubernetes-validations': [rule('self.matches("^a+$")')] } },
  }),
  'in items of an unbounded list': specSchema({
    l: { type: 'array', items: { type: 'string', 'x-kubernetes-validations': [rule('self.contains("aaaaaaaaaaaa")')] } },
  }),
  'in values of a map': specSchema({
    m: {
      type: 'object',
      additionalProperties: { type: 'array', items: TEXT, 'x-kubernetes-validations': [rule('self.all(x, x.size() < 3)')] },
    },
  }),
  'many expensive ones': specSchema(
    Object.fromEntries(
      ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l'].map((name) => [
        name,
        {
          type: 'array',
          items: { type: 'string', maxLength: 60 },
          maxItems: 1000 + 100 * (name.codePointAt(0) ?? 0),
          'x-kubernetes-validations': [rule('self.all(x, self.all(y, x == y || x.size() > 1))')],
        },
      ]),
    ),
  ),
  'message with line breaks': specSchema({ n: { type: 'integer', 'x-kubernetes-validations': [rule('self > 1', { message: 'a\nb' })] } }),
  'empty message': specSchema({ n: { type: 'integer', 'x-kubernetes-validations': [rule('self > 1', { message: ' ' })] } }),
  'rule with line breaks': specSchema({ n: { type: 'integer', 'x-kubernetes-validations': [rule('self >\n1')] } }),
  'unknown reason': specSchema({ n: { type: 'integer', 'x-kubernetes-validations': [rule('self > 1', { reason: 'Odd' })] } }),
  'wrong messageExpression': specSchema({
    n: { type: 'integer', 'x-kubernetes-validations': [rule('self > 1', { messageExpression: 'self' })] },
  }),
  'messageExpression that does not compile': specSchema({
    n: { type: 'integer', 'x-kubernetes-validations': [rule('self > 1', { messageExpression: '"a" + self' })] },
  }),
  'expensive messageExpression': specSchema({
    l: {
      type: 'array',
      items: TEXT,
      'x-kubernetes-validations': [rule('true', { messageExpression: 'self.all(x, self.all(y, x == y)) ? "a" : "b"' })],
    },
  }),
  'empty messageExpression': specSchema({
    n: { type: 'integer', 'x-kubernetes-validations': [rule('self > 1', { messageExpression: ' ' })] },
  }),
  'wrong fieldPath': specSchema({
    o: {
      type: 'object',
      properties: { x: TEXT },
      'x-kubernetes-validations': [
        rule('true', { fieldPath: '.y' }),
        rule('true', { fieldPath: 'x' }),
        rule('true', { fieldPath: ' ' }),
        rule('true', { fieldPath: ".x['a']" }),
        rule('true', { fieldPath: "['x']" }),
      ],
    },
  }),
  'optionalOldSelf without oldSelf': specSchema({
    n: { type: 'integer', 'x-kubernetes-validations': [rule('self > 1', { optionalOldSelf: true })] },
  }),
  'oldSelf in an atomic list': specSchema({
    l: { type: 'array', items: { type: 'string', 'x-kubernetes-validations': [rule('self == oldSelf')] } },
  }),
  'oldSelf in a set': specSchema({
    l: {
      type: 'array',
      'x-kubernetes-list-type': 'set',
      items: { type: 'string', maxLength: 5, 'x-kubernetes-validations': [rule('self == oldSelf')] },
      maxItems: 5,
    },
  }),
  'rule of an unknown type': specSchema({
    a: { 'x-kubernetes-preserve-unknown-fields': true, 'x-kubernetes-validations': [rule('self == 1')] },
  }),
  'rule that breaks a default': specSchema({
    n: { type: 'integer', default: 1, 'x-kubernetes-validations': [rule('self > 1', { message: 'too small' })] },
  }),
  'rule at the root': {
    type: 'object',
    properties: { spec: TEXT },
    'x-kubernetes-validations': [rule('self.metadata.name == self.spec && self.kind == "Widget" && self.metadata.labels == {}')],
  },
};

export function ruleSchemas(rules: readonly string[]): Readonly<Record<string, Schema>> {
  return Object.fromEntries(rules.map((text) => [text, withRule(text, text.includes('\n') ? { message: 'x' } : {})]));
}

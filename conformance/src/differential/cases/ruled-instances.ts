// What rules say of custom resources.
import type { Instances } from './instance-schemas.ts';
import { type Schema, specSchema } from './schema-bodies.ts';

const rule = (text: string, more: Schema = {}): Schema => ({ rule: text, ...more });

export const RULED: Instances = {
  schema: {
    ...specSchema(
      {
        n: { type: 'integer', 'x-kubernetes-validations': [rule('self < 10', { message: ' small ' }), rule('self > 0')] },
        t: {
          type: 'string',
          maxLength: 30,
          'x-kubernetes-validations': [rule('self.startsWith("a")', { messageExpression: '"not " + self' })],
        },
        list: {
          type: 'array',
          maxItems: 20,
          items: { type: 'string', maxLength: 10, 'x-kubernetes-validations': [rule('self.size() > 1')] },
          'x-kubernetes-validations': [rule('self.size() < 3', { reason: 'FieldValueForbidden', message: 'too many' })],
        },
        map: {
          type: 'object',
          maxProperties: 10,
          additionalProperties: { type: 'integer', 'x-kubernetes-validations': [rule('self > 0', { reason: 'FieldValueDuplicate' })] },
        },
        object: {
          type: 'object',
          properties: { x: { type: 'integer' }, y: { type: 'integer' }, z: { type: 'string', maxLength: 10 } },
          'x-kubernetes-validations': [
            rule('self.x < self.y', { fieldPath: '.y', reason: 'FieldValueRequired', message: 'needed' }),
            rule('has(self.z) ? int(self.z) > 1 : true'),
            rule('10 / self.x > 1'),
          ],
        },
        port: {
          'x-kubernetes-int-or-string': true,
          'x-kubernetes-validations': [
            rule('type(self) == int ? self > 1 : self.endsWith("%")', { message: 'odd port' }),
            rule('self != 5 || self > "x"'),
          ],
        },
        when: { type: 'string', format: 'date-time', 'x-kubernetes-validations': [rule('self > timestamp("2020-01-01T00:00:00Z")')] },
        span: { type: 'string', format: 'duration', 'x-kubernetes-validations': [rule('self <= duration("1h")')] },
        raw: { type: 'string', format: 'byte', 'x-kubernetes-validations': [rule('self.size() == 3')] },
        'da-sh': { type: 'string', nullable: true },
        set: { type: 'array', 'x-kubernetes-list-type': 'set', maxItems: 10, items: { type: 'string', maxLength: 5 } },
        index: { type: 'integer' },
        labels: { type: 'object', maxProperties: 5, additionalProperties: { type: 'string', maxLength: 5 } },
        q: { type: 'string', maxLength: 10, 'x-kubernetes-validations': [rule('quantity(self).isLessThan(quantity("1Gi"))')] },
        secret: { type: 'boolean', 'x-kubernetes-validations': [rule('self', { messageExpression: '""', message: 'fallback' })] },
      },
      {
        'x-kubernetes-validations': [
          rule('!has(self.da__dash__sh) || self.da__dash__sh != "bad"', { fieldPath: '.da-sh', message: 'dashed' }),
          rule('!has(self.set) || self.set == ["a", "b"]', { message: 'another set' }),
          rule('!has(self.index) || ["a", "b"][self.index] == "a"'),
          rule('!has(self.labels) || self.labels["app"] == "x"'),
        ],
      },
    ),
    'x-kubernetes-validations': [
      rule('self.metadata.name.startsWith("w")'),
      rule('!has(self.spec.n) || self.spec.n != 7', { message: 'seven' }),
    ],
  },
  specs: [
    {},
    { n: 10, t: 'b' },
    { n: 0 },
    { n: 7 },
    { list: ['a', 'bb', 'ccc'] },
    { map: { a: 1, b: 0, 'c.d': -1 } },
    { object: { x: 2, y: 1 } },
    { object: { x: 0, y: 1, z: 'x' } },
    { object: { x: 1, y: 2, z: '1' } },
    { object: { y: 1 } },
    { port: 1 },
    { port: 'http' },
    { port: 5 },
    { port: '5%' },
    { when: '2019-01-01T00:00:00Z' },
    { when: '2021-01-01T00:00:00+02:00', span: '2h', raw: 'YWI=' },
    { 'da-sh': 'bad' },
    { 'da-sh': null },
    { set: ['b', 'a'] },
    { set: ['a'] },
    { index: 1 },
    { index: 5 },
    { labels: {} },
    { labels: { app: 'y' } },
    { q: 'x' },
    { q: '2Gi' },
    { secret: false },
    { n: 'x', t: 'b' },
    { t: 'a'.repeat(31) },
  ],
};

import { expect, test } from 'vitest';
import { matchesFields, parseFieldSelector } from './field-selector-text.ts';
import { matchesLabels, parseLabelSelector } from './label-selector-text.ts';

test.each([
  ['a b', "unable to parse requirement: found 'b', expected: in, notin, =, ==, !=, gt, lt"],
  ['a=b=c', "found '=', expected: ',' or 'end of string'"],
  [',', "found ',', expected: !, identifier, or 'end of string'"],
  ['a in x', "unable to parse requirement: found 'x' expected: '('"],
  ['a>x', "unable to parse requirement: values[0]: Invalid value: \"x\": for 'Gt', 'Lt' operators, the value must be an integer"],
  ['!', "unable to parse requirement: found '', expected: identifier"],
  ['a,', "found '', expected: identifier after ','"],
  ['(a)', "found '(', expected: !, identifier, or 'end of string'"],
])('label selector %j is refused as by the real server', (text, message) => {
  expect(parseLabelSelector(text)).toEqual({ kind: 'invalid', message });
});

test.each([
  ['', {}, true],
  ['a', { a: '' }, true],
  ['!a', { a: '' }, false],
  ['a==1,b!=2', { a: '1' }, true],
  ['a in (1, 2)', { a: '2' }, true],
  ['a in ()', { a: '' }, true],
  ['a in (,1)', { a: '' }, true],
  ['a notin (1)', {}, true],
  ['a notin (1)', { a: '1' }, false],
  ['in=x', { in: 'x' }, true],
  ['a>3', { a: '10' }, true],
  ['a<3', { a: 'x' }, false],
  ['toString', {}, false],
])('label selector %j on %j: %s', (text, labels, expected) => {
  const parsed = parseLabelSelector(text);
  expect(parsed.kind === 'selector' && matchesLabels(parsed.requirements, labels)).toBe(expected);
});

test.each([
  ['metadata.name', "invalid selector: 'metadata.name'; can't understand 'metadata.name'"],
  ['metadata.name=a=b', 'invalid field selector: unescaped character in value: 61'],
  ['a=\\x', 'invalid field selector: invalid escape sequence: \\x'],
  ['a=x\\', 'invalid field selector: invalid escape sequence: \\'],
])('field selector %j is refused as by the real server', (text, message) => {
  expect(parseFieldSelector(text)).toEqual({ kind: 'invalid', message });
});

test.each([
  ['a=1,b!=2', { a: '1', b: '' }, true],
  ['a==1', { a: '2' }, false],
  ['a=x\\,y', { a: 'x,y' }, true],
  ['', {}, true],
])('field selector %j on %j: %s', (text, fields: Record<string, string>, expected) => {
  const parsed = parseFieldSelector(text);
  expect(parsed.kind === 'selector' && matchesFields(parsed.terms, (field) => fields[field] ?? '')).toBe(expected);
});

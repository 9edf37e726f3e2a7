import { expect, test } from 'vitest';
import { evaluateTemplate } from './evaluate-template.ts';
import { parseTemplate } from './parse-template.ts';

const DOCUMENT = {
  kind: 'List',
  count: 9007199254740993n,
  items: [
    { name: 'a', ports: [80, 443], ready: true, meta: { 'x.y/z': 'dotted', uid: '1' } },
    { name: 'b', ports: [8080], ready: false, meta: { 'x.y/z': 'too', uid: '2' } },
  ],
};

test('a search below a list goes through all of its items, however many', () => {
  const items = Array.from({ length: 200_000 }, (_, at) => ({ name: String(at) }));
  const names = evaluateTemplate(parseTemplate('{..name}'), { items }).split(' ');
  expect([names.length, names[0], names.at(-1)]).toEqual([200_000, '0', '199999']);
});

test.each([
  ['{.kind}', 'List'],
  ['.kind', 'List'],
  ['{$.kind}', 'List'],
  ['{.items[0].name}', 'a'],
  ['{.items[-1].name}', 'b'],
  ['{.items[*].name}', 'a b'],
  ['{.items[*].ports[*]}', '80 443 8080'],
  ['{.items[0].ports[0:1]}', '80'],
  ["{.items[0].meta['x.y/z']}", 'dotted'],
  ['{.items[0].meta.x\\.y/z}', 'dotted'],
  ["{.items[0]['name','ready']}", 'a true'],
  ['{..uid}', '1 2'],
  ['{.items[?(@.name=="b")].ports[0]}', '8080'],
  ['{.items[?(@.ports[0]>100)].name}', 'b'],
  ['{.items[?(@.ready==true)].name}', 'a'],
  ['{.items[?(@.missing)].name}', ''],
  ['{range .items[*]}{.name}{"\\t"}{.ports[0]}{"\\n"}{end}', 'a\t80\nb\t8080\n'],
  ['{range .items[*]}{range .ports[*]}{@}{","}{end}{";"}{end}', '80,443,;8080,;'],
  ['n={.count}!', 'n=9007199254740993!'],
  ['{.items[0].ports}', '[80,443]'],
  ['{.nothing.at.all}', ''],
])('%s gives %j', (template, text) => {
  expect(evaluateTemplate(parseTemplate(template), DOCUMENT)).toBe(text);
});

test.each([
  ['{.items[0}', /'\[' in '.*' is not closed/],
  ['{.items', /'\{' at position 1 is not closed/],
  ['{range .items[*]}{.name}', /\{range\} without \{end\}/],
  ['{end}', /\{end\} without \{range\}/],
  ['{.items[a]}', /'\[a\]' in '.*' is not understood/],
  ['{"open}', /not closed/],
])('%s is refused', (template, message) => {
  expect(() => parseTemplate(template)).toThrow(message);
});

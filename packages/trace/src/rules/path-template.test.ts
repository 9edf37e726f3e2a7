import { expect, test } from 'vitest';
import { type PathTemplate, parsePathTemplate, renderTemplate } from './path-template.ts';

const pod = {
  metadata: { name: 'a', labels: { 'x.io/y': 'z' } },
  spec: { volumes: [{ secret: { secretName: 's' } }, {}, { secret: { secretName: 't' } }] },
};

function template(text: string): PathTemplate {
  const parsed = parsePathTemplate(text);
  if (parsed.kind === 'invalid') throw new Error(parsed.reason);
  return parsed;
}

test.each([
  ['{metadata.name}', ['a']],
  ["{metadata.labels['x.io/y']}", ['z']],
  ['pre-{metadata.name}-post', ['pre-a-post']],
  ['{spec.volumes[*].secret.secretName}', ['s', 't']],
  ['{metadata.name}/{spec.volumes[*].secret.secretName}', ['a/s', 'a/t']],
  ['{spec.missing}', []],
  ['{metadata.name}-{spec.missing}', []],
  ['{spec.volumes}', []],
  ['{metadata.toString}', []],
])('%s yields %j', (text, expected) => {
  expect(renderTemplate(template(text), pod)).toEqual(expected);
});

test.each(['{metadata.name', '{}', '{a b}', '{a[0]}'])('%s is refused', (text) => {
  expect(parsePathTemplate(text).kind).toBe('invalid');
});

import { expect, test } from 'vitest';
import { impersonationIn } from './impersonation.ts';

function impersonated(...lines: readonly (readonly [string, string])[]) {
  return impersonationIn(Object.fromEntries(lines), lines);
}

test.each([
  ['%zz', '%zz'],
  ['acme%2fproject', 'acme/project'],
  ['__proto__', '__proto__'],
])('the extra key %j is read as %j', (sent, key) => {
  const extra = impersonated(['impersonate-user', 'jane'], [`impersonate-extra-${sent}`, 'x'])?.extra ?? {};
  expect(Object.entries(extra)).toEqual([[key, ['x']]]);
});

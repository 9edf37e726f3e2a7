import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { UrlValue } from './request-url.ts';
import { hostnameOf, isRequestUrl, parseRequestUrl, portOf, queryOf } from './request-url.ts';

function url(text: string): UrlValue {
  const parsed = parseRequestUrl(text);
  if (parsed.kind === 'invalid') throw new Error(`${text}: ${parsed.reason}`);
  return parsed;
}

describe('parts', () => {
  test.each([
    ['https://user:pw@example.com:80/a?b=c#d', ['https', 'example.com', '80', '/a', 'b=c']],
    ['HTTPS://example.com', ['https', 'example.com', undefined, '', '']],
    ['https://[::1]:80/', ['https', '::1', '80', '/', '']],
    ['https://[::1]/', ['https', '::1', undefined, '/', '']],
    ['https://example.com:/', ['https', 'example.com', '', '/', '']],
    ['/path with spaces', ['', '', undefined, '/path%20with%20spaces', '']],
    ['/a%2Fb', ['', '', undefined, '/a%2Fb', '']],
    ['//host:1/x', ['', 'host', '1', '/x', '']],
    ['mailto:a@b.c', ['mailto', '', undefined, '', '']],
    ['https://example.com/%e9é', ['https', 'example.com', undefined, '/%E9%C3%A9', '']],
  ])('%s', (text, parts) => {
    const parsed = url(text);
    expect([parsed.scheme, hostnameOf(parsed), portOf(parsed), parsed.escapedPath, parsed.query]).toEqual(parts);
  });

  test('the query is unescaped; what cannot be read is left out', () => {
    const query = queryOf(url('/?a=1&b=%20c+d&a=2&=e&f&%zz=1&g;h=2&__proto__=x'));
    expect([...query]).toEqual([
      ['a', ['1', '2']],
      ['b', [' c d']],
      ['', ['e']],
      ['f', ['']],
      ['__proto__', ['x']],
    ]);
  });
});

describe('what is no request URL', () => {
  test.each([
    ['', 'empty'],
    ['../a', 'neither'],
    ['example.com/a', 'neither'],
    ['https://a:b:c/', 'port'],
    ['https://[::1', "']'"],
    ['https://exa mple.com/', 'host'],
    ['https://us er@h/', 'user information'],
    ['/%zz', 'escape'],
    ['/a#%zz', 'escape'],
    ['/a\n', 'control character'],
    [':a', 'scheme'],
  ])('%j: %s', (text, reason) => {
    expect(parseRequestUrl(text)).toMatchObject({ kind: 'invalid', reason: expect.stringContaining(reason) });
  });

  test('a fragment behind a query is looked into only when the URL is taken apart', () => {
    expect(isRequestUrl('/a?b#%zz')).toBe(true);
    expect(parseRequestUrl('/a?b#%zz').kind).toBe('invalid');
  });
});

test('a web URL is read, and its text reads back as the same', () => {
  fc.assert(
    fc.property(fc.webUrl({ withQueryParameters: true }), (text) => {
      expect(url(url(text).text)).toEqual(url(text));
    }),
  );
});

test('any text is answered', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(['url', 'invalid']).toContain(parseRequestUrl(`http://${text}`).kind);
    }),
  );
});

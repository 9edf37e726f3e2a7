// url() and the parts of a URL.

import type { CelValue, MapEntry, Outcome } from '../cel-value.ts';
import { bool, failure, list, string } from '../cel-value.ts';
import { compareText } from '../compare-values.ts';
import { mapKeyId } from '../map-value.ts';
import type { CallContext, Overload } from '../overload.ts';
import { anyString, anyUrl, declareFunction, declareMethod, take1 } from '../overload.ts';
import type { UrlValue } from '../request-url.ts';
import { hostnameOf, isRequestUrl, parseRequestUrl, portOf, queryOf } from '../request-url.ts';
import { BOOL, listOf, mapOf, STRING, URL_TYPE } from '../static-type.ts';

export const urlFunctions: readonly Overload[] = [
  declareFunction('url', { takes: take1(anyString), result: URL_TYPE, call: toUrl }),
  declareFunction('isURL', {
    takes: take1(anyString),
    result: BOOL,
    call: ([text], { budget }) => budget.spendText(text.length) ?? bool(isRequestUrl(text)),
  }),
  part('getScheme', (url) => url.scheme),
  part('getHost', (url) => url.host),
  part('getHostname', hostnameOf),
  part('getPort', (url) => portOf(url) ?? ''),
  part('getEscapedPath', (url) => url.escapedPath),
  declareMethod('getQuery', { takes: take1(anyUrl), result: mapOf(STRING, listOf(STRING)), call: getQuery }),
];

function part(name: string, of: (url: UrlValue) => string): Overload {
  return declareMethod(name, { takes: take1(anyUrl), result: STRING, call: ([url]) => string(of(url)) });
}

function toUrl([text]: readonly [string], { budget }: CallContext): Outcome {
  const spent = budget.spendText(text.length);
  if (spent !== undefined) return spent;
  const url = parseRequestUrl(text);
  return url.kind === 'url' ? url : failure(`the text is not a URL: ${url.reason}`);
}

function getQuery([url]: readonly [UrlValue], { budget }: CallContext): Outcome {
  const spent = budget.spendText(url.query.length);
  if (spent !== undefined) return spent;
  const entries = new Map<string, MapEntry>();
  for (const [name, values] of [...queryOf(url)].toSorted(([left], [right]) => compareText(left, right))) {
    const key: CelValue = string(name);
    entries.set(mapKeyId(key) ?? '', { key, value: list(values.map(string)) });
  }
  return { kind: 'map', entries };
}

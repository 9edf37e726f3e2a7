// URLs as Kubernetes' CEL accepts them: an absolute URI or an absolute path, read by the rules of Go's net/url.

import { decodeUtf8Leniently, encodeUtf8 } from './utf8.ts';

export type UrlValue = {
  readonly kind: 'url';
  /** The URL put together again; equal URLs have equal texts. */
  readonly text: string;
  readonly scheme: string;
  /** Host and port; IPv6 addresses in brackets. */
  readonly host: string;
  readonly escapedPath: string;
  readonly query: string;
};
export type InvalidUrl = { readonly kind: 'invalid'; readonly reason: string };

type Authority = { readonly kind: 'authority'; readonly userinfo: string | undefined; readonly host: string };

const SCHEME = /^([A-Za-z][A-Za-z0-9+.-]*):/;
const BAD_ESCAPE = /%(?![0-9A-Fa-f]{2})/;
const USERINFO = /^[A-Za-z0-9\-._:~!$&'()*+,;=%@]*$/;
const HOST_ESCAPE = /%25|%[89A-Fa-f][0-9A-Fa-f]/g;
const NOT_IN_HOST = /[\u0020-\u007f]/;
const HOST_CHARACTERS = /[A-Za-z0-9\-._~!$&'()*+,;=:[\]<>"]/g;
const OPTIONAL_PORT = /^(?::[0-9]*)?$/;
const PATH_AS_WRITTEN = /^[A-Za-z0-9\-._~!$&'()*+,;=:@[\]%/]*$/;
const PATH_CHARACTER = /[A-Za-z0-9\-._~$&+,/:;=@]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for.
const CONTROL = /[\x00-\x1f\x7f]/;

/** Reads an absolute URI or an absolute path; a fragment is left out of path and query. */
export function parseRequestUrl(text: string): UrlValue | InvalidUrl {
  if (text === '') return invalid('the URL is empty');
  if (CONTROL.test(text)) return invalid('it has a control character');
  if (text.startsWith(':')) return invalid('the scheme is missing');
  const scheme = SCHEME.exec(text)?.[1]?.toLowerCase() ?? '';
  const [beforeFragment = '', fragment] = cut(text.slice(scheme === '' ? 0 : scheme.length + 1), '#');
  const [hierarchy = '', query] = cut(beforeFragment, '?');
  const whole = cut(text.slice(scheme === '' ? 0 : scheme.length + 1), '?')[0] ?? '';
  if (!whole.startsWith('/')) return scheme === '' ? relative(text) : opaque({ scheme, hierarchy, query, fragment });
  if (scheme === '' || !whole.startsWith('//')) return assemble({ scheme, path: hierarchy, whole, query, fragment });
  const authorityText = cut(whole.slice(2), '/')[0] ?? '';
  const authority = parseAuthority(authorityText);
  if (authority.kind === 'invalid') return authority;
  const path = hierarchy.slice(2 + authorityText.length);
  return assemble({ scheme, authority, path, whole: whole.slice(2 + authorityText.length), query, fragment });
}

/** The host without its port and brackets. */
export function hostnameOf(url: UrlValue): string {
  const host = portOf(url) === undefined ? url.host : url.host.slice(0, url.host.lastIndexOf(':'));
  return host.startsWith('[') && host.endsWith(']') ? host.slice(1, -1) : host;
}

/** The port, '' where the host ends with a colon, undefined where there is none. */
export function portOf(url: UrlValue): string | undefined {
  const colon = url.host.lastIndexOf(':');
  if (colon < 0 || !OPTIONAL_PORT.test(url.host.slice(colon))) return undefined;
  return url.host.slice(colon + 1);
}

/** The parameters of the query, unescaped, with all their values; what cannot be read is left out. */
export function queryOf(url: UrlValue): ReadonlyMap<string, readonly string[]> {
  const parameters = new Map<string, string[]>();
  for (const part of url.query.split('&')) {
    if (part === '' || part.includes(';') || BAD_ESCAPE.test(part)) continue;
    const [key = '', value = ''] = cut(part.replaceAll('+', ' '), '=').map((piece) => unescape(piece ?? ''));
    const values = parameters.get(key) ?? [];
    values.push(value);
    parameters.set(key, values);
  }
  return parameters;
}

function invalid(reason: string): InvalidUrl {
  return { kind: 'invalid', reason };
}

function relative(text: string): UrlValue | InvalidUrl {
  if (text === '*') return { kind: 'url', text, scheme: '', host: '', escapedPath: '*', query: '' };
  return invalid('it is neither an absolute URI nor an absolute path');
}

type Opaque = {
  readonly scheme: string;
  readonly hierarchy: string;
  readonly query: string | undefined;
  readonly fragment: string | undefined;
};

function opaque(parts: Opaque): UrlValue | InvalidUrl {
  if (BAD_ESCAPE.test(parts.fragment ?? '')) return invalid('an escape in the fragment is not % and two hexadecimal digits');
  const text = `${parts.scheme}:${parts.hierarchy}${tail(parts)}`;
  return { kind: 'url', text, scheme: parts.scheme, host: '', escapedPath: '', query: parts.query ?? '' };
}

type Pieces = {
  readonly scheme: string;
  readonly authority?: Authority;
  readonly path: string;
  /** The path with what follows up to the query, fragment included: it is checked too. */
  readonly whole: string;
  readonly query: string | undefined;
  readonly fragment: string | undefined;
};

function assemble(pieces: Pieces): UrlValue | InvalidUrl {
  if (BAD_ESCAPE.test(pieces.whole) || BAD_ESCAPE.test(pieces.fragment ?? ''))
    return invalid('an escape is not % and two hexadecimal digits');
  const escapedPath = PATH_AS_WRITTEN.test(pieces.path) ? pieces.path : escapePath(unescape(pieces.path));
  const { userinfo, host = '' } = pieces.authority ?? {};
  const user = userinfo === undefined ? '' : `${userinfo}@`;
  const front = pieces.scheme === '' ? '' : `${pieces.scheme}://${user}${host}`;
  return {
    kind: 'url',
    text: `${front}${escapedPath}${tail(pieces)}`,
    scheme: pieces.scheme,
    host,
    escapedPath,
    query: pieces.query ?? '',
  };
}

function tail(parts: { readonly query: string | undefined; readonly fragment: string | undefined }): string {
  const query = parts.query === undefined ? '' : `?${parts.query}`;
  return parts.fragment === undefined || parts.fragment === '' ? query : `${query}#${parts.fragment}`;
}

function parseAuthority(text: string): Authority | InvalidUrl {
  const at = text.lastIndexOf('@');
  const userinfo = at < 0 ? undefined : text.slice(0, at);
  if (userinfo !== undefined && (!USERINFO.test(userinfo) || BAD_ESCAPE.test(userinfo)))
    return invalid('the user information is not valid');
  const host = text.slice(at + 1);
  const reason = hostFault(host);
  return reason === undefined ? { kind: 'authority', userinfo, host: unescape(host) } : invalid(reason);
}

function hostFault(host: string): string | undefined {
  if (NOT_IN_HOST.test(host.replace(HOST_ESCAPE, '').replace(HOST_CHARACTERS, '')))
    return 'the host has a character that is not allowed there';
  const bracket = host.lastIndexOf(']');
  if (host.startsWith('[') && bracket < 0) return "the host has no ']'";
  const colon = host.lastIndexOf(':');
  const port = host.startsWith('[') ? host.slice(bracket + 1) : host.slice(colon < 0 ? host.length : colon);
  return OPTIONAL_PORT.test(port) ? undefined : 'the port is not a number';
}

function cut(text: string, separator: string): readonly [string, string | undefined] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + separator.length)];
}

function unescape(text: string): string {
  if (!text.includes('%')) return text;
  const bytes = encodeUtf8(text);
  const decoded: number[] = [];
  for (let index = 0; index < bytes.length; index += 1) {
    const escaped = bytes[index] === 0x25;
    decoded.push(escaped ? Number.parseInt(String.fromCharCode(bytes[index + 1] ?? 0, bytes[index + 2] ?? 0), 16) : (bytes[index] ?? 0));
    if (escaped) index += 2;
  }
  return decodeUtf8Leniently(Uint8Array.from(decoded));
}

function escapePath(path: string): string {
  return Array.from(encodeUtf8(path), escapeByte).join('');
}

function escapeByte(byte: number): string {
  const character = String.fromCharCode(byte);
  return byte < 0x80 && PATH_CHARACTER.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
}

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

/** Whether a text is an absolute URI or an absolute path. What looks like a fragment is not looked into. */
export function isRequestUrl(text: string): boolean {
  return requestFault(text) === undefined;
}

/** Reads an absolute URI or an absolute path; a fragment is left out of path and query. */
export function parseRequestUrl(text: string): UrlValue | InvalidUrl {
  const [main, fragment = ''] = cut(text, '#');
  const reason = requestFault(text) ?? escapeFault(fragment);
  if (reason !== undefined) return invalid(reason);
  const { scheme, rest } = splitScheme(main);
  const [hierarchy, query] = cut(rest, '?');
  const tail = `${query === undefined ? '' : `?${query}`}${fragment === '' ? '' : `#${fragment}`}`;
  if (!hierarchy.startsWith('/')) return withoutAuthority({ scheme, hierarchy, query, tail });
  const hasAuthority = hierarchy.startsWith('//') && (scheme !== '' || !hierarchy.startsWith('///'));
  const [authorityText] = hasAuthority ? cut(hierarchy.slice(2), '/') : [''];
  const authority = parseAuthority(authorityText);
  if (authority.kind === 'invalid') return authority;
  const path = hasAuthority ? hierarchy.slice(2 + authorityText.length) : hierarchy;
  return assemble({ scheme, authority, path, query, tail });
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
    const [key = '', value = ''] = cut(part.replaceAll('+', ' '), '=').map((piece) => decodePercent(piece ?? ''));
    const values = parameters.get(key) ?? [];
    values.push(value);
    parameters.set(key, values);
  }
  return parameters;
}

function invalid(reason: string): InvalidUrl {
  return { kind: 'invalid', reason };
}

/** Why a text is no request URL. Everything up to a ? counts as authority and path, a # included. */
function requestFault(text: string): string | undefined {
  if (text === '') return 'the URL is empty';
  if (CONTROL.test(text)) return 'it has a control character';
  if (text.startsWith(':')) return 'the scheme is missing';
  const { scheme, rest } = splitScheme(text);
  const [hierarchy] = cut(rest, '?');
  if (hierarchy.startsWith('/')) return scheme === '' ? escapeFault(hierarchy) : hierarchyFault(hierarchy);
  return scheme === '' && text !== '*' ? 'it is neither an absolute URI nor an absolute path' : undefined;
}

function hierarchyFault(hierarchy: string): string | undefined {
  if (!hierarchy.startsWith('//')) return escapeFault(hierarchy);
  const [authorityText] = cut(hierarchy.slice(2), '/');
  const authority = parseAuthority(authorityText);
  return authority.kind === 'invalid' ? authority.reason : escapeFault(hierarchy.slice(2 + authorityText.length));
}

function escapeFault(text: string): string | undefined {
  return BAD_ESCAPE.test(text) ? 'an escape is not % and two hexadecimal digits' : undefined;
}

function splitScheme(text: string): { readonly scheme: string; readonly rest: string } {
  const scheme = SCHEME.exec(text)?.[1];
  return scheme === undefined ? { scheme: '', rest: text } : { scheme: scheme.toLowerCase(), rest: text.slice(scheme.length + 1) };
}

type Parts = { readonly scheme: string; readonly query: string | undefined; readonly tail: string };

/** mailto:a@b and the lone *. */
function withoutAuthority({ scheme, hierarchy, query = '', tail }: Parts & { readonly hierarchy: string }): UrlValue {
  if (scheme === '') return { kind: 'url', text: `${hierarchy}${tail}`, scheme, host: '', escapedPath: hierarchy, query };
  return { kind: 'url', text: `${scheme}:${hierarchy}${tail}`, scheme, host: '', escapedPath: '', query };
}

function assemble(parts: Parts & { readonly authority: Authority; readonly path: string }): UrlValue {
  const { scheme, authority, path, query = '', tail } = parts;
  const escapedPath = PATH_AS_WRITTEN.test(path) ? path : escapePath(path);
  const user = authority.userinfo === undefined ? '' : `${authority.userinfo}@`;
  const front = `${scheme === '' ? '' : `${scheme}:`}${scheme === '' && authority.host === '' ? '' : `//${user}${authority.host}`}`;
  return { kind: 'url', text: `${front}${escapedPath}${tail}`, scheme, host: authority.host, escapedPath, query };
}

function parseAuthority(text: string): Authority | InvalidUrl {
  const at = text.lastIndexOf('@');
  const userinfo = at < 0 ? undefined : text.slice(0, at);
  if (userinfo !== undefined && (!USERINFO.test(userinfo) || BAD_ESCAPE.test(userinfo)))
    return invalid('the user information is not valid');
  const host = text.slice(at + 1);
  const reason = hostFault(host);
  return reason === undefined ? { kind: 'authority', userinfo, host: decodePercent(host) } : invalid(reason);
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

function decodePercent(text: string): string {
  return text.includes('%') ? decodeUtf8Leniently(percentDecoded(text)) : text;
}

function percentDecoded(text: string): Uint8Array {
  const bytes = encodeUtf8(text);
  const decoded: number[] = [];
  for (let index = 0; index < bytes.length; index += 1) {
    const escaped = bytes[index] === 0x25;
    decoded.push(escaped ? Number.parseInt(String.fromCharCode(bytes[index + 1] ?? 0, bytes[index + 2] ?? 0), 16) : (bytes[index] ?? 0));
    if (escaped) index += 2;
  }
  return Uint8Array.from(decoded);
}

/** A path escaped anew, byte by byte. */
function escapePath(path: string): string {
  return Array.from(percentDecoded(path), escapeByte).join('');
}

function escapeByte(byte: number): string {
  const character = String.fromCharCode(byte);
  return byte < 0x80 && PATH_CHARACTER.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
}

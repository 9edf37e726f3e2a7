// Addresses and names of the network as Go reads them: IPv4 tolerates leading zeros.

import { encodeUtf8 } from '../cel/utf8.ts';

const HEX_GROUP = /^[0-9a-fA-F]{1,4}$/;
const MOST_HOST = 255;
const MOST_LABEL = 63;
const HOST =
  /^([a-zA-Z0-9\p{S}\p{L}]((-?[a-zA-Z0-9\p{S}\p{L}]{0,62})?)|([a-zA-Z0-9\p{S}\p{L}](([a-zA-Z0-9\-\p{S}\p{L}]{0,61}[a-zA-Z0-9\p{S}\p{L}])?)(\.)){1,}([a-zA-Z\p{L}]){2,63})$/u;

export function isIpv4(text: string): boolean {
  return text.includes('.') && (isDotted(text) || isIpv6(text));
}

export function isIpv6(text: string): boolean {
  const [head = '', tail, ...more] = text.split('::');
  if (!text.includes(':') || more.length > 0) return false;
  const before = groupsIn(head, tail === undefined);
  const after = tail === undefined ? 0 : groupsIn(tail, true);
  if (before === undefined || after === undefined) return false;
  return tail === undefined ? before === 8 : before + after < 8;
}

/** How many groups of 16 bits; undefined where one is none. Only the last one may be an IPv4 address. */
function groupsIn(text: string, isLast: boolean): number | undefined {
  if (text === '') return 0;
  const groups = text.split(':');
  const last = groups.at(-1) ?? '';
  const dotted = isLast && last.includes('.');
  const plain = dotted ? groups.slice(0, -1) : groups;
  if (!plain.every((group) => HEX_GROUP.test(group)) || (dotted && !isDotted(last))) return undefined;
  return plain.length + (dotted ? 2 : 0);
}

function isDotted(text: string): boolean {
  const parts = text.split('.');
  return parts.length === 4 && parts.every((part) => /^[0-9]+$/.test(part) && Number(part) <= 255);
}

export function isCidr(text: string): boolean {
  const slash = text.indexOf('/');
  const [address, length] = [text.slice(0, Math.max(slash, 0)), text.slice(slash + 1)];
  if (slash < 0 || !/^[0-9]+$/.test(length)) return false;
  if (isDotted(address)) return Number(length) <= 32;
  return isIpv6(address) && Number(length) <= 128;
}

export function isMac(text: string): boolean {
  const bytes = /^[0-9a-f]{2}(?:([:-])[0-9a-f]{2}(?:\1[0-9a-f]{2})*)$/i.test(text) ? (text.length + 1) / 3 : dottedBytes(text);
  return [6, 8, 20].includes(bytes);
}

function dottedBytes(text: string): number {
  return /^[0-9a-f]{4}(?:\.[0-9a-f]{4})+$/i.test(text) ? ((text.length + 1) / 5) * 2 : 0;
}

export function isHostname(text: string): boolean {
  const fits = (part: string, most: number): boolean => encodeUtf8(part).length <= most;
  return fits(text, MOST_HOST) && HOST.test(text) && text.split('.').every((label) => fits(label, MOST_LABEL));
}

const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~\\u0080-\\u{10ffff}-]+";
const QUOTED = '"(?:[^"\\\\\\r\\n]|\\\\.)*"';
const DOMAIN = `(?:${ATOM}(?:\\.${ATOM})*|\\[[^\\[\\]\\\\\\r\\n]*\\])`;
const ADDRESS = `(?:${ATOM}(?:\\.${ATOM})*|${QUOTED})@${DOMAIN}`;
const NAME = `(?:(?:${ATOM}|${QUOTED})(?:[ \\t.]+(?:${ATOM}|${QUOTED}))*[ \\t]*)?`;
const EMAIL = new RegExp(`^[ \\t]*(?:${ADDRESS}|${NAME}<${ADDRESS}>)[ \\t]*$`, 'u');

export function isEmail(text: string): boolean {
  return EMAIL.test(text);
}

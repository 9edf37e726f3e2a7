// The formats of texts that Kubernetes 1.35 checks. All others are ignored, and told as a warning when a definition is written.

import { isRequestUrl } from '../cel/request-url.ts';
import { isDate, isDateTime, parseLooseDuration } from './date-formats.ts';
import { isCidr, isEmail, isHostname, isIpv4, isIpv6, isMac } from './network-formats.ts';
import { isCreditCard, isIsbn10, isIsbn13 } from './number-formats.ts';

const CHANNEL = '(0|[1-9]\\d?|1\\d\\d?|2[0-4]\\d|25[0-5])';
const RGB = new RegExp(`^rgb\\(\\s*${CHANNEL}\\s*,\\s*${CHANNEL}\\s*,\\s*${CHANNEL}\\s*\\)$`);
const SHORT_NAME = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;
const LONG_NAME = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;

const FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
  bsonobjectid: (text) => /^[0-9a-fA-F]{24}$/.test(text),
  byte: (text) => /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4})$/.test(text),
  cidr: isCidr,
  creditcard: isCreditCard,
  date: isDate,
  datetime: isDateTime,
  duration: (text) => parseLooseDuration(text) !== undefined,
  email: isEmail,
  hexcolor: (text) => /^#?([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/.test(text),
  hostname: isHostname,
  ipv4: isIpv4,
  ipv6: isIpv6,
  isbn: (text) => isIsbn10(text) || isIsbn13(text),
  isbn10: isIsbn10,
  isbn13: isIsbn13,
  k8slongname: (text) => text.length <= 253 && LONG_NAME.test(text),
  k8sshortname: (text) => text.length <= 63 && SHORT_NAME.test(text),
  mac: isMac,
  password: () => true,
  rgbcolor: (text) => RGB.test(text),
  ssn: (text) => /^\d{3}[- ]\d{2}[- ]\d{4}$/.test(text),
  uri: isRequestUrl,
  uuid: uuid('[0-9a-f]{4}', '[0-9a-f]{4}'),
  uuid3: uuid('3[0-9a-f]{3}', '[0-9a-f]{4}'),
  uuid4: uuid('4[0-9a-f]{3}', '[89ab][0-9a-f]{3}'),
  uuid5: uuid('5[0-9a-f]{3}', '[89ab][0-9a-f]{3}'),
};

function uuid(third: string, fourth: string): (text: string) => boolean {
  const pattern = new RegExp(`^[0-9a-f]{8}-?[0-9a-f]{4}-?${third}-?${fourth}-?[0-9a-f]{12}$`, 'i');
  return (text) => pattern.test(text);
}

/** Dashes in names of formats do not count. */
function normalized(format: string): string {
  return format.replaceAll('-', '');
}

export function isKnownFormat(format: string): boolean {
  return Object.hasOwn(FORMATS, normalized(format));
}

/** True for a format that is not known. */
export function matchesFormat(text: string, format: string): boolean {
  return FORMATS[normalized(format)]?.(text) ?? true;
}

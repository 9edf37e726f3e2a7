// The Date header of an answer, in the one form that servers may send (RFC 9110, IMF-fixdate): Tue, 01 Dec 2026 06:41:33 GMT.

import { parseInstant } from '@rectrace/kube';

const FIXED_DATE = /^[A-Z][a-z]{2}, (\d\d) ([A-Z][a-z]{2}) (\d{4}) (\d\d:\d\d:\d\d) GMT$/;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Milliseconds since the epoch; undefined where the text is no such date. */
export function parseHttpDate(text: string): number | undefined {
  const [, day = '', month = '', year = '', clock = ''] = FIXED_DATE.exec(text) ?? [];
  const number = String(MONTHS.indexOf(month) + 1).padStart(2, '0');
  return parseInstant(`${year}-${number}-${day}T${clock}Z`);
}

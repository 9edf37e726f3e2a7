// The int64 `revision` of a change, which not every resourceVersion fits.

import { compareDecimals, isOrderable } from '@rectrace/kube';
import type { Change } from '@rectrace/trace';

const LARGEST = '9223372036854775807';

export type Revision = { readonly revision: number | bigint; readonly resourceVersion?: string };

/**
 * The resourceVersion as a number. Where it is none or exceeds int64: the version of the main domain when the change arrived, else the
 * arrival in milliseconds; both rise with arrival, and resourceVersion then is the true text.
 */
export function revisionOf(change: Pick<Change, 'resourceVersion' | 'position' | 'receivedAt'>): Revision {
  const { resourceVersion, position, receivedAt } = change;
  if (fits(resourceVersion)) return { revision: asInteger(resourceVersion) };
  return { revision: fits(position.version) ? asInteger(position.version) : receivedAt, resourceVersion };
}

function fits(version: string): boolean {
  return isOrderable(version) && compareDecimals(version, LARGEST) <= 0;
}

function asInteger(version: string): number | bigint {
  const value = Number(version);
  return Number.isSafeInteger(value) ? value : BigInt(version);
}

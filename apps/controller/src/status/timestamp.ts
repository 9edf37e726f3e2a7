// Instants as metav1.Time writes them.

import { formatInstant } from '@rectrace/view';

/** RFC 3339 in UTC, whole seconds. ms: milliseconds since the epoch. */
export function formatTimestamp(ms: number): string {
  return `${formatInstant(ms).slice(0, 19)}Z`;
}

// The first items of a list that fit into a number of bytes.

import { wireSize } from './wire-size.ts';

/** As many items, in order, as their JSON and a comma each take at most `bytes`. */
export function withinBytes<T extends object>(items: readonly T[], bytes: number): readonly T[] {
  const fitting: T[] = [];
  let used = 0;
  for (const item of items) {
    used += wireSize(item) + 1;
    if (used > bytes) break;
    fitting.push(item);
  }
  return fitting;
}

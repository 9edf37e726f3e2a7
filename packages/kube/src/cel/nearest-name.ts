// The known name that a mistyped one most likely means.
import { editDistance } from '../edit-distance.ts';

/** The candidate with the fewest changes to a name, if they are few for its length; letter case alone is no change. */
export function nearestName(name: string, candidates: Iterable<string>): string | undefined {
  let best: string | undefined;
  let least = Math.max(1, Math.floor(name.length / 3)) + 1;
  for (const candidate of candidates) {
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase());
    if (distance < least) [best, least] = [candidate, distance];
  }
  return best;
}

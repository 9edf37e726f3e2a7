// The order of a list that is merged of two: each item of either stands in it once, those of both lists in the order of the second.

/** Which list an item is taken from, and where it stands there. An item of both lists is taken from the right one. */
export type Taken = { readonly side: 'left' | 'right'; readonly index: number };

/** Keys in the order of their lists. The left list may name a key twice, the right one may not. */
export function orderItems(lefts: readonly string[], rights: readonly string[]): readonly Taken[] {
  const [inLeft, inRight] = [new Set(lefts), new Set(rights)];
  const shared = rights.filter((key) => inLeft.has(key));
  const taken: Taken[] = [];
  const merged = new Set<string>();
  for (let [left, right] = [0, 0]; left < lefts.length || right < rights.length; ) {
    const [key, other] = [lefts[left], rights[right]];
    const awaited = shared.find((name) => !merged.has(name));
    const step = stepOf({ key, other, awaited }, { inRight, merged });
    if (step.left === 'take') taken.push({ side: 'left', index: left });
    if (step.left !== 'stay') left++;
    if (step.right && other !== undefined) {
      taken.push({ side: 'right', index: right++ });
      merged.add(other);
    }
  }
  return taken;
}

type Heads = { readonly key: string | undefined; readonly other: string | undefined; readonly awaited: string | undefined };
type Seen = { readonly inRight: ReadonlySet<string>; readonly merged: ReadonlySet<string> };
/** What happens to the head of the left list, and whether that of the right one is taken. */
type Step = { readonly left: 'take' | 'drop' | 'stay'; readonly right: boolean };

function stepOf({ key, other, awaited }: Heads, { inRight, merged }: Seen): Step {
  if (key === undefined) return { left: 'stay', right: true };
  if (key === other) return { left: 'drop', right: true };
  if (!inRight.has(key)) return { left: 'take', right: false };
  if (other !== undefined && awaited !== undefined && awaited !== key) return { left: 'drop', right: false };
  return { left: merged.has(key) ? 'drop' : 'stay', right: true };
}

// A fingerprint of a text, for ETags: the same text gives the same one. Not for secrets.

/** 32 upper-case hexadecimal digits. */
export function contentHash(text: string): string {
  const lanes = [0xdeadbeef, 0x41c6ce57, 0x9e3779b9, 0x85ebca6b];
  for (let index = 0; index < text.length; index++) {
    const lane = index & 3;
    lanes[lane] = Math.imul((lanes[lane] ?? 0) ^ text.charCodeAt(index), 2654435761 + 2 * index);
  }
  return mixed(lanes)
    .map((lane) => (lane >>> 0).toString(16).padStart(8, '0').toUpperCase())
    .join('');
}

function mixed(lanes: readonly number[]): readonly number[] {
  return lanes.map((lane, index) => {
    const neighbour = lanes[(index + 1) & 3] ?? 0;
    const folded = Math.imul(lane ^ (lane >>> 16), 2246822507) ^ Math.imul(neighbour ^ (neighbour >>> 13), 3266489909);
    return folded ^ (folded >>> 16);
  });
}

// Where two renamed answers differ, a line each.
import type { Json } from '@rectrace/kube';
import { isJsonObject } from '@rectrace/kube';

const MOST_LINES = 40;
const MOST_SHOWN = 300;
const BEFORE = 60;

/** Nothing where they are equal. The order of keys does not count. */
export function differences(real: Json | undefined, ours: Json | undefined, path = ''): readonly string[] {
  const found: string[] = [];
  walk({ real, ours, path, found });
  return found;
}

type Walk = { readonly real: Json | undefined; readonly ours: Json | undefined; readonly path: string; readonly found: string[] };

function walk({ real, ours, path, found }: Walk): void {
  if (found.length >= MOST_LINES) return;
  if (Array.isArray(real) && Array.isArray(ours)) {
    for (let index = 0; index < Math.max(real.length, ours.length); index++)
      walk({ real: real[index], ours: ours[index], path: `${path}[${index}]`, found });
  } else if (isJsonObject(real) && isJsonObject(ours)) {
    for (const key of new Set([...Object.keys(real), ...Object.keys(ours)]))
      walk({ real: real[key], ours: ours[key], path: `${path}.${key}`, found });
  } else if (real !== ours) {
    const from = startOf(real, ours);
    found.push(`${path}: real ${shown(real, from)}, ours ${shown(ours, from)}`);
  }
}

/** Of long texts, where they begin to differ, and a little before. */
function startOf(real: Json | undefined, ours: Json | undefined): number {
  if (typeof real !== 'string' || typeof ours !== 'string' || Math.max(real.length, ours.length) <= MOST_SHOWN) return 0;
  const letters = [...real].findIndex((letter, index) => letter !== ours[index]);
  return Math.max(0, (letters < 0 ? real.length : letters) - BEFORE);
}

function shown(value: Json | undefined, from: number): string {
  if (value === undefined) return 'nothing';
  const text = typeof value === 'string' && from > 0 ? `…${JSON.stringify(value.slice(from))}` : JSON.stringify(value);
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text;
}

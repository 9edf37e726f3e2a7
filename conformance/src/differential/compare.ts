// Where two renamed answers differ, a line each.
import type { Json } from '@rectrace/kube';
import { isJsonObject } from '@rectrace/kube';

const MOST_LINES = 40;
const MOST_SHOWN = 300;

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
  } else if (real !== ours) found.push(`${path}: real ${shown(real)}, ours ${shown(ours)}`);
}

function shown(value: Json | undefined): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text;
}

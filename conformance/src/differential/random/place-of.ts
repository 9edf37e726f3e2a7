// Where two answers differ, without what is different from case to case.
import type { Json } from '@rectrace/kube';
import { formatJson, isJsonObject } from '@rectrace/kube';

/** `line`: of what compares answers. Of statuses, with what ours says. */
export function placeOf(line: string, ours: Json | undefined): string {
  const path = line.slice(0, line.indexOf(': real')).replaceAll(/\[\d+\]/g, '[]');
  return path === '.status' ? `${path} ours ${formatJson((isJsonObject(ours) ? ours['status'] : null) ?? null)}` : path;
}

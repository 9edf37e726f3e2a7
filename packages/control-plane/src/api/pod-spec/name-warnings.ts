// Names that become part of host names, and are not fit for that.
import type { JsonObject } from '@rectrace/kube';
import { nameOf } from '../metadata.ts';
import { dns1123Label } from '../validation/name-rules.ts';

/** `use`: what the name is used in. */
export function nameWarnings(object: JsonObject, use: string): readonly string[] {
  const problems = dns1123Label(nameOf(object));
  if (problems.length === 0) return [];
  return [
    `metadata.name: this is used in ${use}, which can result in surprising behavior; a DNS label is recommended: [${problems.join(' ')}]`,
  ];
}

// What a client is told of Jobs that are accepted.
import type { JsonObject } from '@rectrace/kube';
import { nameOf } from '../../metadata.ts';
import { dns1123Label } from '../../validation/name-rules.ts';

const WORDS =
  'metadata.name: this is used in Pod names and hostnames, which can result in surprising behavior; a DNS label is recommended: ';

/** The name becomes a part of host names. */
export function podNameWarnings(job: JsonObject): readonly string[] {
  const problems = dns1123Label(nameOf(job));
  return problems.length === 0 ? [] : [`${WORDS}[${problems.join(' ')}]`];
}

// Compares two records of the same requests.
import { differences } from './compare.ts';
import { rename } from './rename.ts';
import type { Exchange } from './subject.ts';

/** The differences, each with the request it belongs to. */
export function compareAnswers(real: readonly Exchange[], ours: readonly Exchange[]): readonly string[] {
  const now = Date.now();
  const [left, right] = [real, ours].map((exchanges) => rename(exchanges, now));
  const lines = real.flatMap(({ request }, index) =>
    differences(left?.answers[index], right?.answers[index]).map((line) => `${request}\n    ${line}`),
  );
  if (real.length !== ours.length) lines.push(`${real.length} requests went to the real server, ${ours.length} to ours`);
  const order = differences(left?.revisionOrder as readonly string[], right?.revisionOrder as readonly string[]);
  return lines.length > 0 ? lines : order.map((line) => `order of resourceVersions ${line}`);
}

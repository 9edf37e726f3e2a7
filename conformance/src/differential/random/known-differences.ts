// Differences between the two servers that are known and listed in docs/reference/differences.md, told from all others by what they look like.
import type { Json } from '@rectrace/kube';
import { isJsonObject, stringAt, valueAt } from '@rectrace/kube';
import { differences } from '../compare.ts';

/** What a difference is known as; undefined for one that is not. */
export function knownDifference(kind: string, real: Json | undefined, ours: Json | undefined): string | undefined {
  if (isOrderOnly(real, ours)) return 'of several errors of a custom kind, the order is chance';
  if (isOtherFault(real, ours)) return 'of several faults of an applied object, which are told is chance';
  if (isEmptiesOnly(real, ours)) return 'a message prints an empty list or map that was sent as null';
  if (kind === 'persistentvolumeclaims' && isRevisionOnly(real, ours))
    return 'the first update of a claim is stored even if it changes nothing';
  return undefined;
}

/** Both list the same errors; the API server goes through a schema's properties as its maps give them. */
function isOrderOnly(real: Json | undefined, ours: Json | undefined): boolean {
  const [first, second] = [partsOf(real, /, /), partsOf(ours, /, /)].map((parts) => parts.toSorted().join());
  return first !== '' && first === second;
}

/** Both tell a fault that the other tells, too; the API server stops at a field that is not declared, wherever its maps have it. */
function isOtherFault(real: Json | undefined, ours: Json | undefined): boolean {
  const start = 'failed to create typed patch object';
  const [first = [], second = []] = [real, ours].map((answer) => partsOf(answer, /\): (?:errors:)?|\n {2}/));
  return first[0]?.startsWith(start) === true && first[0] === second[0] && first.slice(1).some((fault) => second.slice(1).includes(fault));
}

function partsOf(answer: Json | undefined, between: RegExp): readonly string[] {
  const message = stringAt(answer, ['body', 'message']) ?? '';
  const list = /^(.* is invalid: )\[(.*)\]$/s.exec(message);
  return list === null ? message.split(between) : [list[1] ?? '', ...(list[2] ?? '').split(between)];
}

/** Both refuse with messages that differ in how they print what is empty. */
function isEmptiesOnly(real: Json | undefined, ours: Json | undefined): boolean {
  if (stringAt(real, ['body', 'status']) !== 'Failure') return false;
  return differences(withoutEmpties(real), withoutEmpties(ours)).length === 0;
}

function withoutEmpties(answer: Json | undefined): Json | undefined {
  if (typeof answer === 'string') return answer.replaceAll(/\[\]|\{\}|\bnull\b|<nil>/g, 'empty');
  if (Array.isArray(answer)) return answer.map((item) => withoutEmpties(item) ?? null);
  if (!isJsonObject(answer)) return answer;
  return Object.fromEntries(Object.entries(answer).map(([key, value]) => [key, withoutEmpties(value) ?? null]));
}

function isRevisionOnly(real: Json | undefined, ours: Json | undefined): boolean {
  const version = ['body', 'metadata', 'resourceVersion'];
  const [first, ...others] = differences(real, ours);
  return (
    others.length === 0 &&
    first?.startsWith('.body.metadata.resourceVersion:') === true &&
    valueAt(real, version) !== valueAt(ours, version)
  );
}

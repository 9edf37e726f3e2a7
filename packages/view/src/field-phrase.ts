// One field's change in a few words: 'replicas 2→3', 'image nginx:1→nginx:2 (web)', '+label tier=db'.

import type { Json } from '@rectrace/kube';
import { isJsonObject } from '@rectrace/kube';
import type { FieldChange } from '@rectrace/trace';
import { cleanLine } from './clean-text.ts';
import { stepValue } from './field-group.ts';
import { isShort, valueText } from './value-text.ts';

/** The step that diffObjects writes where only the order of a list changed. */
export const ORDER_STEP = '(order)';

/** Characters of two images beyond which their common repository is named once. */
const LONG_IMAGES = 48;

/** undefined for fields that say nothing to people: managedFields and the resource version. */
export function fieldPhrase(change: FieldChange): string | undefined {
  const [section = '', field = '', key = ''] = change.path;
  if (change.path.at(-1) === ORDER_STEP) return `${change.path.at(-2) ?? 'list'} reordered`;
  if (section === 'metadata') return metadataPhrase(change, { field, key });
  if (section === 'data' || section === 'binaryData' || section === 'stringData') return dataPhrase(change);
  return namedPhrase(change, nameOf(change.path));
}

function metadataPhrase(change: FieldChange, { field, key }: { readonly field: string; readonly key: string }): string | undefined {
  switch (field) {
    case 'managedFields':
    case 'resourceVersion':
    case 'selfLink':
      return undefined;
    case 'deletionTimestamp':
      return change.after === undefined ? 'deletion revoked' : 'deletion asked for';
    case 'deletionGracePeriodSeconds':
      return change.after === undefined ? undefined : `grace period ${valueText(change.after)}s`;
    case 'labels':
      return mapPhrase(change, { noun: 'label', key });
    case 'annotations':
      return mapPhrase(change, { noun: 'annotation', key });
    case 'finalizers':
      return membersPhrase(change, 'finalizer');
    case 'ownerReferences':
      return change.before === undefined || change.after === undefined ? `${sign(change)}owner ${ownerName(change)}` : 'owner changed';
    default:
      return namedPhrase(change, { name: field, of: '' });
  }
}

function mapPhrase(change: FieldChange, { noun, key }: { readonly noun: string; readonly key: string }): string | undefined {
  const shown = change.after ?? change.before;
  if (key === '') {
    const keys = isJsonObject(shown) ? Object.keys(shown).sort() : [];
    return `${sign(change)}${noun}s ${keys.join(', ')}`;
  }
  if (change.before !== undefined && change.after !== undefined) return namedPhrase(change, { name: `${noun} ${key}`, of: '' });
  return isShort(shown) && shown !== undefined
    ? `${sign(change)}${noun} ${key}=${cleanLine(String(shown))}`
    : `${sign(change)}${noun} ${key}`;
}

function membersPhrase(change: FieldChange, noun: string): string {
  const before = namesIn(change.before, change.path);
  const after = namesIn(change.after, change.path);
  const gone = before.filter((name) => !after.includes(name)).map((name) => `-${noun} ${name}`);
  const come = after.filter((name) => !before.includes(name)).map((name) => `+${noun} ${name}`);
  return [...come, ...gone].join(', ') || `${noun}s reordered`;
}

/** The texts a list field holds, or, for one list item, that item. */
function namesIn(value: Json | undefined, path: readonly string[]): readonly string[] {
  if (value === undefined) return [];
  if (Array.isArray(value)) return value.map((item) => cleanLine(String(item)));
  const step = path.at(-1) ?? '';
  return [cleanLine(typeof value === 'string' ? value : stepValue(step))];
}

function ownerName(change: FieldChange): string {
  const shown = change.after ?? change.before;
  const owner = Array.isArray(shown) ? shown[0] : shown;
  return isJsonObject(owner) ? `${String(owner['kind'])}/${String(owner['name'])}` : '';
}

function dataPhrase(change: FieldChange): string | undefined {
  const [section = '', ...keys] = change.path;
  if (keys.length === 0) return `${sign(change)}${section}`;
  const key = `${section}.${keys.join('.')}`;
  if (isShort(change.before) && isShort(change.after)) return namedPhrase(change, { name: key, of: '' });
  return change.before === undefined || change.after === undefined ? `${sign(change)}${key}` : `${key} changed`;
}

type FieldName = { readonly name: string; readonly of: string };

function namedPhrase({ path, before, after }: FieldChange, { name, of }: FieldName): string | undefined {
  const suffix = of === '' ? '' : ` (${of})`;
  const [from, to] = counted(path, before, after);
  if (from === to) return undefined;
  if (name === 'image' && typeof from === 'string' && typeof to === 'string') return `image ${imageText(from, to)}${suffix}`;
  if (from === undefined) return `+${name}${to === undefined ? '' : ` ${valueText(to)}`}${suffix}`;
  if (to === undefined) return `-${name} ${valueText(from)}${suffix}`;
  if (isShort(from) || isShort(to)) return `${name} ${valueText(from)}→${valueText(to)}${suffix}`;
  return `${name} changed${suffix}`;
}

/** A long repository that stays is named once. */
function imageText(from: string, to: string): string {
  const split = from.lastIndexOf(':') + 1;
  const same = split > 0 && from.slice(0, split) === to.slice(0, split);
  return same && from.length + to.length > LONG_IMAGES ? `${from.slice(0, split)}${from.slice(split)}→${to.slice(split)}` : `${from}→${to}`;
}

/** A counter in a status is absent while it is 0. */
function counted(
  path: readonly string[],
  before: Json | undefined,
  after: Json | undefined,
): readonly [Json | undefined, Json | undefined] {
  if (path[0] !== 'status' || path.length !== 2) return [before, after];
  if (before === undefined && Number.isInteger(after)) return [0, after];
  return after === undefined && Number.isInteger(before) ? [before, 0] : [before, after];
}

/** The shortest name a reader still understands: without 'spec' and 'status', list items in brackets behind. */
function nameOf(path: readonly string[]): FieldName {
  const [section = '', ...rest] = path;
  const steps = section === 'spec' || section === 'status' ? rest : path;
  const keyed = steps.findLastIndex((step) => /^[A-Za-z][\w.]*=/.test(step));
  if (keyed >= 0) return itemName(steps, keyed);
  if (section === 'status' && steps.length === 1 && steps[0] === 'replicas') return { name: 'status.replicas', of: '' };
  return { name: withoutTemplate(steps).join('.') || section, of: '' };
}

function itemName(steps: readonly string[], keyed: number): FieldName {
  const of = steps
    .slice(0, keyed + 1)
    .filter((step) => step.includes('='))
    .map(stepValue)
    .join('/');
  const inside = steps.slice(keyed + 1);
  return { name: inside.length > 0 ? inside.join('.') : (steps[keyed - 1] ?? 'item'), of };
}

function withoutTemplate(steps: readonly string[]): readonly string[] {
  return steps[0] === 'template' && steps[1] === 'spec' && steps.length > 2 ? steps.slice(2) : steps;
}

function sign(change: FieldChange): string {
  if (change.before === undefined) return '+';
  return change.after === undefined ? '-' : '';
}

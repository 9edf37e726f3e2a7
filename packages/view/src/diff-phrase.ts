// A diff in one line for people, the most telling fields first: 'replicas 2→3, image nginx:1→nginx:2 (web)'.

import type { KubeObject } from '@rectrace/kube';
import type { FieldChange } from '@rectrace/trace';
import { conditionPhrase } from './condition-phrase.ts';
import { containerPhrase } from './container-phrase.ts';
import type { FieldGroup } from './field-group.ts';
import { groupFields } from './field-group.ts';
import { fieldPhrase } from './field-phrase.ts';

/** How many phrases a line holds before the rest is only counted. */
const SHOWN = 3;

/** body: the object after the change. '' where only managedFields or nothing differs. */
export function diffPhrase(diff: readonly FieldChange[], options: { readonly body?: KubeObject; readonly all?: boolean } = {}): string {
  const phrases = diffPhrases(diff, options.body);
  if (options.all === true || phrases.length <= SHOWN) return phrases.join(', ');
  return `${phrases.slice(0, SHOWN).join(', ')}, ${phrases.length - SHOWN} more`;
}

/** All phrases of a diff, the most telling first. */
export function diffPhrases(diff: readonly FieldChange[], body?: KubeObject): readonly string[] {
  return groupFields(diff)
    .map((group) => ({ weight: weightOf(group), text: phraseOf(group, body) }))
    .filter((phrase): phrase is { weight: number; text: string } => phrase.text !== undefined)
    .sort((left, right) => left.weight - right.weight)
    .map(({ text }) => text);
}

function phraseOf(group: FieldGroup, body: KubeObject | undefined): string | undefined {
  switch (group.kind) {
    case 'condition':
      return conditionPhrase(group.name, group.fields, body);
    case 'container':
      return containerPhrase(group.name, group.fields, body);
    case 'field':
      return fieldPhrase(group.field);
  }
}

function weightOf(group: FieldGroup): number {
  if (group.kind !== 'field') return groupWeight(group);
  const [section = '', field = ''] = group.field.path;
  if (section === 'metadata') return METADATA_WEIGHT[field] ?? 60;
  if (section === 'spec') return specWeight(group.field.path);
  if (section === 'status') return STATUS_WEIGHT[field] ?? 50;
  return 20;
}

function groupWeight({ kind, fields }: Extract<FieldGroup, { readonly fields: unknown }>): number {
  if (kind === 'container') return 32;
  return fields.some(({ path }) => path.length === 0 || path[0] === 'status') ? 30 : 45;
}

function specWeight(path: readonly string[]): number {
  const last = path.at(-1) ?? '';
  return last === 'replicas' || last === 'image' ? 10 : 15;
}

const METADATA_WEIGHT: { readonly [field: string]: number } = {
  deletionTimestamp: 0,
  deletionGracePeriodSeconds: 1,
  finalizers: 55,
  ownerReferences: 56,
  labels: 57,
  annotations: 58,
  generation: 70,
};

const STATUS_WEIGHT: { readonly [field: string]: number } = {
  phase: 25,
  readyReplicas: 35,
  availableReplicas: 36,
  updatedReplicas: 37,
  replicas: 38,
  observedGeneration: 65,
  startTime: 66,
};

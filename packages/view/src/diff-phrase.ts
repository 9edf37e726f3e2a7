// A diff in one line for people, the most telling fields first: 'replicas 2→3, image nginx:1→nginx:2 (web)'.

import type { KubeObject } from '@rectrace/kube';
import type { FieldChange } from '@rectrace/trace';
import { conditionPhrase } from './condition-phrase.ts';
import { containerPhrase } from './container-phrase.ts';
import type { FieldGroup } from './field-group.ts';
import { groupFields } from './field-group.ts';
import { fieldPhrase, ORDER_STEP } from './field-phrase.ts';

/** How many phrases a line holds before the rest is only counted. */
const SHOWN = 3;

/** From this weight on a phrase is told only where there is nothing else to tell. */
const BOOKKEEPING = 65;

type Phrase = { readonly weight: number; readonly text: string };

/** body: the object after the change. '' where only managedFields or nothing differs. */
export function diffPhrase(diff: readonly FieldChange[], options: { readonly body?: KubeObject; readonly all?: boolean } = {}): string {
  const phrases = diffPhrases(diff, options.body);
  const telling = phrases.filter(({ weight }) => weight < BOOKKEEPING);
  const told = (options.all === true || telling.length === 0 ? phrases : telling).map(({ text }) => text);
  if (options.all === true || told.length <= SHOWN) return told.join(', ');
  return `${told.slice(0, SHOWN).join(', ')}, ${told.length - SHOWN} more`;
}

/** All phrases of a diff, the most telling first. */
function diffPhrases(diff: readonly FieldChange[], body?: KubeObject): readonly Phrase[] {
  return groupFields(diff)
    .flatMap((group) => {
      const text = phraseOf(group, body);
      return text === undefined ? [] : [{ weight: weightOf(group, text), text }];
    })
    .sort((left, right) => left.weight - right.weight);
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

/** text: its phrase; a container in trouble weighs more than one that runs. */
function weightOf(group: FieldGroup, text: string): number {
  if (group.kind !== 'field') return groupWeight(group, text);
  if (group.field.path.at(-1) === ORDER_STEP) return 68;
  const [section = '', field = ''] = group.field.path;
  if (section === 'metadata') return METADATA_WEIGHT[field] ?? 60;
  if (section === 'spec') return specWeight(group.field.path);
  if (section === 'status') return STATUS_WEIGHT[field] ?? 50;
  return 20;
}

function groupWeight(group: Extract<FieldGroup, { readonly fields: unknown }>, text: string): number {
  if (group.kind === 'condition') return conditionWeight(group);
  return /waiting \((?!ContainerCreating|PodInitializing)|exit \d|restarts/.test(text) ? 24 : 32;
}

function conditionWeight({ name, fields }: Extract<FieldGroup, { readonly fields: unknown }>): number {
  const turned = fields.some(({ path }) => path.length === 0 || path[0] === 'status');
  if (!turned) return 45;
  return name === 'Ready' || name === 'Available' ? 26 : 40;
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
  fullyLabeledReplicas: 66,
  observedGeneration: 67,
  startTime: 66,
};

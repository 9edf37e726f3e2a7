// What caused a cycle, and what it was asked for meanwhile, in words.

import type { ObjectRef } from '@rectrace/kube';
import { formatRef } from '@rectrace/kube';
import type { Cause, ChangedFields, Cycle, CycleDetail, CycleRequest, FieldChange } from '@rectrace/trace';
import { cleanLine } from './clean-text.ts';
import { fieldPhrase } from './field-phrase.ts';
import { writerName } from './writer-name.ts';

/** How many fields are told before the rest is only counted. */
const SHOWN = 3;

/** 'image of web app:1→app:2 by kubectl-set', 'Pod/plain/web-x deleted'. One line only where names are: a stored text is as it was stored. */
export function causeText({ kind, ref, detail, writer }: Cause): string {
  return detailText(detail, { name: formatRef(ref), own: kind !== 'unprompted', by: byText(writer) });
}

/** The same of what a cycle was asked for before it had reached its end. */
export function requestText({ detail, writer }: CycleRequest, { root }: Pick<Cycle, 'root'>): string {
  return detailText(detail, { name: formatRef(root), own: true, by: byText(writer) });
}

/** '12 more requests, not kept', which stand behind the first of a cycle; undefined where all are kept. */
export function omittedRequestsText({ omittedRequests = 0 }: Pick<Cycle, 'omittedRequests'>): string | undefined {
  if (omittedRequests === 0) return undefined;
  return omittedRequests === 1 ? '1 more request, not kept' : `${omittedRequests} more requests, not kept`;
}

/** own: of the root itself, which need not be named with its generation. */
type Told = { readonly name: string; readonly own: boolean; readonly by: string };

function detailText(detail: CycleDetail, { name, own, by }: Told): string {
  switch (detail.kind) {
    case 'generation':
      return `${own ? '' : `${name} `}${generationText(detail)}${by}`;
    case 'template':
      return `${detail.diff.length === 0 ? 'new pod template' : fieldsText(detail)}${by}`;
    case 'told':
      return detail.text;
    case 'specChanged':
      return `spec changed${by}`;
    case 'deletionAsked':
      return `deletion of ${name}${by}`;
    case 'created':
      return `${name} created${by}`;
    default:
      return plainText(detail.kind, name);
  }
}

function plainText(kind: 'deleted' | 'deleting' | 'hidden' | 'inProgress' | 'incomplete' | 'leftTerminal', name: string): string {
  switch (kind) {
    case 'deleted':
      return `${name} deleted`;
    case 'deleting':
      return `${name} is being deleted`;
    case 'hidden':
      return 'an object that you may not get';
    case 'inProgress':
      return `${name} was already in progress`;
    case 'incomplete':
      return `${name} is no longer complete`;
    case 'leftTerminal':
      return `${name} is no longer in its terminal state`;
  }
}

/** What the new generation brought; where that is not known, its number. */
function generationText({ from, to, diff, more }: CycleDetail & { readonly kind: 'generation' }): string {
  if (diff === undefined) return `generation ${from ?? '?'}→${to ?? '?'}`;
  return fieldsText(more === undefined ? { diff } : { diff, more });
}

/** 'image of web app:1→app:2, replicas 2→3, 4 more'. */
function fieldsText({ diff, more = 0 }: ChangedFields): string {
  const shown = diff.slice(0, SHOWN).map((field) => cleanLine(changedText(field)));
  const rest = diff.length - shown.length + more;
  return [...shown, ...(rest === 0 ? [] : [`${rest} more`])].join(', ');
}

/** The field by its path where its values look alike: they are kept cut. */
function changedText(field: FieldChange): string {
  const { path, before, after } = field;
  const image = path.at(-1) === 'image' && typeof before === 'string' && typeof after === 'string' && before !== after;
  if (image) return `image of ${containerName(path.at(-2) ?? '')} ${before}→${after}`;
  return fieldPhrase(field) ?? `${path.join('.')} changed`;
}

function containerName(step: string): string {
  return step.replace(/^name=/, '');
}

function byText(writer: ObjectRef['name'] | undefined): string {
  return writer === undefined ? '' : ` by ${writerName(writer)}`;
}

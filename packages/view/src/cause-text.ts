// What caused a cycle, and what it was asked for meanwhile, in words.

import type { FieldChange, ObjectRef } from '@rectrace/kube';
import { formatRef } from '@rectrace/kube';
import type { Cause, Cycle, CycleDetail, CycleRequest } from '@rectrace/trace';
import { writerName } from './writer-name.ts';

/** 'generation 3→4 by kubectl', 'Pod/plain/web-x deleted'. One line only where names are: a stored text is as it was stored. */
export function causeText({ kind, ref, detail, writer }: Cause): string {
  return detailText(detail, { name: formatRef(ref), own: kind !== 'unprompted', by: byText(writer) });
}

/** The same of what a cycle was asked for before it had reached its end. */
export function requestText({ detail, writer }: CycleRequest, { root }: Pick<Cycle, 'root'>): string {
  return detailText(detail, { name: formatRef(root), own: true, by: byText(writer) });
}

/** own: of the root itself, which need not be named with its generation. */
type Told = { readonly name: string; readonly own: boolean; readonly by: string };

function detailText(detail: CycleDetail, { name, own, by }: Told): string {
  switch (detail.kind) {
    case 'generation':
      return `${own ? '' : `${name} `}generation ${detail.from ?? '?'}→${detail.to ?? '?'}${by}`;
    case 'template':
      return `${templateText(detail.diff)}${by}`;
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

/** 'image of web app:1→app:2', else how many fields of the template changed. */
function templateText(diff: readonly FieldChange[]): string {
  const images = diff.filter(
    ({ path, before, after }) => path.at(-1) === 'image' && typeof before === 'string' && typeof after === 'string',
  );
  if (images.length > 0)
    return images.map(({ path, before, after }) => `image of ${containerName(path.at(-2) ?? '')} ${before}→${after}`).join(', ');
  if (diff.length === 0) return 'new pod template';
  return diff.length === 1 ? `${diff[0]?.path.join('.')} changed` : `${diff.length} fields of the pod template changed`;
}

function containerName(step: string): string {
  return step.replace(/^name=/, '');
}

function byText(writer: ObjectRef['name'] | undefined): string {
  return writer === undefined ? '' : ` by ${writerName(writer)}`;
}

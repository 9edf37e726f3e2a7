// A story as the document that -o json prints, and as names.

import type { JsonObject } from '@rectrace/kube';
import { formatGroupKind } from '@rectrace/kube';
import type { Change } from '@rectrace/trace';
import { timelineJson } from '@rectrace/view';
import type { RootStory } from './sources/root-story.ts';

/** {root, cycles, changes, gaps, tree, summary} of docs/reference/output.schema.json. */
export function storyDocument({ ref, cycles, changes, gaps, tree, summary }: RootStory): JsonObject {
  return timelineJson({ root: ref, cycles, changes, gaps, tree, summary });
}

/** What -o name prints for a change: its id. */
export function changeKey({ id }: Change): string {
  return id;
}

/** 'deployment.apps/web', as kubectl's -o name. */
export function objectKey({ group, kind, name }: { readonly group: string; readonly kind: string; readonly name: string }): string {
  return `${formatGroupKind({ group, kind: kind.toLowerCase() })}/${name}`;
}

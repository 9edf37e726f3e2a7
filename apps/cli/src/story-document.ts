// A story as the document that -o json prints, and as names.

import type { JsonObject } from '@rectrace/kube';
import { formatGroupKind, formatInstant } from '@rectrace/kube';
import type { Change } from '@rectrace/trace';
import { timelineJson } from '@rectrace/view';
import type { RootStory, Unrecorded } from './sources/root-story.ts';
import { standingOf } from './terminal-standing.ts';

/** {root, state, cycles, changes, gaps, unrecorded, tree, summary} of docs/reference/output.schema.json. */
export function storyDocument(story: RootStory): JsonObject {
  const { ref, cycles, changes, gaps, tree, summary } = story;
  const state = { standing: standingOf(story), gone: story.gone };
  return { ...timelineJson({ root: ref, state, cycles, changes, gaps, tree, summary }), unrecorded: unrecordedOf(story) };
}

export function unrecordedOf({ unrecorded = [] }: Pick<RootStory, 'unrecorded'>): readonly JsonObject[] {
  return unrecorded.map(unrecordedJson);
}

/** from is null for what lies before the first record. */
function unrecordedJson({ from, to, told, changes }: Unrecorded): JsonObject {
  return { from: from === undefined ? null : formatInstant(from), to: formatInstant(to), told, changes };
}

/** What -o name prints for a change: its id. */
export function changeKey({ id }: Change): string {
  return id;
}

/** 'deployment.apps/web', as kubectl's -o name. */
export function objectKey({ group, kind, name }: { readonly group: string; readonly kind: string; readonly name: string }): string {
  return `${formatGroupKind({ group, kind: kind.toLowerCase() })}/${name}`;
}

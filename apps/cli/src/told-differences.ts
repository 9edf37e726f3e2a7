// What differs between two moments of a story, and what of it is not known: where the past is reconstructed, objects are known by what was told of
// them, not by their bodies.

import type { JsonObject } from '@rectrace/kube';
import { formatJson, identityOf } from '@rectrace/kube';
import type { Change, FieldChange } from '@rectrace/trace';
import { comparePositions } from '@rectrace/trace';
import { flattenTree } from '@rectrace/view';
import type { Moment } from './instant-reference.ts';
import type { RootStory } from './sources/root-story.ts';
import type { ObjectDifference, StateAt } from './state-at.ts';
import { differencesBetween, stateAt } from './state-at.ts';

/** isWhole: false where bodies of that time are not known, so that more may differ. */
export type Differences = { readonly objects: readonly ObjectDifference[]; readonly isWhole: boolean };

type Span = { readonly from: Moment; readonly to: Moment };

/** Bodies are compared where both moments have them, else the changes told between them are put together. */
export function differencesIn(story: RootStory, { from, to }: Span): Differences {
  const [before, after] = [bodiesAt(story, from), bodiesAt(story, to)];
  if (before !== undefined && after !== undefined) return { objects: differencesBetween(before, after), isWhole: true };
  return { objects: toldBetween(story, { from, to }), isWhole: false };
}

/** undefined where they are not known: in a reconstructed time, unless it is now. */
function bodiesAt(story: RootStory, moment: Moment): StateAt | undefined {
  const guessed = story.changes.filter(({ certainty }) => certainty === 'reconstructed');
  if (guessed.length === 0) return stateAt(story, moment);
  const { through } = moment;
  const isLast = through !== undefined && story.changes.every(({ position }) => comparePositions(position, through) <= 0);
  if (isLast) return bodiesNow(story);
  const last = through === undefined ? undefined : story.changes.findLast(({ position }) => comparePositions(position, through) <= 0);
  return last === undefined || last.certainty === 'reconstructed' ? undefined : stateAt(story, moment);
}

function bodiesNow({ tree, bodyOf }: RootStory): StateAt {
  const nodes = tree === undefined ? [] : flattenTree(tree).filter(({ node }) => !node.gone);
  return new Map(
    nodes.flatMap(({ node: { ref } }) => {
      const body = bodyOf(ref.uid);
      return body === undefined ? [] : [[ref.uid, { ref, body }] as const];
    }),
  );
}

/** In the order in which the objects were first told of. */
function toldBetween({ changes, bodyOf }: RootStory, { from: { through: from }, to: { through: to } }: Span): readonly ObjectDifference[] {
  const within = changes.filter(
    ({ type, noise, position }) =>
      (type === 'Creation' || type === 'Update' || type === 'Deletion') &&
      noise === undefined &&
      (from === undefined || comparePositions(position, from) > 0) &&
      to !== undefined &&
      comparePositions(position, to) <= 0,
  );
  const told = Map.groupBy(within, ({ ref }) => identityOf(ref));
  return [...told.values()].flatMap((some) => differenceOf(some, bodyOf) ?? []);
}

function differenceOf(told: readonly Change[], bodyOf: RootStory['bodyOf']): ObjectDifference | undefined {
  const [first] = told;
  if (first === undefined) return undefined;
  const { ref } = first;
  const [created, deleted] = [told.some(({ type }) => type === 'Creation'), told.some(({ type }) => type === 'Deletion')];
  if (created && deleted) return undefined;
  if (deleted) return { ref, kind: 'deleted', diff: [] };
  const body = bodyOf(ref.uid);
  const known = body === undefined ? {} : { body };
  return created ? { ref, kind: 'added', diff: [], ...known } : { ref, kind: 'updated', diff: folded(told), ...known };
}

/** The first value before, the last one after; a field that is back where it was is left out. */
function folded(told: readonly Change[]): readonly FieldChange[] {
  const fields = Map.groupBy(
    told.flatMap(({ diff }) => diff),
    ({ path }) => path.join('\u0000'),
  );
  return [...fields.values()].flatMap((changes): readonly FieldChange[] => {
    const [first, last] = [changes[0], changes.at(-1)];
    if (first === undefined || last === undefined) return [];
    const change: FieldChange = {
      path: first.path,
      ...(first.before === undefined ? {} : { before: first.before }),
      ...(last.after === undefined ? {} : { after: last.after }),
    };
    return textOf(change.before) === textOf(change.after) ? [] : [change];
  });
}

function textOf(value: FieldChange['before']): string {
  return formatJson({ value: value ?? null } satisfies JsonObject);
}

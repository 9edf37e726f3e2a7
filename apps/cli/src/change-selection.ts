// Which changes a command shows: by time, kind, type, a CEL filter, and whether noise is wanted.

import type { CompiledExpression } from '@rectrace/kube';
import { evaluateWith, formatGroupKind } from '@rectrace/kube';
import type { Change, ChangeType } from '@rectrace/trace';
import { CHANGE_TYPE, changeJson } from '@rectrace/view';
import type { FlagDefinition } from './command-definition.ts';
import { ExpressionError, UsageError } from './errors.ts';
import type { Flags } from './flags.ts';
import { kindsNamed } from './kind-names.ts';
import { compiled } from './state-expression.ts';
import { readInstant } from './time-reference.ts';

const FIELDS = CHANGE_TYPE.kind === 'object' ? [...CHANGE_TYPE.fields.keys()] : [];

export const SELECTION_FLAGS: readonly FlagDefinition[] = [
  { flags: '--since <time>', text: 'from then on: 10m, 20:26, 2026-11-30T19:26:34Z' },
  { flags: '--kind <kinds>', text: 'only these kinds, separated by commas', repeatable: true },
  { flags: '--type <types>', text: 'only these types: creation, update, deletion, event, present', repeatable: true },
  {
    flags: '--filter <cel>',
    text: `only what this CEL over 'change' holds for, such as change.type == "Event"; fields: ${FIELDS.join(', ')}`,
  },
];

const TYPES: readonly ChangeType[] = ['Present', 'Creation', 'Update', 'Deletion', 'Event'];

export type Selection = {
  readonly since?: number;
  /** Noise, where it is not asked for, is left out here. */
  readonly lets: (change: Change) => boolean;
  /** True where the user narrowed the changes down, other than by time and noise. */
  readonly narrowed: boolean;
  /** What can not hold for anything. */
  readonly remark?: string;
};

type Around = { readonly changes: readonly Change[]; readonly now: number; readonly zone: string };

/** Looks at the flags before anything is read for them. @throws UsageError, ExpressionError */
export function checkSelection(flags: Flags, around: Omit<Around, 'changes'>): void {
  sinceOf(flags, around);
  typesOf(flags);
  filterOf(flags.text('filter'));
}

/** Reads the flags. changes: of the root, whose kinds may be named. @throws UsageError, ExpressionError */
export function selectionOf(flags: Flags, around: Around): Selection {
  const since = sinceOf(flags, around);
  const kinds = kindsOf(flags, around.changes);
  const types = typesOf(flags);
  const filter = filterOf(flags.text('filter'));
  const remark = filterRemark(flags.text('filter'), around.changes) ?? kindRemark(flags, around.changes);
  const noise = flags.switch('noise');
  const lets = (change: Change): boolean =>
    (noise || change.noise === undefined) &&
    (since === undefined || change.time >= since) &&
    (kinds === undefined || kinds.has(`${change.ref.group}/${change.ref.kind}`)) &&
    (types === undefined || types.has(change.type)) &&
    filter(change);
  return {
    lets,
    narrowed: kinds !== undefined || types !== undefined || flags.text('filter') !== undefined,
    ...(since === undefined ? {} : { since }),
    ...(remark === undefined ? {} : { remark }),
  };
}

function sinceOf(flags: Flags, { now, zone }: Omit<Around, 'changes'>): number | undefined {
  const text = flags.text('since');
  if (text === undefined) return undefined;
  const since = readInstant(text, { now, zone });
  if (since === undefined) throw new UsageError(`--since ${text}: write a time or a duration, such as 10m, 20:26 or 2026-11-30T19:26:34Z`);
  return since;
}

function kindsOf(flags: Flags, changes: readonly Change[]): ReadonlySet<string> | undefined {
  const words = flags.texts('kind');
  if (words.length === 0) return undefined;
  const present = changes.map(({ ref }) => ref);
  return new Set(words.flatMap((word) => kindsNamed(word, present)).map(({ group, kind }) => `${group}/${kind}`));
}

function typesOf(flags: Flags): ReadonlySet<ChangeType> | undefined {
  const words = flags.texts('type');
  if (words.length === 0) return undefined;
  return new Set(
    words.map((word) => {
      const type = TYPES.find(
        (name) =>
          name.toLowerCase() ===
          word
            .toLowerCase()
            .replace(/^create$/, 'creation')
            .replace(/^delete$/, 'deletion'),
      );
      if (type === undefined) throw new UsageError(`--type ${word}: write one of creation, update, deletion, event, present`);
      return type;
    }),
  );
}

/** A filter that fails on a change is a mistake in the filter, not a change to hide; a field that is absent is simply not equal. */
function filterOf(text: string | undefined): (change: Change) => boolean {
  if (text === undefined) return () => true;
  const expression = compiledFilter(text);
  return (change) => {
    const result = evaluateWith(expression, { change: changeJson(change) });
    if (result.kind === 'error') throw new ExpressionError(`--filter fails on change ${change.id}: ${result.message}`);
    return result.kind === 'true';
  };
}

/** @throws ExpressionError also for a field that no change can have, and for a comparison that holds for none */
function compiledFilter(text: string): CompiledExpression {
  return compiled(text, { variables: ['change'], types: new Map([['change', CHANGE_TYPE]]), flag: '--filter' });
}

/** A kind that no change is of is one, too. */
function kindRemark(flags: Flags, changes: readonly Change[]): string | undefined {
  const words = flags.texts('kind');
  const present = changes.map(({ ref }) => ref);
  const strange = words.filter((word) => kindsNamed(word, present).length === 0);
  if (strange.length === 0 || changes.length === 0) return undefined;
  const kinds = [...new Set(present.map(formatGroupKind))].sort().join(', ');
  return `no change is of kind ${strange.join(' or ')}; there are changes of ${kinds}`;
}

/** A field that no change has is a slip of the pen. */
function filterRemark(text: string | undefined, changes: readonly Change[]): string | undefined {
  if (text === undefined) return undefined;
  const expression = compiledFilter(text);
  let path = '';
  for (const change of changes) {
    const result = evaluateWith(expression, { change: changeJson(change) });
    if (result.kind !== 'absent') return undefined;
    path = result.path;
  }
  return path === '' ? undefined : `--filter hid all ${changes.length} changes: no such field ${path}`;
}

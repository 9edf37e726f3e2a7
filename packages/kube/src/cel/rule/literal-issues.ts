// What is wrong with an expression whose types fit: texts that can never be read, and lists and maps of mixed types.

import { EvaluationBudget } from '../evaluation-budget.ts';
import { readPattern } from '../re2-pattern.ts';
import { callFunction } from '../standard-functions.ts';
import type { StaticType } from '../static-type.ts';
import type { CheckedCore } from './check-core.ts';
import { mismatchText } from './check-core.ts';
import type { CallCore, Core, ListCore, MapCore } from './core-node.ts';
import { allCores, coreParts } from './core-node.ts';
import { sameType } from './core-type.ts';
import { formatIssues } from './format-issues.ts';
import type { Issue } from './issue.ts';

export function literalIssues({ root, types }: CheckedCore): readonly Issue[] {
  const cores = allCores(root);
  const calls = cores.filter((core) => core.kind === 'call');
  const free = new Set(calls.filter(({ name }) => name === 'format').flatMap((core) => coreParts(core).flatMap(allCores)));
  const mixable = cores.filter((core) => !free.has(core));
  return [
    ...['duration', 'timestamp', 'matches'].flatMap((name) => calls.filter((core) => core.name === name).flatMap(textIssues)),
    ...mixable.filter((core) => core.kind === 'list').flatMap((core) => listIssues(core, types)),
    ...mixable.filter((core) => core.kind === 'map').flatMap((core) => mapIssues(core, types)),
    ...calls.filter((core) => core.name === 'format').flatMap((core) => formatIssues(core, types)),
  ];
}

function textIssues({ name, args }: CallCore): readonly Issue[] {
  const [arg] = args;
  if (arg?.kind !== 'const' || arg.value.kind !== 'string') return [];
  const fine =
    name === 'matches'
      ? readPattern(arg.value.value).kind !== 'failure'
      : callFunction({ name, style: 'function', values: [arg.value] }, { budget: new EvaluationBudget(), patterns: new Map() }).kind !==
        'failure';
  return fine ? [] : [{ at: arg.at, message: `invalid ${name} argument` }];
}

type Types = ReadonlyMap<Core, StaticType>;

/** The first one only. */
function listIssues({ items }: ListCore, types: Types): readonly Issue[] {
  return mixed(
    items.map(({ value, optional }) => ({ core: value, optional })),
    types,
  ).slice(0, 1);
}

function mapIssues({ entries }: MapCore, types: Types): readonly Issue[] {
  const keys = entries.map(({ key }) => ({ core: key, optional: false }));
  const values = entries.map(({ value, optional }) => ({ core: value, optional }));
  return [...mixed(keys, types), ...mixed(values, types)];
}

type Part = { readonly core: Core; readonly optional: boolean };

function mixed(parts: readonly Part[], types: Types): readonly Issue[] {
  const typeOf = ({ core, optional }: Part): StaticType | undefined => {
    const type = types.get(core);
    return optional && type?.kind === 'optional' ? type.inner : type;
  };
  const [first, ...rest] = parts;
  const wanted = first === undefined ? undefined : typeOf(first);
  return rest.flatMap((part) => {
    const type = typeOf(part);
    if (wanted === undefined || type === undefined || sameType(wanted, type)) return [];
    return [{ at: part.core.at, message: mismatchText(wanted, type) }];
  });
}

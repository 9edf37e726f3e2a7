// The SQL of change queries: sequence numbers of the rows asked for, in their order.

import { parseGroupKind } from '@rectrace/kube';
import { formatPosition } from '@rectrace/trace';
import type { ChangeQuery, LatestQuery } from '../history-reader.ts';

export type Select = { readonly sql: string; readonly parameters: readonly (string | number)[] };

type Condition = { readonly sql: string; readonly parameters: readonly (string | number)[] };

/** By root the line table leads, by uid the object's index, else all changes are looked at. */
export function selectChanges(query: ChangeQuery): Select {
  const order = query.newestFirst === true ? 'DESC' : 'ASC';
  const conditions = [...whose(query), ...when(query), ...what(query)];
  const where = conditions.map(({ sql }) => `(${sql})`).join(' AND ');
  const from = query.root === undefined ? 'change' : 'line JOIN root ON root.id = line.root JOIN change ON change.seq = line.change';
  const [position, row] = query.root === undefined ? ['change.position', 'change.seq'] : ['line.position', 'line.change'];
  const limit = query.limit === undefined ? [] : [query.limit];
  return {
    sql: `SELECT change.seq FROM ${from} JOIN object ON object.id = change.object WHERE ${where}
      ORDER BY ${position} ${order}, ${row} ${order} ${limit.length > 0 ? 'LIMIT ?' : ''}`,
    parameters: [...conditions.flatMap(({ parameters }) => parameters), ...limit],
  };
}

/** The newest change, Events apart, of every object (of a root) at a position. */
export function selectLatest({ root, at, withDeleted, kinds }: LatestQuery): Select {
  const until = at === undefined ? '' : 'AND state.position <= ?';
  const newest = `SELECT state.seq FROM change AS state WHERE state.object = object.id AND state.event = 0 ${until}
    ORDER BY state.position DESC, state.seq DESC LIMIT 1`;
  const conditions = [
    ...(root === undefined
      ? []
      : ['object.id IN (SELECT member.object FROM member JOIN root ON root.id = member.root WHERE root.name = ?)']),
    ...(kinds === undefined ? [] : [`(${anyOf(kinds)})`]),
  ];
  const of = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
  const living = withDeleted === true ? '' : "WHERE change.type <> 'Deletion'";
  return {
    sql: `SELECT change.seq FROM (SELECT (${newest}) AS seq FROM object ${of}) AS newest JOIN change ON change.seq = newest.seq ${living}
      ORDER BY change.position, change.seq`,
    parameters: [
      ...(at === undefined ? [] : [formatPosition(at)]),
      ...(root === undefined ? [] : [root]),
      ...(kinds ?? []).flatMap(kindAndGroup),
    ],
  };
}

function whose({ root, uid }: ChangeQuery): readonly Condition[] {
  const told: Condition = { sql: 'change.lines > 0', parameters: [] };
  const ofRoot: Condition = { sql: 'root.name = ? AND line.position >= root.cut', parameters: [root ?? ''] };
  const ofObject: Condition = { sql: 'object.identity = ?', parameters: [uid ?? ''] };
  return [root === undefined ? told : ofRoot, ...(uid === undefined ? [] : [ofObject])];
}

function when({ root, since, until, afterPosition, beforePosition }: ChangeQuery): readonly Condition[] {
  const position = root === undefined ? 'change.position' : 'line.position';
  return [
    ...(since === undefined ? [] : [{ sql: 'change.time >= ?', parameters: [since] }]),
    ...(until === undefined ? [] : [{ sql: 'change.time < ?', parameters: [until] }]),
    ...(afterPosition === undefined ? [] : [{ sql: `${position} > ?`, parameters: [formatPosition(afterPosition)] }]),
    ...(beforePosition === undefined ? [] : [{ sql: `${position} < ?`, parameters: [formatPosition(beforePosition)] }]),
  ];
}

function what({ types, kinds }: ChangeQuery): readonly Condition[] {
  return [
    ...(types === undefined ? [] : [{ sql: `change.type IN (${types.map(() => '?').join(', ')})`, parameters: [...types] }]),
    ...(kinds === undefined ? [] : [{ sql: anyOf(kinds), parameters: kinds.flatMap(kindAndGroup) }]),
  ];
}

function anyOf(kinds: readonly string[]): string {
  return kinds.length === 0 ? 'FALSE' : kinds.map(() => '(object.kind = ? AND object.grp = ?)').join(' OR ');
}

function kindAndGroup(text: string): readonly string[] {
  const { kind, group } = parseGroupKind(text);
  return [kind, group];
}

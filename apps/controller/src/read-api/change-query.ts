// The query of /v1/changes as a query of the history.

import type { ChangeQuery } from '@rectrace/history';
import type { ChangeType, Position } from '@rectrace/trace';
import { parsePosition } from '@rectrace/trace';
import { presentFields } from '../present-fields.ts';

export type ParsedQuery = { readonly kind: 'query'; readonly query: ChangeQuery } | { readonly kind: 'invalid'; readonly message: string };

const TYPES: readonly ChangeType[] = ['Present', 'Creation', 'Update', 'Deletion', 'Event'];
const POSITION = /^[0-9a-f]{4}\.[0-9a-f]{2}\.[0-9]+\.[0-9a-f]{8}$/;
const INTEGER = /^[0-9]{1,15}$/;
const KNOWN = ['root', 'uid', 'since', 'until', 'types', 'kinds', 'after', 'before', 'limit', 'newestFirst', 'bodies'];

/** Parameters: root, uid, since and until (milliseconds), types and kinds (with commas), after and before (positions), limit, newestFirst, bodies. */
export function parseChangeQuery(parameters: URLSearchParams): ParsedQuery {
  const problem = problemOf(parameters);
  if (problem !== undefined) return { kind: 'invalid', message: problem };
  const text = (name: string): string | undefined => parameters.get(name) ?? undefined;
  const integer = (name: string): number | undefined => (parameters.has(name) ? Number(parameters.get(name)) : undefined);
  const wanted = listOf(parameters, 'types');
  const query: ChangeQuery = {
    ...presentFields({
      root: text('root'),
      uid: text('uid'),
      since: integer('since'),
      until: integer('until'),
      kinds: listOf(parameters, 'kinds'),
      types: wanted === undefined ? undefined : TYPES.filter((type) => wanted.includes(type)),
      afterPosition: readPosition(parameters.get('after')),
      beforePosition: readPosition(parameters.get('before')),
      limit: integer('limit'),
    }),
    newestFirst: parameters.get('newestFirst') === 'true',
    withoutBodies: parameters.get('bodies') !== 'true',
  };
  return { kind: 'query', query };
}

function problemOf(parameters: URLSearchParams): string | undefined {
  const unknown = [...parameters.keys()].find((name) => !KNOWN.includes(name));
  if (unknown !== undefined) return `unknown parameter ${unknown}; there are ${KNOWN.join(', ')}`;
  const type = listOf(parameters, 'types')?.find((name) => !TYPES.some((known) => known === name));
  if (type !== undefined) return `types: unknown type ${type}; there are ${TYPES.join(', ')}`;
  const number = ['since', 'until', 'limit'].find((name) => !INTEGER.test(parameters.get(name) ?? '0'));
  if (number !== undefined) return `${number}: an integer is needed`;
  const position = ['after', 'before'].find((name) => parameters.has(name) && readPosition(parameters.get(name)) === undefined);
  return position === undefined ? undefined : `${position}: no position`;
}

/** A position as formatPosition writes it; undefined for anything else. */
export function readPosition(text: string | null): Position | undefined {
  return text !== null && POSITION.test(text) ? parsePosition(text) : undefined;
}

function listOf(parameters: URLSearchParams, name: string): readonly string[] | undefined {
  const text = parameters.get(name);
  return text === null ? undefined : text.split(',').filter((item) => item !== '');
}

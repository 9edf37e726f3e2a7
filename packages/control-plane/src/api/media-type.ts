// Accept headers: which of the offered forms a client gets, as kube-apiserver chooses.
import type { TransformTarget } from './transform-target.ts';

export type AcceptClause = {
  readonly type: string;
  readonly subtype: string;
  readonly quality: number;
  readonly parameters: Readonly<Record<string, string>>;
};

/** What can be sent. */
export type Offer = { readonly mediaType: string; readonly streams: boolean };

/** Whether an offer may carry what the clause asks for. */
export type Restrictions = {
  readonly allowsTransform: (offer: Offer, target: TransformTarget | undefined) => boolean;
};

export type MediaChoice = {
  readonly mediaType: string;
  readonly pretty: boolean;
  readonly target: TransformTarget | undefined;
};

/** Undefined where nothing offered is accepted. */
export function chooseMediaType(accept: string, offers: readonly Offer[], restrictions: Restrictions): MediaChoice | undefined {
  const [first] = offers;
  if (accept === '') return first === undefined ? undefined : { mediaType: first.mediaType, pretty: false, target: undefined };
  for (const clause of parseAccept(accept)) {
    const chosen = offers.find((offer) => covers(clause, offer.mediaType) && allows(clause, offer, restrictions));
    if (chosen !== undefined) {
      return { mediaType: chosen.mediaType, pretty: clause.parameters['pretty'] === '1', target: targetOf(clause) };
    }
  }
  return undefined;
}

/** Whether the header names any of the types, whatever it asks of them. */
export function namesAny(accept: string, mediaTypes: readonly string[]): boolean {
  return accept === '' || parseAccept(accept).some((clause) => mediaTypes.some((mediaType) => covers(clause, mediaType)));
}

function allows(clause: AcceptClause, offer: Offer, { allowsTransform }: Restrictions): boolean {
  const { stream = '', sv = '' } = clause.parameters;
  if (stream !== '' && (stream !== 'watch' || !offer.streams)) return false;
  if (sv !== '' && sv !== 'v1') return false;
  return allowsTransform(offer, targetOf(clause));
}

function targetOf({ parameters }: AcceptClause): TransformTarget | undefined {
  const { as, g, v } = parameters;
  return as === undefined && g === undefined && v === undefined ? undefined : { kind: as ?? '', group: g ?? '', version: v ?? '' };
}

function covers({ type, subtype }: AcceptClause, mediaType: string): boolean {
  const [offeredType, offeredSubtype] = mediaType.split('/');
  if (type === '*') return subtype === '*';
  return type === offeredType && (subtype === '*' || subtype === offeredSubtype);
}

/** By quality, then by how specific they are. */
function parseAccept(accept: string): readonly AcceptClause[] {
  const clauses = accept.split(',').map((text) => parseClause(text.trim()));
  return clauses.filter((clause) => clause !== undefined).toSorted(compareClauses);
}

function compareClauses(left: AcceptClause, right: AcceptClause): number {
  if (left.quality !== right.quality) return right.quality - left.quality;
  return stars(left) - stars(right);
}

function stars({ type, subtype }: AcceptClause): number {
  if (type === '*') return 2;
  return subtype === '*' ? 1 : 0;
}

function parseClause(text: string): AcceptClause | undefined {
  const [range = '', ...rest] = text.split(';').map((part) => part.trim());
  const [type = '', subtype = ''] = range === '*' ? ['*', '*'] : range.split('/').map((part) => part.trim());
  if (type === '' || subtype === '') return undefined;
  const pairs = rest
    .map((part) => part.split('=').map((side) => side.trim()))
    .map(([key = '', value = '']) => [key, unquoted(value)] as const);
  const quality = Number(pairs.find(([key]) => key === 'q')?.[1] ?? '1');
  const parameters = Object.fromEntries(pairs.filter(([key]) => key !== 'q'));
  return { type, subtype, quality: Number.isNaN(quality) ? 1 : quality, parameters };
}

function unquoted(text: string): string {
  return text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1) : text;
}

/** 'application/json; charset=utf-8' -> 'application/json'. '' where it can't be read. */
export function bareMediaType(contentType: string): string {
  return (contentType.split(';')[0] ?? '').trim().toLowerCase();
}

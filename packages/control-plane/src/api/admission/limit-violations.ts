// Where requests and limits break one item of a limit range, in the API server's words.
import type { JsonObject, Quantity } from '@rectrace/kube';
import { compareQuantities, formatQuantity, parseQuantity, quantityAsNumber } from '@rectrace/kube';
import { textsAt } from '../metadata.ts';

export type Asked = {
  readonly requests: Readonly<Record<string, string>>;
  /** Undefined for what has requests alone. */
  readonly limits: Readonly<Record<string, string>> | undefined;
};

/** Largest value that is compared to the thousandth. */
const MOST_MILLI = (2 ** 63 - 1) / 1000;

export function limitViolations(type: string, limit: JsonObject, asked: Asked): readonly string[] {
  const each = (key: string, check: (resource: string, bound: Bound) => string | undefined): readonly string[] =>
    Object.entries(textsAt(limit, [key]))
      .toSorted(([left], [right]) => (left < right ? -1 : 1))
      .flatMap(([resource, text]) => check(resource, { type, resource, enforced: quantity(text), ...pair(asked, resource) }) ?? []);
  return [
    ...each('min', (_resource, bound) => belowLeast(bound)),
    ...each('max', (_resource, bound) => (asked.limits === undefined ? aboveMostRequest(bound) : aboveMost(bound))),
    ...(asked.limits === undefined ? [] : each('maxLimitRequestRatio', (_resource, bound) => aboveRatio(bound))),
  ];
}

type Bound = {
  readonly type: string;
  readonly resource: string;
  readonly enforced: Quantity;
  readonly request: Quantity | undefined;
  readonly limit: Quantity | undefined;
};

function pair({ requests, limits = {} }: Asked, resource: string): Pick<Bound, 'request' | 'limit'> {
  const of = (list: Readonly<Record<string, string>>): Quantity | undefined => {
    const text = list[resource];
    return text === undefined ? undefined : quantity(text);
  };
  return { request: of(requests), limit: of(limits) };
}

function quantity(text: string): Quantity {
  const parsed = parseQuantity(text);
  if (parsed.kind === 'invalid') throw new RangeError(`${text}: ${parsed.reason}`);
  return parsed;
}

function belowLeast(bound: Bound): string | undefined {
  const { enforced, request, limit } = bound;
  if (request === undefined) return say('minimum', bound, '.  No request is specified');
  if (compareQuantities(request, enforced) < 0) return say('minimum', bound, `, but request is ${formatQuantity(request)}`);
  if (limit !== undefined && compareQuantities(limit, enforced) < 0)
    return say('minimum', bound, `, but limit is ${formatQuantity(limit)}`);
  return undefined;
}

function aboveMostRequest(bound: Bound): string | undefined {
  const { enforced, request } = bound;
  if (request === undefined) return say('maximum', bound, '.  No request is specified');
  return compareQuantities(request, enforced) > 0 ? say('maximum', bound, `, but request is ${formatQuantity(request)}`) : undefined;
}

function aboveMost(bound: Bound): string | undefined {
  const { enforced, request, limit } = bound;
  if (limit === undefined) return say('maximum', bound, '.  No limit is specified');
  if (compareQuantities(limit, enforced) > 0) return say('maximum', bound, `, but limit is ${formatQuantity(limit)}`);
  if (request !== undefined && compareQuantities(request, enforced) > 0)
    return say('maximum', bound, `, but request is ${formatQuantity(request)}`);
  return undefined;
}

function say(word: string, { resource, type, enforced }: Bound, rest: string): string {
  return `${word} ${resource} usage per ${type} is ${formatQuantity(enforced)}${rest}`;
}

function aboveRatio({ resource, type, enforced, request, limit }: Bound): string | undefined {
  const head = `${resource} max limit to request ratio per ${type} is ${formatQuantity(enforced)}, but`;
  if (request === undefined || request.digits === 0n) return `${head} no request is specified or request is 0`;
  if (limit === undefined || limit.digits === 0n) return `${head} no limit is specified or limit is 0`;
  const ratio = quantityAsNumber(limit) / quantityAsNumber(request);
  const most = quantityAsNumber(enforced);
  const exceeded = most <= MOST_MILLI ? ratio > Math.ceil(most * 1000) / 1000 : ratio > Math.ceil(most);
  return exceeded ? `${head} provided ratio is ${ratio.toFixed(6)}` : undefined;
}

// Which FlowSchema and which priority level a request belongs to. Nobody waits here: clients are only told.
import type { JsonObject } from '@rectrace/kube';
import { stringAt, valueAt } from '@rectrace/kube';
import type { Objects } from '../../storage/collection.ts';
import { walkFrom } from '../../storage/ordered-map.ts';
import type { Store } from '../../storage/store.ts';
import { isLongRunning } from '../long-running.ts';
import { nameOf, numberAt, uidOf } from '../metadata.ts';
import type { RequestInfo } from '../request-info.ts';
import type { UserInfo } from '../strategy.ts';
import type { FlowRule } from './flow-rule.ts';
import { flowRuleMatches, flowRulesOf } from './flow-rule.ts';

export const FLOW_SCHEMAS = 'flowschemas.flowcontrol.apiserver.k8s.io';
export const PRIORITY_LEVELS = 'prioritylevelconfigurations.flowcontrol.apiserver.k8s.io';

type Flow = { readonly headers: Readonly<Record<string, string>>; readonly rules: readonly FlowRule[] };
type Known = { readonly schemas: Objects; readonly levels: Objects; readonly flows: readonly Flow[] };

/** Seats that are shared out, by default. */
const SEATS = 600;
const LAST_PRECEDENCE = 10_000;

export class FlowTable {
  readonly #store: Store;
  #known: Known | undefined;

  constructor(store: Store, known?: Known) {
    this.#store = store;
    this.#known = known;
  }

  /** Of a store that has forked; what was read of the same objects is not read again. */
  fork(store: Store): FlowTable {
    return new FlowTable(store, this.#known);
  }

  /** What the answer says of it. Of what goes on for long, watches alone belong to a flow. */
  headersFor(user: UserInfo, info: RequestInfo): Readonly<Record<string, string>> {
    if (isLongRunning(info) && info.verb !== 'watch') return {};
    return this.#flows().find(({ rules }) => rules.some((rule) => flowRuleMatches(rule, user, info)))?.headers ?? {};
  }

  /** By name of the level: of all seats, the part that its shares come to. */
  nominalSeats(): ReadonlyMap<string, number> {
    const shares = objectsIn(this.#store, PRIORITY_LEVELS).map((level) => [nameOf(level), sharesOf(level)] as const);
    const sum = shares.reduce((total, [, count]) => total + count, 0);
    return new Map(shares.map(([name, count]) => [name, sum === 0 ? 0 : Math.ceil((SEATS * count) / sum)]));
  }

  /** In the order in which they are tried; read anew once one of them is written. */
  #flows(): readonly Flow[] {
    const [schemas, levels] = [this.#store.snapshot(FLOW_SCHEMAS), this.#store.snapshot(PRIORITY_LEVELS)];
    if (schemas.kind !== 'snapshot' || levels.kind !== 'snapshot') return [];
    const known = this.#known;
    if (known?.schemas === schemas.objects && known.levels === levels.objects) return known.flows;
    const flows = flowsIn(this.#store);
    this.#known = { schemas: schemas.objects, levels: levels.objects, flows };
    return flows;
  }
}

/** Those without a level are passed over. */
function flowsIn(store: Store): readonly Flow[] {
  const levels = new Map(objectsIn(store, PRIORITY_LEVELS).map((level) => [nameOf(level), uidOf(level)]));
  return objectsIn(store, FLOW_SCHEMAS)
    .toSorted((left, right) => precedenceOf(left) - precedenceOf(right) || (nameOf(left) < nameOf(right) ? -1 : 1))
    .flatMap((schema) => {
      const level = levels.get(levelOf(schema));
      if (level === undefined) return [];
      const headers = { 'X-Kubernetes-PF-FlowSchema-UID': uidOf(schema), 'X-Kubernetes-PF-PriorityLevel-UID': level };
      return [{ headers, rules: flowRulesOf(schema) }];
    });
}

/** The name of the level that it says. */
export function levelOf(schema: JsonObject): string {
  return stringAt(schema, ['spec', 'priorityLevelConfiguration', 'name']) ?? '';
}

export function objectsIn(store: Store, resource: string): readonly JsonObject[] {
  const found: JsonObject[] = [];
  const snapshot = store.snapshot(resource);
  if (snapshot.kind === 'snapshot') walkFrom(snapshot.objects, undefined, (_key, { object }) => found.push(object) > 0);
  return found;
}

function precedenceOf(schema: JsonObject): number {
  return numberAt(schema, ['spec', 'matchingPrecedence']) ?? LAST_PRECEDENCE;
}

function sharesOf(level: JsonObject): number {
  const kind = valueAt(level, ['spec', 'limited']) === undefined ? 'exempt' : 'limited';
  return numberAt(level, ['spec', kind, 'nominalConcurrencyShares']) ?? 0;
}

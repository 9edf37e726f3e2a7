// What stands in the way of tracing a cluster: one finding a question.

import { statSync } from 'node:fs';
import type { ClusterConnection } from '@rectrace/cluster';
import { formatGroupKind } from '@rectrace/kube';
import type { OwnershipRules } from '@rectrace/trace';
import { kindsOf } from '@rectrace/trace';
import { formatDuration } from '@rectrace/view';
import { failureOf } from '../failure.ts';
import { CONTROLLER_NAMESPACE, findReadApi } from '../sources/controller-api.ts';
import { kindsNotServed } from '../sources/foreign-kinds.ts';
import { openLocalReader, problemOf } from '../sources/read-local-history.ts';
import type { Surroundings } from '../surroundings.ts';
import { readServedFields } from '../trace-resource/trace-requests.ts';
import type { CheckedRights } from './missing-rights.ts';
import { checkRights, collectionName, placeOf } from './missing-rights.ts';
import { localHistoryFile, nameOfCluster } from './state-folder.ts';
import { planWatches } from './watch-plan.ts';

/** good: nothing to do. lacking: works, with less. bad: does not work. */
export type Finding = { readonly subject: string; readonly state: 'good' | 'lacking' | 'bad'; readonly detail: string };

/** actingAs: of --as. */
export type ExamineOptions = {
  readonly cluster: ClusterConnection;
  readonly rules: OwnershipRules;
  readonly surroundings: Surroundings;
  readonly actingAs: string | undefined;
};

const SKEW_MS = 2_000;

/** In the order in which one thing needs the other. @throws where the server can not be reached */
export async function* examine(options: ExamineOptions): AsyncGenerator<Finding> {
  const { cluster } = options;
  yield {
    subject: 'cluster',
    state: 'good',
    detail: `${cluster.server}, context ${cluster.context}, user ${userText(options)}, namespace ${cluster.defaultNamespace}`,
  };
  yield* server(options);
  yield* kinds(options);
  yield* rights(options);
  yield* ruleSets(options);
  yield* traces(options);
  yield* localHistory(options);
}

/** 'jane acting as admin': rights are those of the latter. */
function userText({ cluster, actingAs }: ExamineOptions): string {
  return actingAs === undefined ? cluster.user : `${actingAs} (acted as by ${cluster.user})`;
}

async function* server({ cluster, surroundings }: ExamineOptions): AsyncGenerator<Finding> {
  const { readServerVersion } = await import('@rectrace/cluster');
  const before = surroundings.clock.now();
  const { version, platform, date } = await readServerVersion(cluster.transport);
  const after = surroundings.clock.now();
  yield { subject: 'server', state: 'good', detail: `Kubernetes ${version} on ${platform}, answered in ${formatDuration(after - before)}` };
  if (date === undefined) return;
  // The header has whole seconds: the server's clock is somewhere within that second.
  const skew = date + 500 - (before + after) / 2;
  const apart = Math.abs(skew) > SKEW_MS;
  yield {
    subject: 'clock',
    state: apart ? 'lacking' : 'good',
    detail: apart
      ? `the server's clock is ${formatDuration(Math.abs(skew))} ${skew > 0 ? 'ahead of' : 'behind'} this machine's: ages are wrong by that`
      : 'agrees with this machine',
  };
}

async function* kinds({ cluster }: ExamineOptions): AsyncGenerator<Finding> {
  const { preferredResources } = await import('@rectrace/cluster');
  const served = await cluster.discovery.served();
  yield { subject: 'kinds', state: 'good', detail: `${preferredResources(served).length} are served` };
  for (const { group, version, reason } of served.unread)
    yield { subject: 'kinds', state: 'lacking', detail: `${group}/${version} can not be read: ${reason}` };
}

async function* rights({ cluster, rules }: ExamineOptions): AsyncGenerator<Finding> {
  const namespace = cluster.defaultNamespace;
  const plan = await planWatches(cluster, { namespace, rules });
  const blind = (await checkRights(cluster, plan)).filter(({ missing }) => missing.length > 0);
  yield {
    subject: 'rights',
    state: blind.length === plan.length ? 'bad' : 'good',
    detail: `${plan.length - blind.length} of ${plan.length} collections for namespace ${namespace} can be followed`,
  };
  for (const [lacking, names] of byRight(blind)) {
    yield { subject: 'rights', state: 'lacking', detail: `no right to ${lacking}, so changes can not be seen of: ${names.join(', ')}` };
  }
}

/** Collections by what is lacking: 'list and watch in namespace shop'. */
function byRight(blind: readonly CheckedRights[]): ReadonlyMap<string, readonly string[]> {
  const named = blind.map(({ query, missing }) => ({ name: collectionName(query), lacking: `${missing.join(' and ')} ${placeOf(query)}` }));
  const groups = Map.groupBy(named, ({ lacking }) => lacking);
  return new Map([...groups].map(([lacking, some]) => [lacking, some.map(({ name }) => name)]));
}

async function* ruleSets({ cluster, rules }: ExamineOptions): AsyncGenerator<Finding> {
  const served = new Set((await cluster.discovery.served()).resources.map(formatGroupKind));
  const named = kindsOf(rules);
  const absent = named.filter((kind) => !served.has(kind));
  yield {
    subject: 'rules',
    state: 'good',
    detail: `${rules.names.join(', ')}: ${named.length - absent.length} of ${named.length} kinds they name are served here`,
  };
  for (const detail of await kindsNotServed({ cluster, rules })) yield { subject: 'rules', state: 'lacking', detail };
}

async function* traces({ cluster }: ExamineOptions): AsyncGenerator<Finding> {
  try {
    const { targetKind, depth } = await readServedFields(cluster);
    const full = targetKind && depth;
    yield {
      subject: 'traces',
      state: full ? 'good' : 'lacking',
      detail: full
        ? 'ReconciliationTrace is served, with all fields'
        : "ReconciliationTrace is served by another vendor's schema: our fields are written as annotations",
    };
    yield* controller(cluster);
  } catch (error) {
    yield { subject: 'traces', state: 'lacking', detail: failureOf(error).line };
  }
}

async function* controller(cluster: ClusterConnection): AsyncGenerator<Finding> {
  const service = await findReadApi(cluster, undefined);
  const found =
    service === undefined
      ? `no read API is visible in ${CONTROLLER_NAMESPACE} (another place: --controller): what nobody watches may not be recorded`
      : `its read API: Service ${service.namespace}/${service.name}`;
  yield { subject: 'controller', state: service === undefined ? 'lacking' : 'good', detail: found };
}

async function* localHistory({ cluster, surroundings }: ExamineOptions): AsyncGenerator<Finding> {
  const subject = 'local history';
  try {
    const file = localHistoryFile(surroundings.env, await nameOfCluster(cluster));
    const reader = openLocalReader(file);
    if (reader === undefined) {
      yield { subject, state: 'good', detail: `none yet; watch and record make ${file}` };
      return;
    }
    const roots = reader.roots().length;
    reader.close();
    yield { subject, state: 'good', detail: `${file}: ${roots} roots, ${(statSync(file).size / 1_048_576).toFixed(1)} MiB` };
  } catch (error) {
    yield { subject, state: 'lacking', detail: problemOf(error) ?? failureOf(error).line };
  }
}

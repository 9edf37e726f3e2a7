// `trace create`: asks the controller to record a target, and says at once where that target is not there yet.

import type { ClusterConnection } from '@rectrace/cluster';
import type { JsonObject } from '@rectrace/kube';
import { isJsonObject, parseObject, stringAt } from '@rectrace/kube';
import type { ServedFields } from '@rectrace/trace-api';
import { traceId, traceManifest, tracePath } from '@rectrace/trace-api';
import { connect } from '../../cluster-access.ts';
import type { CommandDefinition, Invocation } from '../../command-definition.ts';
import { CLUSTER_FLAGS, outputFlag } from '../../common-flags.ts';
import { NotFoundError, RefusedError } from '../../errors.ts';
import type { ExitCode } from '../../exit-code.ts';
import { EXIT_CODES } from '../../exit-code.ts';
import { documentText, isDocument } from '../../printers/document.ts';
import type { OutputFormat } from '../../printers/output-format.ts';
import { MADE_FORMS, parseOutputFormat } from '../../printers/output-format.ts';
import type { Screen } from '../../printers/screen.ts';
import { missingTarget } from '../../trace-resource/missing-target.ts';
import { readServedFields, sendTrace } from '../../trace-resource/trace-requests.ts';
import { checkWish, wishOf } from '../../trace-resource/wish-flags.ts';

export function traceCreateCommand(): CommandDefinition {
  return {
    name: 'create',
    aliases: ['c'],
    summary: 'create a trace, which the controller then records',
    examples: [
      'rectrace trace create redis --cluster-name redis-cluster',
      'rectrace trace create web --kind Deployment --api-version apps/v1 --target-name web',
    ],
    arguments: [{ name: 'name', text: 'name of the trace', required: true, completes: 'nothing' }],
    flags: [
      { flags: '--cluster-name <name>', text: 'KubeBlocks Cluster to trace (default: the one named as the trace)' },
      { flags: '--target-name <name>', text: 'target of another kind, with --kind' },
      { flags: '--target-namespace <name>', text: 'namespace of the target (default: that of the trace)', completes: 'namespace' },
      { flags: '--kind <kind>', text: 'kind of the target (default: Cluster)' },
      { flags: '--api-version <version>', text: 'API version of the target, such as apps/v1' },
      { flags: '--depth <levels>', text: 'levels below the target; 0 = all' },
      { flags: '--locale <locale>', text: 'language of the descriptions, such as zh_CN' },
      { flags: '--cel-state-evaluation-expression <cel>', text: "when the target counts as done: CEL over 'object'" },
      {
        flags: '--dry-run <mode>',
        text: 'none, client (print only) or server (check only)',
        completes: { values: ['none', 'client', 'server'] },
      },
      outputFlag(MADE_FORMS),
      ...CLUSTER_FLAGS,
    ],
    run,
  };
}

async function run(invocation: Invocation): Promise<ExitCode> {
  const { args, flags, screen } = invocation;
  const format = parseOutputFormat(flags.text('output'), MADE_FORMS);
  const dryRun = flags.choice('dryRun', ['none', 'client', 'server']) ?? 'none';
  const name = args[0] ?? '';
  const wish = wishOf(flags);
  await checkWish(wish);
  const cluster = await connect(invocation);
  try {
    const served = dryRun === 'client' ? await fieldsOrOurs(cluster) : await readServedFields(cluster);
    const manifest = traceManifest({ namespace: cluster.defaultNamespace, name }, wish, served);
    const created = dryRun === 'client' ? manifest : await create(cluster, { manifest, dryRun });
    await print(created, { name, dryRun, format, screen });
    const missing = dryRun === 'client' ? undefined : await waitsFor(cluster, created);
    if (missing !== undefined) screen.warn(missing);
    return EXIT_CODES.success;
  } finally {
    cluster.close();
  }
}

/** What is only printed is written for our own schema where no cluster can be asked. */
async function fieldsOrOurs(cluster: ClusterConnection): Promise<ServedFields> {
  const { ClusterError } = await import('@rectrace/cluster');
  try {
    return await readServedFields(cluster);
  } catch (error) {
    if (error instanceof ClusterError || error instanceof NotFoundError) return { targetKind: true, depth: true };
    throw error;
  }
}

/** What the trace waits for, as it was answered. */
function waitsFor(cluster: ClusterConnection, created: JsonObject): Promise<string | undefined> | undefined {
  const trace = parseObject(created);
  return trace.kind === 'object' ? missingTarget(cluster, trace.object) : undefined;
}

type Printing = { readonly name: string; readonly dryRun: string; readonly format: OutputFormat; readonly screen: Screen };

async function print(created: JsonObject, { name, dryRun, format, screen }: Printing): Promise<void> {
  const full = traceId(name);
  if (isDocument(format)) screen.text(await documentText(created, { format, names: [full] }));
  else screen.text(`${full} created${dryRun === 'none' ? '' : ` (dry run, ${dryRun})`}`);
}

async function create(
  cluster: ClusterConnection,
  { manifest, dryRun }: { readonly manifest: JsonObject; readonly dryRun: 'none' | 'server' },
): Promise<JsonObject> {
  const { ApiError } = await import('@rectrace/cluster');
  const name = stringAt(manifest, ['metadata', 'name']) ?? '';
  try {
    const answer = await sendTrace(cluster, {
      method: 'POST',
      path: tracePath(cluster.defaultNamespace),
      query: { fieldManager: 'rectrace', fieldValidation: 'Strict', dryRun: dryRun === 'server' ? 'All' : undefined },
      body: manifest,
    });
    return isJsonObject(answer) ? answer : manifest;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status.reason !== 'AlreadyExists') throw error;
    const hint = `\`rectrace trace update ${name}\` changes it`;
    throw new RefusedError(`trace ${name} exists already in namespace ${cluster.defaultNamespace}`, { hint, cause: error });
  }
}

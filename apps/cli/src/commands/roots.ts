// `roots`: what there is to trace and how it stands.

import type { ClusterConnection } from '@rectrace/cluster';
import type { KubeObject } from '@rectrace/kube';
import type { Cycle } from '@rectrace/trace';
import type { CommandDefinition, Invocation } from '../command-definition.ts';
import { CLUSTER_FLAGS, HEADER_FLAGS, outputFlag, RECORDER_FLAGS } from '../common-flags.ts';
import type { ExitCode } from '../exit-code.ts';
import { EXIT_CODES } from '../exit-code.ts';
import { documentText, isDocument } from '../printers/document.ts';
import { parseOutputFormat } from '../printers/output-format.ts';
import { isRecording } from '../recording-argument.ts';
import type { RootState } from '../roots-table.ts';
import { rootJson, rootsTable, sortRoots } from '../roots-table.ts';
import { objectKey } from '../story-document.ts';

export function rootsCommand(): CommandDefinition {
  return {
    name: 'roots',
    summary: 'what there is to trace: terminal or not, since when, why',
    examples: ['rectrace roots', 'rectrace roots -A', 'rectrace roots run.ndjson'],
    arguments: [{ name: 'file', text: 'roots of a recording', required: false, completes: 'file' }],
    flags: [
      { flags: '-A, --all-namespaces', text: 'of all namespaces' },
      { flags: '-l, --selector <selector>', text: 'label selector' },
      outputFlag('table, wide, json, yaml, name'),
      ...HEADER_FLAGS,
      ...RECORDER_FLAGS.filter(({ flags }) => flags.startsWith('--rules')),
      ...CLUSTER_FLAGS,
    ],
    run,
  };
}

const KEY_BYTES = 32;

/** where: they were looked for. finish: to be called once all is printed. */
type Found = { readonly roots: readonly RootState[]; readonly now: number; readonly where: string; finish(): void };

async function run(invocation: Invocation): Promise<ExitCode> {
  const { args, flags, screen } = invocation;
  const format = parseOutputFormat(flags.text('output'), ['table', 'wide', 'json', 'yaml', 'name', 'jsonpath']);
  const [file] = args;
  const fromFile = file !== undefined && (isRecording(file) || file.includes('.'));
  const { roots, now, where, finish } = file === undefined ? await live(invocation) : await recorded(file, invocation);
  if (isDocument(format)) {
    const sorted = sortRoots(roots);
    screen.text(await documentText({ roots: sorted.map(rootJson) }, { format, names: sorted.map(({ ref }) => objectKey(ref)) }));
  } else if (roots.length === 0) screen.remark(`No roots found in ${where}`);
  else screen.table(rootsTable(roots, { now, namespaces: flags.switch('allNamespaces') || fromFile }), { full: format.kind === 'wide' });
  finish();
  return EXIT_CODES.success;
}

async function recorded(file: string, invocation: Invocation): Promise<Found> {
  const [{ readRecordedRoots }, { recordingOptions }, { refuseDamage }] = await Promise.all([
    import('../sources/recorded-roots.ts'),
    import('../sources/recording-options.ts'),
    import('../sources/find-story.ts'),
  ]);
  const recorded = await readRecordedRoots(file, recordingOptions(invocation));
  for (const note of recorded.notes) invocation.screen.remark(note);
  return { ...recorded, where: file, finish: () => refuseDamage(file, recorded) };
}

async function live(invocation: Invocation): Promise<Found> {
  const { flags, progress, screen, surroundings } = invocation;
  const [{ keyedRedactor }, { connect }, { hiddenText }, { findLiveRoots }, { warnOfForeignKinds }, { rulesOf }] = await Promise.all([
    import('@rectrace/history'),
    import('../cluster-access.ts'),
    import('../live/hidden-kinds.ts'),
    import('../live/live-roots.ts'),
    import('../sources/foreign-kinds.ts'),
    import('../sources/recorder-setup.ts'),
  ]);
  const rules = rulesOf(flags);
  const cluster = await connect(invocation);
  try {
    await warnOfForeignKinds(invocation, { cluster, rules });
    const cycleOf = await recordedCycles(invocation, cluster);
    const found = await progress.during(`reading ${cluster.server}`, () =>
      findLiveRoots({
        cluster,
        namespace: flags.switch('allNamespaces') ? '' : cluster.defaultNamespace,
        rules,
        redact: keyedRedactor(surroundings.randomBytes(KEY_BYTES)),
        selector: flags.text('selector'),
        now: surroundings.clock.now(),
        cycleOf,
        signal: surroundings.signal,
      }),
    );
    if (found.hidden.length > 0) screen.remark(`not visible: ${hiddenText(found.hidden)}`);
    const where = flags.switch('allNamespaces') ? 'any namespace' : `namespace ${cluster.defaultNamespace}; -A looks in all of them`;
    return { ...found, where, finish: () => undefined };
  } finally {
    cluster.close();
  }
}

/** A local history that can not be read keeps nobody from seeing the roots. */
async function recordedCycles(invocation: Invocation, cluster: ClusterConnection): Promise<(object: KubeObject) => Cycle | undefined> {
  const [{ latestCycles }, { readLocalHistory }] = await Promise.all([
    import('../sources/latest-cycles.ts'),
    import('../sources/read-local-history.ts'),
  ]);
  return (await readLocalHistory(invocation, cluster, latestCycles)) ?? (() => undefined);
}

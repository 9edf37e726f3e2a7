// `trace delete`: asks to type each name first. What was recorded stays in the history until retention takes it.

import type { ClusterConnection } from '@rectrace/cluster';
import { TRACES, tracePath } from '@rectrace/trace-api';
import { connect } from '../../cluster-access.ts';
import type { CommandDefinition, Invocation } from '../../command-definition.ts';
import { CLUSTER_FLAGS } from '../../common-flags.ts';
import { RefusedError, UsageError } from '../../errors.ts';
import type { ExitCode } from '../../exit-code.ts';
import { EXIT_CODES } from '../../exit-code.ts';
import type { Flags } from '../../flags.ts';
import { ofTrace, sendTrace } from '../../trace-resource/trace-requests.ts';

export function traceDeleteCommand(): CommandDefinition {
  return {
    name: 'delete',
    summary: 'delete traces, after their names were typed again',
    arguments: [{ name: 'name', text: 'names of traces', required: true, variadic: true, completes: 'trace' }],
    flags: [
      { flags: '--auto-approve', text: 'do not ask' },
      { flags: '--force', text: 'delete at once: grace period 0' },
      { flags: '--grace-period <seconds>', text: 'seconds of grace; -1 = the default of the kind' },
      { flags: '--now', text: 'grace period 1' },
      ...CLUSTER_FLAGS,
    ],
    run,
  };
}

async function run(invocation: Invocation): Promise<ExitCode> {
  const { args, flags, screen } = invocation;
  const grace = gracePeriod(flags);
  const cluster = await connect(invocation);
  try {
    if (!flags.switch('autoApprove')) {
      for (const name of args) await requireTrace(name, cluster);
      for (const name of args) await confirm(name, invocation);
    }
    for (const name of args) {
      const body = { apiVersion: 'v1', kind: 'DeleteOptions', ...(grace === undefined ? {} : { gracePeriodSeconds: grace }) };
      const namespace = cluster.defaultNamespace;
      await ofTrace({ name, namespace }, () => sendTrace(cluster, { method: 'DELETE', path: tracePath(namespace, name), body }));
      screen.text(`${TRACES.singular}.${TRACES.group} "${name}" deleted`);
    }
    return EXIT_CODES.success;
  } finally {
    cluster.close();
  }
}

/** --now is 1, --force 0, as with kubectl. @throws UsageError where they contradict each other */
function gracePeriod(flags: Flags): number | undefined {
  const given = flags.integer('gracePeriod', -1);
  const period = given === -1 ? undefined : given;
  if (flags.switch('now') && (flags.switch('force') || period !== undefined))
    throw new UsageError('--now can not stand beside --force or --grace-period');
  if (flags.switch('force') && period !== undefined && period > 0) throw new UsageError('--force needs a grace period of 0');
  if (flags.switch('now')) return 1;
  return flags.switch('force') ? 0 : period;
}

/** Nobody is asked about what is not there. @throws NotFoundError */
async function requireTrace(name: string, { transport, defaultNamespace: namespace }: ClusterConnection): Promise<void> {
  await ofTrace({ name, namespace }, () => transport.request({ method: 'GET', path: tracePath(namespace, name) }));
}

/** A name may also come through a pipe; there nothing is asked. */
async function confirm(name: string, { surroundings }: Invocation): Promise<void> {
  const { stdin, stderr } = surroundings;
  if (stdin.isTerminal) stderr.write(`Please type the name again to delete trace ${name}: `);
  const typed = await stdin.readLine();
  if (typed?.trim() !== name)
    throw new RefusedError(`trace ${name} is not deleted: its name was not typed`, { hint: 'use --auto-approve where nobody can answer' });
}

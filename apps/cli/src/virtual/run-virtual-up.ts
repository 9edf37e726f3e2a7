// Runs a virtual control plane in the foreground: filled, started, told, and ended by a signal together with its kubeconfig.

import type { LeftOut, PodAnswers, VirtualCluster } from '@rectrace/control-plane';
import { startVirtualCluster } from '@rectrace/control-plane';
import type { JsonObject } from '@rectrace/kube';
import { looseEnds, unservedWebhooks, withoutUnservedWebhooks } from '@rectrace/planner';
import { cleanLine } from '@rectrace/view';
import type { Invocation } from '../command-definition.ts';
import { UsageError } from '../errors.ts';
import type { ExitCode } from '../exit-code.ts';
import { EXIT_CODES } from '../exit-code.ts';
import { unlessInterrupted } from '../unless-interrupted.ts';
import { type AuditLogFile, openAuditLog } from './audit-log-file.ts';
import { type AuthorityFiles, authorityFiles } from './authority-files.ts';
import { chosenControllers } from './chosen-controllers.ts';
import type { KubeconfigFile } from './kubeconfig-file.ts';
import { placeKubeconfig } from './kubeconfig-file.ts';
import { readContents } from './read-contents.ts';
import { readPodAnswers } from './read-pod-answers.ts';

const MOST_PORT = 65_535;
const ALONE =
  'no controllers run here: a Deployment makes no pods and a deleted Namespace stays, until a kube-controller-manager is started with that kubeconfig';
/** Endpoints are no loopback addresses; this one is set aside for documentation. */
const ADVERTISED_ADDRESS = '192.0.2.1';

export async function runVirtualUp(invocation: Invocation): Promise<ExitCode> {
  const { flags, surroundings } = invocation;
  const { stderr, program } = surroundings;
  const port = flags.integer('port') ?? 0;
  if (port > MOST_PORT) throw new UsageError(`--port ${port}: write a port, at most ${MOST_PORT}`);
  const complain = (what: string): void => stderr.write(`${program}: ${cleanLine(what)}\n`);
  const podAnswers = readPodAnswers(flags.text('podAnswers'));
  const controllers = chosenControllers(flags.text('controllers'));
  const objects = await unlessInterrupted(objectsToStartWith(invocation), surroundings.signal);
  const file = await placeKubeconfig(flags.text('kubeconfig'));
  const authority = authorityFiles(flags.text('authority'));
  const audit = await auditLogAt(flags.text('auditLog'), complain);
  try {
    const cluster = await start(invocation, { port, objects, podAnswers, controllers, audit, complain });
    await untilInterrupted(cluster, { file, authority, controllers }, invocation);
  } finally {
    await audit?.close();
    await authority.remove();
    await file.remove();
  }
  return EXIT_CODES.success;
}

type Running = { readonly file: KubeconfigFile; readonly authority: AuthorityFiles; readonly controllers: readonly string[] };

async function untilInterrupted(
  cluster: VirtualCluster,
  { file, authority, controllers }: Running,
  { screen, surroundings: { stdout, signal } }: Invocation,
): Promise<void> {
  try {
    await authority.write(cluster.authority);
    await file.write({
      server: cluster.url,
      authority: cluster.authority.certificate,
      certificate: cluster.adminCertificate.certificate,
      key: cluster.adminCertificate.key,
      token: cluster.adminToken,
    });
    screen.remark(
      controllers.length === 0 ? ALONE : `controllers that run here: ${controllers.join(', ')}; no others, no scheduler, no nodes`,
    );
    stdout.write(`ready KUBECONFIG=${file.path}\n`);
    await aborted(signal);
  } finally {
    await cluster.stop();
  }
}

type Starting = {
  readonly port: number;
  readonly objects: readonly JsonObject[];
  readonly podAnswers: PodAnswers | undefined;
  readonly controllers: readonly string[];
  readonly audit: AuditLogFile | undefined;
  readonly complain: (what: string) => void;
};

/** @throws ListenFailed, ContentRefused */
function start(
  { flags, screen, surroundings }: Invocation,
  { port, objects, podAnswers, controllers, audit, complain }: Starting,
): Promise<VirtualCluster> {
  const { clock, nextTurn, random, randomBytes } = surroundings;
  const eventTtlMs = flags.duration('eventTtl');
  return startVirtualCluster({
    clock,
    nextTurn,
    seed: Math.floor(random() * 2 ** 32),
    randomBytes,
    port,
    controllers,
    facts: { advertisedAddress: ADVERTISED_ADDRESS },
    contents: { objects, onLeftOut: (left) => screen.remark(leftOutText(left)) },
    ...(podAnswers === undefined ? {} : { podAnswers }),
    ...(eventTtlMs === undefined ? {} : { eventTtlMs }),
    ...(audit === undefined ? {} : { auditSink: (event) => audit.append(event) }),
    onFault: (error) => complain(`internal fault: ${error instanceof Error ? error.message : String(error)}`),
  });
}

/** Says what they are, and what is missing. */
async function objectsToStartWith(invocation: Invocation): Promise<readonly JsonObject[]> {
  const { flags, screen } = invocation;
  const from = flags.text('from');
  if (from === undefined) {
    refuseWithoutOrigin(flags);
    return [];
  }
  const { objects, notes } = await readContents(from, invocation);
  for (const note of notes) screen.remark(note);
  const withWebhooks = !flags.switch('withoutWebhooks');
  const taken = withWebhooks ? { objects, leftOut: 0 } : withoutUnservedWebhooks(objects);
  if (taken.leftOut > 0) screen.remark(`left out: ${taken.leftOut} configurations of webhooks that nothing serves here`);
  const unserved = unservedWebhooks(taken.objects);
  for (const loose of [...looseEnds(taken.objects), ...unserved]) screen.warn(loose);
  if (unserved.length > 0 && withWebhooks)
    screen.remark('--without-webhooks leaves out configurations of webhooks that nothing serves here');
  return taken.objects;
}

/** @throws UsageError for flags that say what to take of an origin */
function refuseWithoutOrigin(flags: Invocation['flags']): void {
  const asked = ['namespace', 'allNamespaces', 'withSecrets', 'withoutWebhooks'].some(
    (name) => flags.text(name) !== undefined || flags.switch(name),
  );
  if (asked) throw new UsageError('-n, -A, --with-secrets and --without-webhooks say what to take of an origin: name it with --from');
}

function leftOutText({ apiVersion, kind, count, reason }: LeftOut): string {
  return `left out: ${kind} of ${apiVersion}: ${reason} (${count} ${count === 1 ? 'object' : 'objects'})`;
}

function auditLogAt(path: string | undefined, complain: (what: string) => void): Promise<AuditLogFile | undefined> {
  if (path === undefined) return Promise.resolve(undefined);
  return openAuditLog(path, (reason) => complain(`${path}: ${reason}: the audit log ends here`));
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

// Runs a virtual control plane in the foreground: started, told, and ended by a signal together with its kubeconfig.

import { startVirtualCluster } from '@rectrace/control-plane';
import { cleanLine } from '@rectrace/view';
import type { Invocation } from '../command-definition.ts';
import { UsageError } from '../errors.ts';
import type { ExitCode } from '../exit-code.ts';
import { EXIT_CODES } from '../exit-code.ts';
import { type AuditLogFile, openAuditLog } from './audit-log-file.ts';
import { placeKubeconfig } from './kubeconfig-file.ts';

const MOST_PORT = 65_535;

export async function runVirtualUp({ flags, surroundings }: Invocation): Promise<ExitCode> {
  const { clock, random, randomBytes, signal, stdout, stderr, program } = surroundings;
  const port = flags.integer('port') ?? 0;
  if (port > MOST_PORT) throw new UsageError(`--port ${port}: write a port, at most ${MOST_PORT}`);
  const complain = (what: string): void => stderr.write(`${program}: ${cleanLine(what)}\n`);
  const file = await placeKubeconfig(flags.text('kubeconfig'));
  const audit = await auditLogAt(flags.text('audit-log'), complain);
  const cluster = await startVirtualCluster({
    clock,
    seed: Math.floor(random() * 2 ** 32),
    randomBytes,
    port,
    ...(audit === undefined ? {} : { auditSink: (event) => audit.append(event) }),
    onFault: (error) => complain(`internal fault: ${error instanceof Error ? error.message : String(error)}`),
  });
  try {
    await file.write({
      server: cluster.url,
      authority: cluster.authority.certificate,
      certificate: cluster.adminCertificate.certificate,
      key: cluster.adminCertificate.key,
      token: cluster.adminToken,
    });
    stdout.write(`ready KUBECONFIG=${file.path}\n`);
    await aborted(signal);
  } finally {
    await cluster.stop();
    await audit?.close();
    await file.remove();
  }
  return EXIT_CODES.success;
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

// `virtual up`: a virtual control plane over HTTPS on loopback, until Ctrl-C.

import type { CommandDefinition, Invocation } from '../../command-definition.ts';
import type { ExitCode } from '../../exit-code.ts';

export function virtualUpCommand(): CommandDefinition {
  return {
    name: 'up',
    summary: 'start a virtual control plane on loopback; Ctrl-C ends it',
    details:
      'A Kubernetes API server (1.35) in this process, empty but for what every API server makes itself, or with what --from names. No controllers run but those that --controllers names. Prints `ready KUBECONFIG=FILE` when clients may come. All of it is in memory and goes when it ends, the kubeconfig too. A cluster is only ever read. No containers run: pods answer what --pod-answers says.',
    examples: [
      'rectrace virtual up --kubeconfig /tmp/virtual.kubeconfig',
      'rectrace virtual up --from shop.snapshot.gz',
      'rectrace virtual up --from prod -n shop',
      'rectrace virtual up --controllers all',
      'rectrace virtual up --from shop.snapshot.gz --pod-answers answers.yaml',
    ],
    arguments: [],
    flags: [
      {
        flags: '--from <origin>',
        text: 'start with the objects of a snapshot, of the end of a recording, or of the cluster of a context (KUBECONFIG)',
        completes: 'file',
      },
      {
        flags: '-n, --namespace <name>',
        text: "namespace to take of the origin (default: the context's; all of a file)",
        completes: 'nothing',
      },
      { flags: '-A, --all-namespaces', text: 'take all namespaces' },
      { flags: '--with-secrets', text: 'keep the secret values of a cluster instead of stand-ins of the same form' },
      { flags: '--pod-answers <file>', text: 'what pods answer to logs, exec, attach, port-forward and proxy (YAML)', completes: 'file' },
      {
        flags: '--controllers <names>',
        text: 'built-in controllers to run, separated by commas, or `all` that there are (default: none)',
        completes: 'nothing',
      },
      {
        flags: '--without-webhooks',
        text: 'leave out the configurations of webhooks that nothing serves here, which refuse writes',
      },
      {
        flags: '--event-ttl <duration>',
        text: 'how long Events are kept after their last write; 0 = for ever (default: 1h)',
        completes: 'nothing',
      },
      { flags: '--port <number>', text: 'port to listen on (default: any free one)', completes: 'nothing' },
      { flags: '--kubeconfig <file>', text: "kubeconfig to write (default: one among the machine's temporary files)", completes: 'file' },
      {
        flags: '--authority <folder>',
        text: 'put ca.crt and ca.key there while it runs: with them a kube-controller-manager signs certificates of clients',
        completes: 'file',
      },
      { flags: '--audit-log <file>', text: 'append every request to it, an audit.k8s.io/v1 Event a line', completes: 'file' },
    ],
    endsInOrder: true,
    run,
  };
}

async function run(invocation: Invocation): Promise<ExitCode> {
  const { runVirtualUp } = await import('../../virtual/run-virtual-up.ts');
  return runVirtualUp(invocation);
}

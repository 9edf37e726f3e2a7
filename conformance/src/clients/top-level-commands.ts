// Every command that a client has at its top.

export type CommandList = {
  readonly program: 'kubectl' | 'helm';
  /** Each stands in a scenario of the client. */
  readonly inScenarios: readonly string[];
  /** What another suite has, or what asks no API server. */
  readonly elsewhere: readonly string[];
};

const KUBECTL = [
  'alpha',
  'annotate',
  'api-resources',
  'api-versions',
  'apply',
  'auth',
  'autoscale',
  'certificate',
  'cluster-info',
  'completion',
  'config',
  'cordon',
  'create',
  'debug',
  'delete',
  'describe',
  'diff',
  'drain',
  'edit',
  'events',
  'explain',
  'expose',
  'get',
  'kustomize',
  'label',
  'options',
  'patch',
  'plugin',
  'proxy',
  'replace',
  'rollout',
  'run',
  'scale',
  'set',
  'taint',
  'top',
  'uncordon',
  'version',
  'wait',
];

/** What asks a kubelet: conformance/src/pod-streams has it, from a script. */
const IN_POD_STREAMS = ['attach', 'cp', 'exec', 'logs', 'port-forward'];

export const KUBECTL_COMMANDS: CommandList = { program: 'kubectl', inScenarios: KUBECTL, elsewhere: IN_POD_STREAMS };

const HELM = [
  'create',
  'dependency',
  'env',
  'get',
  'history',
  'install',
  'lint',
  'list',
  'package',
  'rollback',
  'show',
  'status',
  'template',
  'test',
  'uninstall',
  'upgrade',
  'version',
];

/** What asks registries and repositories of charts, and what is of the shell. */
const OF_REPOSITORIES = ['completion', 'help', 'plugin', 'pull', 'push', 'registry', 'repo', 'search', 'verify'];

export const HELM_COMMANDS: CommandList = { program: 'helm', inScenarios: HELM, elsewhere: OF_REPOSITORIES };

/** Those that `--help` names, indented and with what they do behind them. */
export function commandsIn(help: string): readonly string[] {
  return [...help.matchAll(/^ {2}([a-z][a-z-]*) {2,}\S/gm)].map(([, name = '']) => name);
}

/** Those that a line of a scenario runs. */
export function commandsOf(line: string, program: CommandList['program']): readonly string[] {
  return [...line.matchAll(new RegExp(`\\b${program} ((?:-\\S+ )*)([a-z][a-z-]*)`, 'g'))].map(([, , name = '']) => name);
}

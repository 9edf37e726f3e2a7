// Every command that kubectl has at its top.

/** Each stands in a scenario of this folder. */
export const IN_SCENARIOS = [
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
] as const;

/** What asks a kubelet: conformance/src/pod-streams has it, from a script. */
export const IN_POD_STREAMS = ['attach', 'cp', 'exec', 'logs', 'port-forward'] as const;

/** Those that `kubectl --help` names, indented and with what they do behind them. */
export function commandsIn(help: string): readonly string[] {
  return [...help.matchAll(/^ {2}([a-z][a-z-]*) {2,}\S/gm)].map(([, name = '']) => name);
}

/** Those that a line of a scenario runs. */
export function commandsOf(line: string): readonly string[] {
  return [...line.matchAll(/\bkubectl ((?:-\S+ )*)([a-z][a-z-]*)/g)].map(([, , name = '']) => name);
}

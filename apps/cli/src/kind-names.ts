// Which kind a word means where no API server can be asked: in a recording or a local history.

export type NamedKind = { readonly kind: string; readonly group: string };

/** kubectl's short names of built-in kinds, and those of KubeBlocks. */
const SHORT: { readonly [word: string]: string } = {
  cm: 'ConfigMap',
  cj: 'CronJob',
  comp: 'Component',
  deploy: 'Deployment',
  ds: 'DaemonSet',
  ep: 'Endpoints',
  ev: 'Event',
  hpa: 'HorizontalPodAutoscaler',
  ing: 'Ingress',
  its: 'InstanceSet',
  no: 'Node',
  netpol: 'NetworkPolicy',
  ns: 'Namespace',
  ops: 'OpsRequest',
  pdb: 'PodDisruptionBudget',
  po: 'Pod',
  pv: 'PersistentVolume',
  pvc: 'PersistentVolumeClaim',
  rs: 'ReplicaSet',
  sa: 'ServiceAccount',
  sc: 'StorageClass',
  sts: 'StatefulSet',
  svc: 'Service',
};

/** The kinds among those present that a word may mean: by kind, plural, short name, each also with '.group' or '.version.group' behind. */
export function kindsNamed<Kind extends NamedKind>(word: string, present: readonly Kind[]): readonly Kind[] {
  const dot = word.indexOf('.');
  const name = (dot < 0 ? word : word.slice(0, dot)).toLowerCase();
  const rest = dot < 0 ? undefined : word.slice(dot + 1);
  const full = SHORT[name]?.toLowerCase() ?? name;
  return present.filter(({ kind, group }) => isNamed(kind.toLowerCase(), full) && (rest === undefined || isGroup(rest, group)));
}

function isNamed(kind: string, word: string): boolean {
  return kind === word || pluralsOf(kind).includes(word);
}

function pluralsOf(kind: string): readonly string[] {
  return [`${kind}s`, `${kind}es`, kind.endsWith('y') ? `${kind.slice(0, -1)}ies` : `${kind}s`];
}

/** 'apps', 'v1.apps', and what shortens a group from its left end: 'apps.kubeblocks'. */
function isGroup(text: string, group: string): boolean {
  const withoutVersion = text.replace(/^v\d+((alpha|beta)\d+)?\.?/, '');
  return [text, withoutVersion].some((part) => part === group || (part !== '' && group.startsWith(`${part}.`)));
}

// Which kind a word means where no API server can be asked: in a recording or a local history.

import { isInGroup, readKindWord } from '@rectrace/kube';

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
  const readings = readKindWord(word);
  return present.filter(({ kind, group }) =>
    readings.some((reading) => isNamed(kind.toLowerCase(), fullName(reading.name)) && isInGroup(group, reading.group)),
  );
}

function fullName(name: string): string {
  return Object.hasOwn(SHORT, name) ? (SHORT[name] ?? name).toLowerCase() : name;
}

function isNamed(kind: string, word: string): boolean {
  return kind === word || pluralsOf(kind).includes(word);
}

function pluralsOf(kind: string): readonly string[] {
  return [`${kind}s`, `${kind}es`, kind.endsWith('y') ? `${kind.slice(0, -1)}ies` : `${kind}s`];
}

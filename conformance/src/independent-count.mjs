// Counts the revisions of a root's tree in a recording without the recorder: distinct (uid, resourceVersion) of every object that was ever
// connected to the root by any revision's ownerReferences, labels or fields. Events are not counted.
// Shares no code with packages/: it is the second opinion. Usage: node independent-count.mjs FILE Kind[.group]/namespace/name

import { readFileSync } from 'node:fs';

const INSTANCE = 'app.kubernetes.io/instance';
const COMPONENT = 'apps.kubeblocks.io/component-name';
const SET_CHILDREN = ['Pod', 'Service', 'PersistentVolumeClaim', 'ConfigMap'];

/** [kind of the parent, whether one object hangs on the other] */
const RULES = [
  ['InstanceSet', (set, child) => SET_CHILDREN.includes(child.kind) && sameNamespace(set, child) && isManagedBy(child, set.metadata.name)],
  [
    'Cluster',
    (cluster, child) =>
      isOneOf(child, ['BackupPolicy', 'BackupSchedule']) && isLabelled(child, cluster, { [INSTANCE]: cluster.metadata.name }),
  ],
  ['Component', (component, child) => isOneOf(child, ['Backup', 'Restore']) && isOfComponent(child, component)],
  [
    'Backup',
    (backup, child) =>
      isOneOf(child, ['Job', 'StatefulSet', 'VolumeSnapshot']) &&
      isLabelled(child, backup, { 'dataprotection.kubeblocks.io/backup-name': backup.metadata.name }),
  ],
  ['PersistentVolumeClaim', (claim, child) => child.kind === 'PersistentVolume' && isVolumeOf(child, claim)],
  ['StatefulSet', (set, child) => child.kind === 'PersistentVolumeClaim' && sameNamespace(set, child) && isClaimOf(child, set)],
  [
    'Service',
    (service, child) => child.kind === 'Endpoints' && sameNamespace(service, child) && service.metadata.name === child.metadata.name,
  ],
  ['Namespace', (space, child) => child.metadata.namespace === space.metadata.name],
];

function isOneOf({ kind }, kinds) {
  return kinds.includes(kind);
}

function isLabelled(child, parent, wanted) {
  const { labels = {} } = child.metadata;
  return sameNamespace(child, parent) && Object.entries(wanted).every(([key, value]) => value !== undefined && labels[key] === value);
}

function isOfComponent(child, component) {
  const { labels = {} } = component.metadata;
  return isLabelled(child, component, { [INSTANCE]: labels[INSTANCE], [COMPONENT]: labels[COMPONENT] });
}

function sameNamespace(left, right) {
  return left.metadata.namespace === right.metadata.namespace;
}

function isManagedBy({ metadata: { labels = {} } }, name) {
  return labels['workloads.kubeblocks.io/managed-by'] === 'InstanceSet' && labels['workloads.kubeblocks.io/instance'] === name;
}

function isVolumeOf(volume, claim) {
  const byName = claim.spec.volumeName !== undefined && claim.spec.volumeName === volume.metadata.name;
  return byName || volume.spec.claimRef?.uid === claim.metadata.uid;
}

function isClaimOf(claim, set) {
  const stems = (set.spec.volumeClaimTemplates ?? []).map((template) => `${template.metadata.name}-${set.metadata.name}`);
  return stems.includes(claim.metadata.name.replace(/-\d+$/, ''));
}

/** Whether one object hangs on another by a rule, ownerReferences aside. */
export function hangsOnByRule(parent, child) {
  return RULES.some(([kind, hangsOn]) => parent.kind === kind && hangsOn(parent, child));
}

/** Every revision of the file. */
function readRevisions(file) {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '');
  const messages = lines.map((line) => JSON.parse(line)).filter(({ type }) => ['ADDED', 'MODIFIED', 'DELETED'].includes(type));
  return messages.map(({ object }) => object);
}

/** Children by the uid of the parent. */
function connectAll(revisions) {
  const children = new Map();
  const connect = (parent, child) => children.set(parent, (children.get(parent) ?? new Set()).add(child));
  for (const { metadata } of revisions) for (const owner of metadata.ownerReferences ?? []) connect(owner.uid, metadata.uid);
  for (const [kind, hangsOn] of RULES) {
    for (const parent of revisions.filter((object) => object.kind === kind)) {
      for (const child of revisions.filter((object) => hangsOn(parent, object))) connect(parent.metadata.uid, child.metadata.uid);
    }
  }
  return children;
}

/** No group asked for: any. */
function isOfKind(object, kind, group) {
  return object.kind === kind && (group === '' || object.apiVersion.startsWith(`${group}/`));
}

/** Distinct (uid, resourceVersion) of every object ever in the root's tree. */
export function countRevisions(file, root) {
  return countRevisionsIn(readRevisions(file), root);
}

/** As countRevisions, of objects at hand. */
export function countRevisionsIn(objects, root) {
  const revisions = objects.filter(({ kind }) => kind !== 'Event');
  const children = connectAll(revisions);
  const [kindAndGroup, ...rest] = root.split('/');
  const [kind, ...group] = kindAndGroup.split('.');
  const name = rest.at(-1);
  const namespace = rest.length > 1 ? rest[0] : undefined;
  const roots = revisions.filter(
    (object) => isOfKind(object, kind, group.join('.')) && object.metadata.name === name && object.metadata.namespace === namespace,
  );
  const members = new Set(roots.map((object) => object.metadata.uid));
  for (const uid of members) for (const child of children.get(uid) ?? []) members.add(child);
  const own = revisions.filter((object) => members.has(object.metadata.uid));
  return new Set(own.map(({ metadata }) => `${metadata.uid} ${metadata.resourceVersion}`)).size;
}

if (import.meta.main) {
  const [file, root] = process.argv.slice(2);
  if (file === undefined || root === undefined) {
    process.stderr.write('usage: node independent-count.mjs FILE Kind[.group]/namespace/name\n');
    process.exitCode = 2;
  } else {
    process.stdout.write(`${countRevisions(file, root)}\n`);
  }
}

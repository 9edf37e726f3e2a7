// Counts the revisions of a root's tree in a recording without the recorder: distinct (uid, resourceVersion) of every object that was ever
// connected to the root by any revision's ownerReferences, InstanceSet labels, or claim fields. Events are not counted.
// Shares no code with packages/: it is the second opinion. Usage: node independent-count.mjs FILE Kind/namespace/name

import { readFileSync } from 'node:fs';

/** Distinct (uid, resourceVersion) of every object ever in the root's tree. */
export function countRevisions(file, root) {
  const revisions = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line))
    .filter((line) => ['ADDED', 'MODIFIED', 'DELETED'].includes(line.type) && line.object.kind !== 'Event')
    .map((line) => line.object);
  const parts = root.split('/');
  const [kind, namespace, name] = parts.length === 3 ? parts : [parts[0], undefined, parts[1]];
  const isRoot = (object) => object.kind === kind && object.metadata.name === name && object.metadata.namespace === namespace;
  const children = new Map();
  const connect = (parent, child) => children.set(parent, (children.get(parent) ?? new Set()).add(child));
  const ofKind = (wanted) => revisions.filter((object) => object.kind === wanted);

  for (const { metadata } of revisions) for (const owner of metadata.ownerReferences ?? []) connect(owner.uid, metadata.uid);
  for (const set of ofKind('InstanceSet')) {
    for (const { kind: childKind, metadata } of revisions) {
      const labels = metadata.labels ?? {};
      const managed =
        labels['workloads.kubeblocks.io/managed-by'] === 'InstanceSet' && labels['workloads.kubeblocks.io/instance'] === set.metadata.name;
      const isChild = ['Pod', 'Service', 'PersistentVolumeClaim', 'ConfigMap'].includes(childKind);
      if (managed && isChild && metadata.namespace === set.metadata.namespace) connect(set.metadata.uid, metadata.uid);
    }
  }
  for (const claim of ofKind('PersistentVolumeClaim')) {
    for (const volume of ofKind('PersistentVolume')) {
      const byName = claim.spec.volumeName !== undefined && claim.spec.volumeName === volume.metadata.name;
      if (byName || volume.spec.claimRef?.uid === claim.metadata.uid) connect(claim.metadata.uid, volume.metadata.uid);
    }
  }
  for (const set of ofKind('StatefulSet')) {
    for (const claim of ofKind('PersistentVolumeClaim')) {
      const stems = (set.spec.volumeClaimTemplates ?? []).map((template) => `${template.metadata.name}-${set.metadata.name}`);
      if (claim.metadata.namespace === set.metadata.namespace && stems.includes(claim.metadata.name.replace(/-\d+$/, '')))
        connect(set.metadata.uid, claim.metadata.uid);
    }
  }
  for (const service of ofKind('Service')) {
    for (const endpoints of ofKind('Endpoints')) {
      if (endpoints.metadata.namespace === service.metadata.namespace && endpoints.metadata.name === service.metadata.name)
        connect(service.metadata.uid, endpoints.metadata.uid);
    }
  }
  for (const space of ofKind('Namespace')) {
    for (const { metadata } of revisions) if (metadata.namespace === space.metadata.name) connect(space.metadata.uid, metadata.uid);
  }
  const members = new Set(revisions.filter(isRoot).map((object) => object.metadata.uid));
  for (const uid of members) for (const child of children.get(uid) ?? []) members.add(child);
  return new Set(
    revisions.filter((object) => members.has(object.metadata.uid)).map(({ metadata }) => `${metadata.uid} ${metadata.resourceVersion}`),
  ).size;
}

if (import.meta.main) {
  const [file, root] = process.argv.slice(2);
  if (file === undefined || root === undefined) {
    process.stderr.write('usage: node independent-count.mjs FILE Kind/namespace/name\n');
    process.exitCode = 2;
  } else {
    process.stdout.write(`${countRevisions(file, root)}\n`);
  }
}

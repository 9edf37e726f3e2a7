// What of one second comes before what, by the stages that pods and volumes go through. Events of different sources are stored in another order
// than they happened in, so that their versions do not say it.

import type { ObjectRef } from '@rectrace/kube';
import { asJson, formatGroupKind, identityOf, stringAt } from '@rectrace/kube';
import type { Evidence } from './evidence.ts';

/** Says that one comes before the other, where both are there. */
type Add = (before: Evidence | undefined, after: Evidence | undefined) => void;

/**
 * Stages of a pod or of one of its containers, and which come right before each. What is not here is left to versions: a container that fails at
 * once is started before it is backed off, one that is tried again is backed off before.
 */
const BEFORE: Readonly<Record<string, readonly string[]>> = {
  Scheduled: ['FailedScheduling'],
  SuccessfulAttachVolume: ['Scheduled'],
  FailedMount: ['Scheduled'],
  Pulling: ['Scheduled', 'SuccessfulAttachVolume'],
  FailedPull: ['Scheduled', 'Pulling'],
  BackOffPull: ['Scheduled', 'FailedPull'],
  WaitingPull: ['Scheduled', 'FailedPull', 'BackOffPull'],
  Pulled: ['Scheduled', 'SuccessfulAttachVolume', 'Pulling'],
  Created: ['Scheduled', 'Pulled'],
  Started: ['Scheduled', 'Created'],
  Failed: ['Scheduled', 'Pulled'],
  BackOff: ['Scheduled'],
};

/** Orders the Events about each pod. */
export function addPodStages(told: readonly Evidence[], add: Add): void {
  const ofPods = told.filter(({ event, ref }) => event !== undefined && formatGroupKind(ref) === 'Pod');
  for (const events of Map.groupBy(ofPods, ({ ref }) => identityOf(ref)).values()) {
    const staged = Map.groupBy(events, stageOf);
    for (const event of events) for (const before of earlierStages(event, staged)) add(before, event);
  }
}

function earlierStages(event: Evidence, staged: ReadonlyMap<string, readonly Evidence[]>): readonly Evidence[] {
  const stages = BEFORE[stageOf(event)] ?? [];
  return stages.flatMap((stage) => (staged.get(stage) ?? []).filter((before) => concerns(before, event)));
}

/** The reason; of failures with images which of them it is. */
function stageOf({ event }: Evidence): string {
  const { reason = '', message = '' } = event?.details ?? {};
  if (reason === 'BackOff') return /image|pull/i.test(message) ? 'BackOffPull' : reason;
  if (reason !== 'Failed') return reason;
  if (message.includes('ImagePullBackOff')) return 'WaitingPull';
  return /ErrImage|InvalidImage|pull/i.test(message) ? 'FailedPull' : reason;
}

/** What happens to one container says nothing of another; what has no container concerns all. */
function concerns(before: Evidence, after: Evidence): boolean {
  const [one, other] = [fieldOf(before), fieldOf(after)];
  return one === '' || other === '' || one === other;
}

function fieldOf({ event }: Evidence): string {
  return stringAt(event === undefined ? undefined : asJson(event.body), ['involvedObject', 'fieldPath']) ?? '';
}

/** Events of a claim before its volume is there; all others of provisioning come after. */
const BEFORE_VOLUME = new Set(['WaitForFirstConsumer', 'ExternalProvisioning', 'Provisioning', 'ProvisioningFailed']);
const MADE_CLAIM = /[Cc]reate Claim (\S+) Pod (\S+) in /;

/** A claim is made, then provisioned, then its volume is made, then both are bound. claimOf: uid of the claim that a volume was made for. */
export function addVolumeStages(
  told: readonly Evidence[],
  { add, claimOf }: { add: Add; claimOf(ref: ObjectRef): string | undefined },
): void {
  const volumes = new Map(
    told.flatMap((evidence) => {
      const claim = evidence.type === 'Creation' ? claimOf(evidence.ref) : undefined;
      return claim === undefined ? [] : [[claim, evidence] as const];
    }),
  );
  for (const evidence of told) {
    const volume = volumes.get(identityOf(evidence.ref));
    if (volume !== undefined) addAround(evidence, { volume, add });
  }
  addClaimsMade(told, add);
}

function addAround(evidence: Evidence, { volume, add }: { readonly volume: Evidence; readonly add: Add }): void {
  const { type, event, writer } = evidence;
  if (type === 'Creation' || BEFORE_VOLUME.has(event?.details.reason ?? '')) add(evidence, volume);
  if (event?.details.reason === 'ProvisioningSucceeded' || writer?.manager === 'kube-controller-manager') add(volume, evidence);
}

/** A StatefulSet makes a pod's claims first: an Event says so of each, behind the claim and before the pod. */
function addClaimsMade(told: readonly Evidence[], add: Add): void {
  const created = new Map(
    told
      .filter(({ type }) => type === 'Creation')
      .map((evidence) => [`${evidence.ref.kind}/${evidence.ref.namespace}/${evidence.ref.name}`, evidence]),
  );
  for (const evidence of told) {
    const [, claim, pod] = MADE_CLAIM.exec(evidence.event?.details.message ?? '') ?? [];
    if (claim === undefined) continue;
    const { namespace } = evidence.ref;
    add(created.get(`PersistentVolumeClaim/${namespace}/${claim}`), evidence);
    add(evidence, created.get(`Pod/${namespace}/${pod}`));
  }
}

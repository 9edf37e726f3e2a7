// Fills in what can only be told of a change against the revision before it: diff, writer, noise, fights over a field.

import type { KubeObject, Uid } from '@rectrace/kube';
import { diffObjects } from '@rectrace/kube';
import type { Change } from '../change.ts';
import type { FightRevision, FightState } from './field-fight.ts';
import { isCalm, resumeFight, trackFight } from './field-fight.ts';
import { classifyNoise } from './noise.ts';
import type { Writer } from './writer.ts';
import { writerOf } from './writer.ts';

/** Of so many objects it is remembered which values their fields had; whose fields were written longest ago is forgotten first. */
const MOST_OBJECTS = 16_384;

export class RevisionComparer {
  /** The one written last at the end. */
  readonly #fights = new Map<Uid, FightState>();

  compare(change: Change, before: KubeObject | undefined): Change {
    const { body } = change;
    if (body === undefined) return change;
    if (before === undefined) return withWriter(change, writerOf(body));
    const diff = diffObjects(before, body);
    if (change.type === 'Deletion' && diff.length === 0) return change;
    const compared = { ...withWriter(change, writerOf(body, before, { diff })), diff };
    if (change.type === 'Deletion') return compared;
    const noise = classifyNoise({ before, after: body, diff });
    return this.#foldFight(noise === undefined ? compared : { ...compared, noise });
  }

  forget(uid: Uid): void {
    this.#fights.delete(uid);
  }

  /** Takes a change over that was compared before a restart: fights go on. */
  restore(change: Change): void {
    if (change.noise !== undefined && change.noise !== 'fieldFight') return;
    const { uid } = change.ref;
    const known = this.#fights.get(uid);
    const { fight } = change;
    const revision = asReceived(change);
    this.#keep(uid, known === undefined && fight !== undefined ? resumeFight(fight, revision) : trackFight(known, revision).state);
  }

  /** What another knows counts more than what is known here. */
  takeOver(other: RevisionComparer): void {
    for (const [uid, state] of other.#fights) this.#keep(uid, state);
  }

  /** What is noise by itself is no blow of a fight: renewals of a leader must not hide the next leader. */
  #foldFight(change: Change): Change {
    if (change.diff.length === 0 || change.noise !== undefined) return change;
    const { uid } = change.ref;
    const { state, fight, folds } = trackFight(this.#fights.get(uid), asReceived(change));
    this.#keep(uid, state);
    this.#letGo(change.receivedAt);
    if (fight === undefined) return change;
    return folds ? { ...change, fight, noise: 'fieldFight' } : { ...change, fight };
  }

  #keep(uid: Uid, state: FightState): void {
    if (state.length === 0) return;
    this.#fights.delete(uid);
    this.#fights.set(uid, state);
  }

  #letGo(time: number): void {
    for (const [uid, state] of this.#fights) {
      if (this.#fights.size <= MOST_OBJECTS && !isCalm(state, time)) return;
      this.#fights.delete(uid);
    }
  }
}

/** What is learnt late counts from when it came, here and after a restart. */
function asReceived(change: Change): FightRevision {
  return { diff: change.diff, writer: change.writer, time: change.receivedAt };
}

function withWriter(change: Change, writer: Writer | undefined): Change {
  return writer === undefined ? change : { ...change, writer };
}

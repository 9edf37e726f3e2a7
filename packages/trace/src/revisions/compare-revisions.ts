// Fills in what can only be told of a change against the revision before it: diff, writer, noise, fights over a field.

import type { KubeObject, Uid } from '@rectrace/kube';
import { diffObjects } from '@rectrace/kube';
import type { Change } from '../change.ts';
import type { FightState } from './field-fight.ts';
import { resumeFight, trackFight } from './field-fight.ts';
import { classifyNoise } from './noise.ts';
import type { Writer } from './writer.ts';
import { writerOf } from './writer.ts';

export class RevisionComparer {
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
    const state = known === undefined && fight !== undefined ? resumeFight(fight, change) : trackFight(known, change).state;
    if (state.length > 0) this.#fights.set(uid, state);
  }

  /** What another knows counts more than what is known here. */
  takeOver(other: RevisionComparer): void {
    for (const [uid, state] of other.#fights) this.#fights.set(uid, state);
  }

  /** What is noise by itself is no blow of a fight: renewals of a leader must not hide the next leader. */
  #foldFight(change: Change): Change {
    if (change.diff.length === 0 || change.noise !== undefined) return change;
    const { uid } = change.ref;
    const { state, fight, folds } = trackFight(this.#fights.get(uid), change);
    if (state.length > 0) this.#fights.set(uid, state);
    if (fight === undefined) return change;
    return folds ? { ...change, fight, noise: 'fieldFight' } : { ...change, fight };
  }
}

function withWriter(change: Change, writer: Writer | undefined): Change {
  return writer === undefined ? change : { ...change, writer };
}

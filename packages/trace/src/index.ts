// @rectrace/trace: recording as a pure fold, and what is told from it. Builds for the browser.

export type { Certainty, Change, ChangeType, EventDetails, FieldChange, Gap, NoiseClass, Writer } from './change.ts';
export type { Cause, CauseKind, Cycle, CycleRequest, CycleState } from './cycle.ts';
export type { ObservedBy, RecorderMessage, Want } from './message.ts';
export type { EdgeReason, TreeLink, TreeNode } from './object-tree.ts';
export type { Position } from './position.ts';
export { comparePositions, formatPosition, parsePosition } from './position.ts';
export { writerOf } from './writer.ts';
export { classifyNoise } from './noise.ts';
export type { Fight, FieldValue, FightRevision, FightState, FightStep } from './field-fight.ts';
export { trackFight } from './field-fight.ts';
export type { InvolvedObject, ReadEvent } from './event-details.ts';
export { isEvent, readEvent } from './event-details.ts';

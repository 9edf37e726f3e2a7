// What tests of several packages share. Nothing of the product imports it.

export { inZone } from './in-zone.ts';
export { namespacesForbidden } from './kernel-namespaces.ts';
export { realClock } from './real-clock.ts';
export { SteppedClock } from './stepped-clock.ts';
export type { TetheredOptions } from './tethered-process.ts';
export { spawnTethered } from './tethered-process.ts';

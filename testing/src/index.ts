// What unit tests of several packages share. Nothing of the product imports it.

export { inZone } from './in-zone.ts';
export { SteppedClock } from './stepped-clock.ts';

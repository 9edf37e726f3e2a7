// What unit tests of several packages share. Nothing of the product imports it.

export { SteppedClock } from './stepped-clock.ts';

// What tests of several packages share. Nothing of the product imports it.

export type { BareAnswer } from './bare-answer.ts';
export type { Asking, BareServer, Heard } from './bare-connection.ts';
export { BareConnection } from './bare-connection.ts';
export { inZone } from './in-zone.ts';
export { namespacesForbidden } from './kernel-namespaces.ts';
export type { ProcessUsage } from './process-usage.ts';
export { processCpu, processUsage } from './process-usage.ts';
export { realClock } from './real-clock.ts';
export { SteppedClock } from './stepped-clock.ts';
export type { TetheredOptions } from './tethered-process.ts';
export { spawnTethered } from './tethered-process.ts';

// @rectrace/planner: what is going to happen, in a virtual control plane. So far: snapshots, and what a virtual control plane starts with.

export type { SnapshotErrorCode } from './errors.ts';
export { SnapshotError } from './errors.ts';
export { withoutAccountTokens } from './snapshot/account-tokens.ts';
export type { RecordedContents } from './snapshot/from-recording.ts';
export { fromRecording } from './snapshot/from-recording.ts';
export type { LiveCluster, LiveKinds, LiveList, LiveRevision, Refused } from './snapshot/live-cluster.ts';
export { looseEnds } from './snapshot/loose-ends.ts';
export type { ReadSnapshot } from './snapshot/read-snapshot.ts';
export { readSnapshot } from './snapshot/read-snapshot.ts';
export type { LaterRead, Omission, Snapshot, SnapshotHeader } from './snapshot/snapshot.ts';
export type { Taken, TakeOptions } from './snapshot/take-snapshot.ts';
export { takeSnapshot } from './snapshot/take-snapshot.ts';
export { unservedWebhooks, withoutUnservedWebhooks } from './snapshot/unserved-webhooks.ts';
export type { WriteSnapshotOptions } from './snapshot/write-snapshot.ts';
export { refuseToOverwrite, writeSnapshot } from './snapshot/write-snapshot.ts';
export { StandIns } from './stand-ins/stand-ins.ts';

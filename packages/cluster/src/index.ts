// @rectrace/cluster: everything between this program and a real API server.

export type { AccessAnswer, AccessQuestion, AccessRule, AccessRules, ReviewedUser, TokenAnswer } from './access/reviews.ts';
export { reviewAccess, reviewOwnAccess, reviewOwnRules, reviewToken } from './access/reviews.ts';
export type { ServerVersion } from './access/server-version.ts';
export { readServerVersion } from './access/server-version.ts';
export { clusterUid } from './discovery/cluster-uid.ts';
export { Discovery } from './discovery/discovery.ts';
export type { FoundKind } from './discovery/find-kind.ts';
export { findKind } from './discovery/find-kind.ts';
export type { FoundResource } from './discovery/find-resource.ts';
export { findResource } from './discovery/find-resource.ts';
export type { FoundTarget } from './discovery/find-target.ts';
export { findTarget } from './discovery/find-target.ts';
export type { FollowServedOptions } from './discovery/follow-served.ts';
export { CUSTOM_RESOURCE_DEFINITIONS, followServed } from './discovery/follow-served.ts';
export type { ServedResources, UnreadGroup } from './discovery/served-resources.ts';
export { preferredResources, resourceOfKind } from './discovery/served-resources.ts';
export {
  AnswerGarbled,
  ApiError,
  CertificateUnreadable,
  ClusterError,
  ConnectionCut,
  ConnectionOptionInvalid,
  ContextUnknown,
  CredentialsFailed,
  isExpiredError,
  KubeconfigError,
  KubeconfigInvalid,
  KubeconfigUnreadable,
  NoClusterConfigured,
  ProxyRefused,
  RequestTimedOut,
  reasonOf,
  ServerUnreachable,
  TlsRefused,
  TransportError,
} from './errors.ts';
export type { ConnectionOptions, Environment, Impersonation } from './kubeconfig/connection-options.ts';
export type { ClusterConnection } from './kubeconfig/load-cluster.ts';
export { loadCluster } from './kubeconfig/load-cluster.ts';
export { collectionPath, objectPath } from './list-watch/collection-path.ts';
export type { Listed } from './list-watch/list-all.ts';
export { listAll } from './list-watch/list-all.ts';
export { liveListWatch } from './list-watch/live-list-watch.ts';
export type { ObjectQuery, ReadObject } from './list-watch/read-object.ts';
export { readObject } from './list-watch/read-object.ts';
export type { Promote, PromoteAnswer, PromoteOptions } from './reflector/answer-promote.ts';
export { answerPromote } from './reflector/answer-promote.ts';
export { allInOrder, inOrder } from './reflector/in-order.ts';
export type { KnownRevision } from './reflector/known-collection.ts';
export type { OpenReflectorsOptions } from './reflector/open-reflectors.ts';
export { openReflectors } from './reflector/open-reflectors.ts';
export type { PromoteDeskOptions } from './reflector/promote-desk.ts';
export { PromoteDesk } from './reflector/promote-desk.ts';
export { reflect } from './reflector/reflect.ts';
export type { ReflectOptions, ReflectorTimings, ResumePlace, WalkBackLimits } from './reflector/reflect-options.ts';
export { DEFAULT_TIMINGS, DEFAULT_WALK_BACK } from './reflector/reflect-options.ts';
export { ReflectorCounters } from './reflector/reflector-counters.ts';
export type { ReflectorStats, ReflectorsOptions } from './reflector/reflectors.ts';
export { Reflectors } from './reflector/reflectors.ts';
export type { RateLimit } from './transport/token-bucket.ts';
export type { ApiRequest, ApiResponse, ApiStream, Transport } from './transport/transport.ts';
export type { LeaseElectionOptions, LeaseState, LeaseTimings } from './write/lease-election.ts';
export { DEFAULT_LEASE_TIMINGS, electLeader } from './write/lease-election.ts';
export type { NewEvent } from './write/record-event.ts';
export { recordEvent } from './write/record-event.ts';
export type { DeleteOptions, Patch, WriteOptions, Writer, WriteTarget } from './write/writer.ts';
export { createWriter } from './write/writer.ts';

// @rectrace/cluster: everything between this program and a real API server.

export { Discovery } from './discovery/discovery.ts';
export type { FoundResource } from './discovery/find-resource.ts';
export { findResource } from './discovery/find-resource.ts';
export type { FoundTarget } from './discovery/find-target.ts';
export { findTarget } from './discovery/find-target.ts';
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
export { nodeClock } from './node-clock.ts';
export type { RateLimit } from './transport/token-bucket.ts';
export type { ApiRequest, ApiResponse, ApiStream, Transport } from './transport/transport.ts';

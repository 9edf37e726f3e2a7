// @rectrace/control-plane: a Kubernetes API server in process: storage, the API on plain values, HTTP.

export type { AdmissionPlugin, AdmissionRequest, AdmissionView } from './api/admission/admission-plugin.ts';
export type { Api, ApiRequest, ApiRequestHeaders, ApiResponse } from './api/api-request.ts';
export type { TokenAuthenticator, TokenOutcome } from './api/authentication/token-authenticator.ts';
export { staticTokens } from './api/authentication/token-authenticator.ts';
export type { Authorizer, Decision, RequestAttributes } from './api/authorization/authorizer.ts';
export type { Representation, Representations, WatchEventBody } from './api/codec/representation.ts';
export type { RequestBody } from './api/codec/request-body.ts';
export type { ApiOptions } from './api/create-api.ts';
export { createApi } from './api/create-api.ts';
export type { RandomSource } from './api/random-source.ts';
export { seededRandom } from './api/random-source.ts';
export type { UserInfo } from './api/strategy.ts';
export type { ClusterFacts } from './bootstrap/cluster-facts.ts';
export type { Contents, LeftOut } from './contents/contents.ts';
export type { ControlPlane, ControlPlaneOptions } from './control-plane.ts';
export { createControlPlane } from './control-plane.ts';
export { ContentRefused, ListenFailed, RequestRefused } from './errors.ts';
export type { AuthorityOptions, CertificateAuthority, IssuedCertificate } from './http/certificates.ts';
export { createCertificateAuthority } from './http/certificates.ts';
export type { RunningServer, ServerOptions } from './http/start-server.ts';
export { startServer } from './http/start-server.ts';
export type { VirtualCluster, VirtualClusterOptions } from './http/start-virtual-cluster.ts';
export { startVirtualCluster } from './http/start-virtual-cluster.ts';
export type { ClientRequest, ClientResponse, InProcessClient } from './in-process-client.ts';
export type { StoreOptions } from './storage/store.ts';
export { Store } from './storage/store.ts';

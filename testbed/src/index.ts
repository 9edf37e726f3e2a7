// The testbed's public names.
export type { ApiClient, ApiClientOptions, ApiList, ApiObject, ApiRequest, ApiResponse, WatchLine } from './api-client.ts';
export { createApiClient } from './api-client.ts';
export type { RestartOptions } from './api-server.ts';
export { NODE_NAMES } from './bootstrap-objects.ts';
export type { BuildOptions, BuildResult } from './build-binaries.ts';
export { buildBinaries } from './build-binaries.ts';
export type { ClusterAccess, ClusterCoordinates, NewUser } from './cluster-access.ts';
export { attachCluster } from './cluster-access.ts';
export type { ControlPlane, ControlPlaneOptions, SecondApiServer } from './control-plane.ts';
export { startControlPlane } from './control-plane.ts';
export type { TestbedErrorCode } from './errors.ts';
export { TestbedError } from './errors.ts';
export type { KubectlOptions, KubectlResult } from './kubectl.ts';
export type { Programs } from './programs.ts';
export type { WaitOptions } from './wait-for.ts';
export { waitFor } from './wait-for.ts';

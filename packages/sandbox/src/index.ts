// @rectrace/sandbox: runs an unmodified program against one API server, where it can reach nothing else.

export { SandboxRefused } from './errors.ts';
export type { InwardAddress } from './inward-address.ts';
export type { SandboxEnd } from './outer-side.ts';
export type { OutsideAttempts } from './outside-attempts.ts';
export type { ClusterInside, ReachableApiServer, SandboxOptions, SandboxProgram } from './sandbox-options.ts';
export type { Sandbox } from './start-sandbox.ts';
export { startSandbox } from './start-sandbox.ts';

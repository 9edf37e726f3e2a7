// @rectrace/control-plane: a Kubernetes API server in process: storage, the API on plain values, HTTP.

export type { StoreOptions } from './storage/store.ts';
export { Store } from './storage/store.ts';

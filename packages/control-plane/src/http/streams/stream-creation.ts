/** How long a kubelet waits for the streams that a client has to open. */
export const STREAM_CREATION_MS = 30_000;

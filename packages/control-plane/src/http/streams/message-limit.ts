/** Of a message over a WebSocket, as in kube-apiserver's library. */
export const MOST_MESSAGE_BYTES = 32 * 1024 * 1024;

// Reads a protocol of frames from bytes as they come, a step at a time.

/** `frame`: absent for what is only a part of one. `rest`: the bytes behind it. */
export type Step<Frame> = { readonly frame?: Frame | undefined; readonly rest: Buffer };

/** All frames that are whole. Returns what is left: the beginning of the next step. */
export function* readSteps<Frame>(
  { pending, chunk }: { readonly pending: Buffer; readonly chunk: Uint8Array },
  step: (bytes: Buffer) => Step<Frame> | undefined,
): Generator<Frame, Buffer> {
  let rest: Buffer = pending.length === 0 ? Buffer.from(chunk) : Buffer.concat([pending, chunk]);
  for (let next = step(rest); next !== undefined; next = step(rest)) {
    rest = next.rest;
    if (next.frame !== undefined) yield next.frame;
  }
  return Buffer.from(rest);
}

// Bytes that are kept must not keep more than themselves: small buffers are cut from slabs of 64 KiB, and stay as long as any cut of them.

/** A copy in memory of its own. */
export function ownBuffer(bytes: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(own);
  return own;
}

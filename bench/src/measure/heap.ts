// What is alive on this process's heap. Needs --expose-gc.

/** Bytes alive after collecting all garbage. */
export function heapAlive(): number {
  const collect = globalThis.gc;
  if (collect === undefined) throw new Error('start Node with --expose-gc');
  for (let round = 0; round < 3; round++) collect();
  return process.memoryUsage().heapUsed;
}

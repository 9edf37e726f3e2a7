// SHA-256 (FIPS 180-4), for what needs it at once and in browsers, where the platform's own is asynchronous.

/** Fractional parts of the roots of the first primes. */
const [INITIAL, ROUNDS] = constants();

export function sha256(message: Uint8Array): Uint8Array {
  const state = INITIAL.slice();
  const padded = pad(message);
  for (let at = 0; at < padded.length; at += 64) compress(state, scheduleOf(padded.subarray(at, at + 64)));
  const digest = new Uint8Array(32);
  for (const [index, word] of state.entries()) new DataView(digest.buffer).setUint32(4 * index, word);
  return digest;
}

function constants(): readonly [Uint32Array, Uint32Array] {
  const primes: number[] = [];
  for (let candidate = 2; primes.length < 64; candidate++) if (primes.every((prime) => candidate % prime !== 0)) primes.push(candidate);
  const fraction = (value: number): number => Math.floor((value - Math.floor(value)) * 2 ** 32);
  return [
    Uint32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime))),
    Uint32Array.from(primes, (prime) => fraction(Math.cbrt(prime))),
  ];
}

function pad(message: Uint8Array): Uint8Array {
  const padded = new Uint8Array((message.length + 9 + 63) & ~63);
  padded.set(message);
  padded[message.length] = 0x80;
  new DataView(padded.buffer).setBigUint64(padded.length - 8, BigInt(message.length) * 8n);
  return padded;
}

function scheduleOf(block: Uint8Array): Uint32Array {
  const view = new DataView(block.buffer, block.byteOffset, block.byteLength);
  const words = new Uint32Array(64);
  for (let index = 0; index < 16; index++) words[index] = view.getUint32(4 * index);
  const at = (index: number): number => words[index] ?? 0;
  for (let index = 16; index < 64; index++) {
    const low = rotate(at(index - 15), 7) ^ rotate(at(index - 15), 18) ^ (at(index - 15) >>> 3);
    const high = rotate(at(index - 2), 17) ^ rotate(at(index - 2), 19) ^ (at(index - 2) >>> 10);
    words[index] = at(index - 16) + low + at(index - 7) + high;
  }
  return words;
}

function compress(state: Uint32Array, words: Uint32Array): void {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let round = 0; round < 64; round++) {
    const first = h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + ((e & f) ^ (~e & g)) + (ROUNDS[round] ?? 0) + (words[round] ?? 0);
    const second = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) >>> 0, c, b, a, (first + second) >>> 0];
  }
  for (const [index, word] of [a, b, c, d, e, f, g, h].entries()) state[index] = (state[index] ?? 0) + word;
}

function rotate(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

// The little of DNS (RFC 1035) that a resolver of addresses needs: one question in, its answer out.

export type DnsQuestion = {
  readonly id: number;
  /** Lower case, without the dot at the end. */
  readonly name: string;
  /** 1 = A, 28 = AAAA. */
  readonly type: number;
  /** Header and question as they came. */
  readonly bytes: Buffer;
};

export const TYPE_A = 1;
export const TYPE_AAAA = 28;

const HEADER_BYTES = 12;
const NAME_ERROR = 3;
const TTL_SECONDS = 5;

/** Undefined for what is no plain query with one question. */
export function parseQuestion(message: Buffer): DnsQuestion | undefined {
  if (message.length < HEADER_BYTES || message.readUInt16BE(2) >> 11 !== 0 || message.readUInt16BE(4) !== 1) return undefined;
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = message[at]; length !== 0; length = message[at]) {
    if (length === undefined || length > 63) return undefined;
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  const end = at + 5;
  if (end > message.length) return undefined;
  return {
    id: message.readUInt16BE(0),
    name: labels.join('.').toLowerCase(),
    type: message.readUInt16BE(at + 1),
    bytes: message.subarray(0, end),
  };
}

/** The answer to a question: IPv4 addresses, none (a name without addresses of that type), or undefined (no such name). */
export function formatAnswer(question: DnsQuestion, addresses: readonly string[] | undefined): Buffer {
  const head = Buffer.from(question.bytes);
  const asked = head.readUInt16BE(2);
  // A response with authority; whether recursion was wanted is repeated, and it is said to be there.
  head.writeUInt16BE(0x8400 | (asked & 0x0100) | 0x0080 | (addresses === undefined ? NAME_ERROR : 0), 2);
  head.writeUInt16BE(addresses?.length ?? 0, 6);
  head.writeUInt32BE(0, 8);
  return Buffer.concat([head, ...(addresses ?? []).map(addressRecord)]);
}

/** Its name points to the question's. */
function addressRecord(address: string): Buffer {
  const record = Buffer.alloc(16);
  record.writeUInt16BE(0xc000 | HEADER_BYTES, 0);
  record.writeUInt16BE(TYPE_A, 2);
  record.writeUInt16BE(1, 4);
  record.writeUInt32BE(TTL_SECONDS, 6);
  record.writeUInt16BE(4, 10);
  for (const [index, part] of address.split('.').entries()) record[12 + index] = Number(part);
  return record;
}

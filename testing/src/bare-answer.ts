// Reads an answer of HTTP/1.1 from bytes.

export type BareAnswer = {
  readonly status: number;
  /** By lower-case name; of several the last. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
  /** Statuses of what came before it, e.g. 100. */
  readonly provisional: readonly number[];
};

export type ReadAnswer =
  /** `size`: how many bytes it took, those of provisional answers before it included. */
  | { readonly kind: 'whole'; readonly answer: BareAnswer; readonly size: number }
  /** `least`: how many bytes a whole answer has at least. */
  | { readonly kind: 'partial'; readonly least: number };

type Reading = {
  /** Nothing more comes. */
  readonly ended: boolean;
  readonly withoutBody: boolean;
};

const HEAD_END = '\r\n\r\n';
const LAST_CHUNK = '\r\n0\r\n\r\n';
const SWITCHED = 101;
const WITHOUT_BODY = [SWITCHED, 204, 304];

/** @throws RangeError for what is no HTTP */
export function readAnswer(bytes: Buffer, reading: Reading): ReadAnswer {
  const provisional: number[] = [];
  let start = 0;
  for (;;) {
    const end = bytes.indexOf(HEAD_END, start);
    if (end < 0) return { kind: 'partial', least: 0 };
    const { status, headers } = readHead(bytes.toString('latin1', start, end));
    const from = end + HEAD_END.length;
    if (status >= 200 || status === SWITCHED) return withBody({ status, headers, provisional }, { ...reading, bytes, from });
    provisional.push(status);
    start = from;
  }
}

type Head = Omit<BareAnswer, 'body'>;

function readHead(text: string): Omit<Head, 'provisional'> {
  const [first = '', ...lines] = text.split('\r\n');
  const status = /^HTTP\/1\.[01] (\d{3})(?: |$)/.exec(first)?.[1];
  if (status === undefined) throw new RangeError(`no status line: ${JSON.stringify(first.slice(0, 100))}`);
  const headers = lines.map((line) => {
    const colon = line.indexOf(':');
    if (colon <= 0) throw new RangeError(`no header: ${JSON.stringify(line.slice(0, 100))}`);
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
  });
  return { status: Number(status), headers: new Map(headers) };
}

type BodyReading = Reading & { readonly bytes: Buffer; readonly from: number };

function withBody(head: Head, { bytes, from, ended, withoutBody }: BodyReading): ReadAnswer {
  const whole = (body: Buffer, size: number): ReadAnswer => ({ kind: 'whole', answer: { ...head, body }, size });
  if (withoutBody || WITHOUT_BODY.includes(head.status)) return whole(Buffer.alloc(0), from);
  if (head.headers.get('transfer-encoding') === 'chunked') return chunkedBody(bytes, from, whole);
  const length = head.headers.get('content-length');
  // Without a length it goes on to the end of the connection.
  if (length === undefined) return ended ? whole(bytes.subarray(from), bytes.length) : { kind: 'partial', least: 0 };
  const size = from + Number(length);
  return bytes.length < size ? { kind: 'partial', least: size } : whole(bytes.subarray(from, size), size);
}

function chunkedBody(bytes: Buffer, from: number, whole: (body: Buffer, size: number) => ReadAnswer): ReadAnswer {
  // Looked at in full only where its end may be there.
  if (bytes.indexOf(LAST_CHUNK, from - 2) < 0) return { kind: 'partial', least: 0 };
  const chunks: Buffer[] = [];
  let at = from;
  for (;;) {
    const end = bytes.indexOf('\r\n', at);
    if (end < 0) return { kind: 'partial', least: 0 };
    const size = Number.parseInt(bytes.toString('latin1', at, end), 16);
    if (Number.isNaN(size)) throw new RangeError('a chunk without a length');
    const next = end + 2 + size + 2;
    if (next > bytes.length) return { kind: 'partial', least: next };
    if (size === 0) return whole(Buffer.concat(chunks), next);
    chunks.push(bytes.subarray(end + 2, end + 2 + size));
    at = next;
  }
}

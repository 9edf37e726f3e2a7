// Blocks of PEM in a text (RFC 7468).

/** label: 'CERTIFICATE'. block: with its borders, without the line's end behind it. headers: of old encrypted keys, '' where there are none. */
export type PemBlock = { readonly label: string; readonly block: string; readonly headers: string; readonly body: Buffer };

const BLOCK = /-----BEGIN ([A-Z0-9 ]+)-----\r?\n((?:[A-Za-z0-9-]+:[^\n]*\n|[ \t][^\n]*\n)*)\s*([A-Za-z0-9+/=\s]+?)-----END \1-----/g;
const LINE = /.{1,64}/g;

export function pemBlocks(text: string): readonly PemBlock[] {
  return [...text.matchAll(BLOCK)].map(([block, label = '', headers = '', body = '']) => ({
    label,
    block,
    headers,
    body: Buffer.from(body, 'base64'),
  }));
}

/** The text with each block replaced, and what stands between them too. */
export function replaceBlocks(
  text: string,
  { block, between }: { readonly block: (block: PemBlock) => string; readonly between: (text: string) => string },
): string {
  let done = 0;
  let replaced = '';
  for (const found of pemBlocks(text)) {
    const start = text.indexOf(found.block, done);
    replaced += between(text.slice(done, start)) + block(found);
    done = start + found.block.length;
  }
  return replaced + between(text.slice(done));
}

/** Without a line's end behind it. */
export function formatPem(label: string, body: Uint8Array): string {
  const lines = Buffer.from(body).toString('base64').match(LINE) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`].join('\n');
}

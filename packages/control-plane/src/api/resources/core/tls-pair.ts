// A certificate and its key: what a client is warned of where they can't be read. Their contents are not looked into.

type Pair = Readonly<Record<string, string>>;

const BLOCK = /-----BEGIN ([^-]+)-----[\s\S]*?-----END \1-----/g;

/** `data`: of a Secret, base64. */
export function pairWarnings(data: Pair): readonly string[] {
  const [certificate, key] = [blocksIn(data['tls.crt'] ?? ''), blocksIn(data['tls.key'] ?? '')];
  const problem = certificateProblem(certificate) ?? keyProblem(key);
  return problem === undefined ? [] : [`tls: ${problem}`];
}

/** Types of the PEM blocks, in order. */
function blocksIn(base64: string): readonly string[] {
  return [...atob(base64).matchAll(BLOCK)].map(([, type = '']) => type);
}

function certificateProblem(types: readonly string[]): string | undefined {
  if (types.includes('CERTIFICATE')) return undefined;
  if (types.length === 0) return 'failed to find any PEM data in certificate input';
  if (types.length === 1 && isKey(types[0] ?? ''))
    return 'failed to find certificate PEM data in certificate input, but did find a private key; PEM inputs may have been switched';
  return `failed to find "CERTIFICATE" PEM block in certificate input after skipping PEM blocks of the following types: [${types.join(' ')}]`;
}

function keyProblem(types: readonly string[]): string | undefined {
  if (types.some(isKey)) return undefined;
  if (types.length === 0) return 'failed to find any PEM data in key input';
  if (types.length === 1 && types[0] === 'CERTIFICATE') return 'found a certificate rather than a key in the PEM for the private key';
  return `failed to find PEM block with type ending in "PRIVATE KEY" in key input after skipping PEM blocks of the following types: [${types.join(' ')}]`;
}

function isKey(type: string): boolean {
  return type === 'PRIVATE KEY' || type.endsWith(' PRIVATE KEY');
}

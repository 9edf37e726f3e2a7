// Texts that hold other texts packed: gzip in base64 (Helm's releases, Rancher's objectset.rio.cattle.io/applied), and JSON, YAML or PEM in base64.

import { bytesOfBase64 } from './secret-bytes.ts';

const SHORTEST = 24;
/** gzip in base64, and that in base64 again. */
const GZIP = /^(?:H4sI|SDRzS)[A-Za-z0-9+/]/;
const BASE64_START = /^[A-Za-z0-9+/]{24}/;
const BASE64 = /^[A-Za-z0-9+/\r\n]+={0,2}\s*$/;
const CERTIFICATE = 'LS0tLS1CRUdJTiBDRVJU';
const TEXT = /^[\t\n\r\x20-\x7e\x80-\xff]+$/;

/** gzip: cannot be read through. text: what stands there in base64, one character per byte. undefined: nothing packed. */
export function packedIn(text: string): { readonly kind: 'gzip' } | { readonly kind: 'text'; readonly text: string } | undefined {
  if (text.length < SHORTEST || !BASE64_START.test(text)) return undefined;
  if (GZIP.test(text)) return { kind: 'gzip' };
  if (text.startsWith(CERTIFICATE) || !TEXT.test(bytesOfBase64(text.slice(0, SHORTEST))) || !BASE64.test(text)) return undefined;
  const unpacked = bytesOfBase64(text.trim());
  return unpacked === text || !TEXT.test(unpacked) ? undefined : { kind: 'text', text: unpacked };
}

/** A kubeconfig in which somebody's token, key or password stands. */
export function isKubeconfig(text: string): boolean {
  return text.includes('users') && /\busers["']?\s{0,8}:/.test(text) && /\b(?:token|client-key-data|password)["']?\s{0,8}:/.test(text);
}

/** A cloud-config that sets somebody's password, or holds another secret: its lists say user:password. */
export function isSecretCloudConfig(text: string): boolean {
  return text.startsWith('#cloud-config') && /passw|token|secret/i.test(text);
}

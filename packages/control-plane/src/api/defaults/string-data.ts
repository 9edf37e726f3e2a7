// stringData of a Secret.
import { setKey } from '@rectrace/kube';
import type { Draft } from '../draft.ts';
import { childOf, ensureChild } from '../draft.ts';

/** Texts are written, never read: they end in data. */
export function encodeStringData(secret: Draft): void {
  const texts = childOf(secret, 'stringData');
  if (texts === undefined) return;
  const data = ensureChild(secret, 'data');
  for (const [key, text] of Object.entries(texts)) setKey(data, key, encodeBase64(String(text)));
  delete secret['stringData'];
}

function encodeBase64(text: string): string {
  let binary = '';
  for (const byte of new TextEncoder().encode(text)) binary += String.fromCharCode(byte);
  return btoa(binary);
}

// The hash that discovery gives for the version in which a resource is stored: the start of SHA-256 over 'group/version/kind'.
import { sha256 } from './sha256.ts';

const BYTES = 8;

export function storageVersionHash({
  group,
  version,
  kind,
}: {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}): string {
  const digest = sha256(new TextEncoder().encode(`${group}/${version}/${kind}`));
  return btoa(String.fromCharCode(...digest.subarray(0, BYTES)));
}

// Redaction with the key of an installation: equal secret values have equal digests there, and nowhere else.

import { createHmac } from 'node:crypto';
import type { KubeObject } from '@rectrace/kube';
import { Redaction } from '@rectrace/trace';

const DIGEST_LENGTH = 12;

/** Replaces secret values by digests under this key. */
export function keyedRedactor(key: Uint8Array): (object: KubeObject) => KubeObject {
  const digest = (bytes: string): string => createHmac('sha256', key).update(bytes, 'latin1').digest('base64url').slice(0, DIGEST_LENGTH);
  const redaction = new Redaction({ digest });
  return (object) => redaction.object(object);
}

// Redaction as every recorder has it, with a key that is the same on every machine.

import { createHmac } from 'node:crypto';
import type { KubeObject } from '@rectrace/kube';
import { redactObject } from '@rectrace/trace';

/** Replaces secret values by digests under a key that is no secret: cases and recordings hold none. */
export function redact(object: KubeObject): KubeObject {
  return redactObject(object, { digest: (bytes) => createHmac('sha256', 'conformance').update(bytes, 'latin1').digest('hex').slice(0, 8) });
}

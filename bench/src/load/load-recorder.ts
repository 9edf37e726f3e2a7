// A recorder as the programs make it: built-in rules, redaction with a key.
import { createHmac } from 'node:crypto';
import { builtinRules, Recorder, Redaction } from '@rectrace/trace';

export function loadRecorder(): Recorder {
  const digest = (bytes: string): string => createHmac('sha256', 'bench').update(bytes, 'latin1').digest('base64url').slice(0, 12);
  const redaction = new Redaction({ digest });
  return new Recorder({ rules: builtinRules(), redact: (object) => redaction.object(object) });
}

// How things are recorded and read, by the flags.

import { keyedRedactor } from '@rectrace/history';
import type { Invocation } from '../command-definition.ts';
import { stateJudge } from '../state-expression.ts';
import { rulesOf } from './recorder-setup.ts';
import type { RecordingOptions } from './recording-story.ts';

const KEY_BYTES = 32;

/** @throws RulesFileError, NotFoundError for a rules file that is not there, ExpressionError */
export function recordingOptions({ flags, surroundings }: Invocation): RecordingOptions {
  return {
    clock: surroundings.clock,
    rules: rulesOf(flags),
    redact: keyedRedactor(surroundings.randomBytes(KEY_BYTES)),
    root: flags.text('root'),
    namespace: flags.text('namespace'),
    judge: stateJudge(flags.text('expression')),
  };
}

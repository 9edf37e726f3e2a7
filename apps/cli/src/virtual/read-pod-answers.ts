// The script of what pods answer, from the file of --pod-answers.

import type { PodAnswers } from '@rectrace/control-plane';
import { parsePodAnswers } from '@rectrace/control-plane';
import { UsageError } from '../errors.ts';
import { readFlagFile } from '../flag-file.ts';

/** Undefined where none is named. @throws NotFoundError, UnreadableFileError, UsageError */
export function readPodAnswers(path: string | undefined): PodAnswers | undefined {
  if (path === undefined) return undefined;
  const parsed = parsePodAnswers(readFlagFile('pod-answers', path));
  if (parsed.kind === 'refused') throw new UsageError(`--pod-answers ${path}: ${parsed.reason}`);
  return parsed.answers;
}

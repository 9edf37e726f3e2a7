// The script of what pods answer, from the file of --pod-answers.

import { readFile } from 'node:fs/promises';
import type { PodAnswers } from '@rectrace/control-plane';
import { parsePodAnswers } from '@rectrace/control-plane';
import { NotFoundError, UnreadableFileError, UsageError } from '../errors.ts';

/** Undefined where none is named. @throws NotFoundError, UnreadableFileError, UsageError */
export async function readPodAnswers(path: string | undefined): Promise<PodAnswers | undefined> {
  if (path === undefined) return undefined;
  const parsed = parsePodAnswers(await textOf(path));
  if (parsed.kind === 'refused') throw new UsageError(`--pod-answers ${path}: ${parsed.reason}`);
  return parsed.answers;
}

async function textOf(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new NotFoundError(`there is no file ${path}`, { cause });
    throw new UnreadableFileError(`${path} cannot be read: ${message}`, { cause });
  }
}

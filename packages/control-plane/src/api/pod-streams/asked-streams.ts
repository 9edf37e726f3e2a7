// Which streams a request for a program asks for.
import { booleanParameter } from '../options/query-parameters.ts';
import type { AskedStreams } from './pod-session.ts';

/** A terminal has one stream for all that it shows. */
export function askedStreams(query: URLSearchParams): AskedStreams {
  const asked = (name: string): boolean => booleanParameter(query, name) ?? false;
  const tty = asked('tty');
  return { stdin: asked('stdin'), stdout: asked('stdout'), stderr: asked('stderr') && !tty, tty };
}

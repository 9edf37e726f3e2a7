// The entry of the command line: builds the surroundings, runs, and leaves the exit code to the process.

import { basename } from 'node:path';
import { commandsFor } from './command-list.ts';
import { processSurroundings } from './process-surroundings.ts';
import { runCommandLine } from './run-command-line.ts';

const completing = /^kubectl[_-]complete-/.test(basename(process.argv[1] ?? ''));
const args = completing ? ['__complete', '--', ...process.argv.slice(2)] : process.argv.slice(2);
const surroundings = processSurroundings(args, new URL('../', import.meta.url));
void main();

/**
 * No await outside of a function: the bundler then splits more finely. What a signal left standing, a request or a timer, does not keep the
 * process.
 */
async function main(): Promise<void> {
  process.exitCode = await runCommandLine(surroundings, await commandsFor(args));
  if (surroundings.signal.aborted) process.exit();
}

// The entry of the command line: builds the surroundings, runs, and leaves the exit code to the process.

import { basename } from 'node:path';
import { allCommands } from './command-list.ts';
import { processSurroundings } from './process-surroundings.ts';
import { runCommandLine } from './run-command-line.ts';

const surroundings = processSurroundings(new URL('../', import.meta.url));
const completing = /^kubectl[_-]complete-/.test(basename(process.argv[1] ?? ''));
const args = completing ? ['__complete', '--', ...surroundings.args] : surroundings.args;
process.exitCode = await runCommandLine({ ...surroundings, args }, allCommands());

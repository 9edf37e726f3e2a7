// All commands, in the order in which help lists them.

import type { CommandDefinition } from './command-definition.ts';
import { completionCommands } from './commands/completion.ts';
import { cyclesCommand } from './commands/cycles.ts';
import { demoCommand } from './commands/demo.ts';
import { diffCommand } from './commands/diff.ts';
import { doctorCommand } from './commands/doctor.ts';
import { historyCommand } from './commands/history.ts';
import { recordCommand } from './commands/record.ts';
import { replayCommand } from './commands/replay.ts';
import { rootsCommand } from './commands/roots.ts';
import { timelineCommand } from './commands/timeline.ts';
import { traceCommand } from './commands/trace/trace.ts';
import { treeCommand } from './commands/tree.ts';
import { versionCommand } from './commands/version.ts';
import { virtualCommand } from './commands/virtual/virtual.ts';
import { watchCommand } from './commands/watch.ts';

/** The commands of the program. Completion is told of the others. */
export function allCommands(): readonly CommandDefinition[] {
  const commands: readonly CommandDefinition[] = [
    rootsCommand(),
    doctorCommand(),
    treeCommand(),
    watchCommand(),
    timelineCommand(),
    historyCommand(),
    diffCommand(),
    cyclesCommand(),
    recordCommand(),
    replayCommand(),
    demoCommand(),
    traceCommand(),
    virtualCommand(),
    versionCommand(),
  ];
  return [...commands, ...completionCommands(commands)];
}

// All commands, in the order in which help lists them. What a command consists of is loaded when it is called.

import type { CommandDefinition } from './command-definition.ts';

const COMMANDS: { readonly [name: string]: () => Promise<CommandDefinition> } = {
  roots: async () => (await import('./commands/roots.ts')).rootsCommand(),
  doctor: async () => (await import('./commands/doctor.ts')).doctorCommand(),
  tree: async () => (await import('./commands/tree.ts')).treeCommand(),
  watch: async () => (await import('./commands/watch.ts')).watchCommand(),
  timeline: async () => (await import('./commands/timeline.ts')).timelineCommand(),
  history: async () => (await import('./commands/history.ts')).historyCommand(),
  diff: async () => (await import('./commands/diff.ts')).diffCommand(),
  cycles: async () => (await import('./commands/cycles.ts')).cyclesCommand(),
  record: async () => (await import('./commands/record.ts')).recordCommand(),
  replay: async () => (await import('./commands/replay.ts')).replayCommand(),
  demo: async () => (await import('./commands/demo.ts')).demoCommand(),
  trace: async () => (await import('./commands/trace/trace.ts')).traceCommand(),
  virtual: async () => (await import('./commands/virtual/virtual.ts')).virtualCommand(),
  version: async () => (await import('./commands/version.ts')).versionCommand(),
};

/** The one that the first argument names; all of them for help, completion, flags in front and words that nobody knows. */
export async function commandsFor([word = '']: readonly string[]): Promise<readonly CommandDefinition[]> {
  const load = Object.hasOwn(COMMANDS, word) ? COMMANDS[word] : undefined;
  return load === undefined ? allCommands() : [await load()];
}

/** The commands of the program. Completion is told of the others. @internal */
export async function allCommands(): Promise<readonly CommandDefinition[]> {
  const [{ completionCommands }, ...commands] = await Promise.all([
    import('./commands/completion.ts'),
    ...Object.values(COMMANDS).map((load) => load()),
  ]);
  return [...commands, ...completionCommands(commands)];
}

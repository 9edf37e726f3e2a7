// The flags and arguments of every command that tells the story of a root.

import type { ArgumentDefinition, FlagDefinition } from './command-definition.ts';
import { CLUSTER_FLAGS, HEADER_FLAGS, NAME_ARGUMENT, NOISE_FLAGS, RECORDER_FLAGS, TARGET_ARGUMENT, TIME_FLAGS } from './common-flags.ts';

export const STORY_ARGUMENTS: readonly ArgumentDefinition[] = [TARGET_ARGUMENT, NAME_ARGUMENT];
const CONTROLLER_FLAG: FlagDefinition = {
  flags: '--controller <namespace/name>',
  text: "Service of the controller's read API, which your token is sent to (default: the one in rectrace-system); none = do not ask",
  completes: 'nothing',
};

const SOURCE_FLAG: FlagDefinition = {
  flags: '--source <source>',
  text: 'live: local history and what the cluster tells of the time since; local: that history alone, without the server; controller; reconstructed: from what the cluster shows now (default: the first that knows it)',
  completes: { values: ['live', 'local', 'controller', 'reconstructed'] },
};

export const STORY_FLAGS: readonly FlagDefinition[] = [
  SOURCE_FLAG,
  CONTROLLER_FLAG,
  ...RECORDER_FLAGS,
  ...TIME_FLAGS,
  ...HEADER_FLAGS,
  ...CLUSTER_FLAGS,
];
export const NOISY_STORY_FLAGS: readonly FlagDefinition[] = [...NOISE_FLAGS, ...STORY_FLAGS];

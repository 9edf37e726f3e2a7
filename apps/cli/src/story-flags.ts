// The flags and arguments of every command that tells the story of a root.

import type { ArgumentDefinition, FlagDefinition } from './command-definition.ts';
import { CLUSTER_FLAGS, HEADER_FLAGS, NAME_ARGUMENT, NOISE_FLAGS, RECORDER_FLAGS, TARGET_ARGUMENT, TIME_FLAGS } from './common-flags.ts';

export const STORY_ARGUMENTS: readonly ArgumentDefinition[] = [TARGET_ARGUMENT, NAME_ARGUMENT];
const CONTROLLER_FLAG: FlagDefinition = {
  flags: '--controller <namespace/name>',
  text: "Service of the controller's read API, which your token is sent to (default: the one in rectrace-system); none = do not ask",
  completes: 'nothing',
};

export const STORY_FLAGS: readonly FlagDefinition[] = [
  CONTROLLER_FLAG,
  ...RECORDER_FLAGS,
  ...TIME_FLAGS,
  ...HEADER_FLAGS,
  ...CLUSTER_FLAGS,
];
export const NOISY_STORY_FLAGS: readonly FlagDefinition[] = [...NOISE_FLAGS, ...STORY_FLAGS];

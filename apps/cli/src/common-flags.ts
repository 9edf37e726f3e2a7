// Flags that several commands have, with kubectl's names where kubectl has them.

import type { ArgumentDefinition, FlagDefinition } from './command-definition.ts';
import type { OutputKind } from './printers/output-format.ts';
import { formWords } from './printers/output-format.ts';

/** Of every command. */
export const GENERAL_FLAGS: readonly FlagDefinition[] = [
  { flags: '--color <when>', text: 'colour: auto, always or never', completes: { values: ['auto', 'always', 'never'] } },
  { flags: '-v, --v <level>', text: 'log requests to the API server on stderr: 6 to 9; 9 also shows where an error came from' },
];

/** Of every command that talks to a cluster. */
export const CLUSTER_FLAGS: readonly FlagDefinition[] = [
  { flags: '-n, --namespace <name>', text: "namespace (default: the context's)", completes: 'namespace' },
  { flags: '--kubeconfig <file>', text: 'kubeconfig to use', completes: 'file' },
  { flags: '--context <name>', text: 'context of the kubeconfig', completes: 'context' },
  { flags: '--request-timeout <duration>', text: 'how long one request may take; 0 = as long as it takes' },
  { flags: '--as <user>', text: 'user to act as' },
  { flags: '--as-group <group>', text: 'group to act as, may be repeated', repeatable: true },
  { flags: '--as-uid <uid>', text: 'uid to act as' },
];

/** Of every command that shows times. */
export const TIME_FLAGS: readonly FlagDefinition[] = [{ flags: '--utc', text: 'times in UTC instead of local time' }];

export const HEADER_FLAGS: readonly FlagDefinition[] = [{ flags: '--no-headers', text: 'no titles' }];

/** Of every command that records or reads a recording. */
export const RECORDER_FLAGS: readonly FlagDefinition[] = [
  { flags: '--rules <file>', text: 'ownership rules beside the built-in ones, may be repeated', repeatable: true, completes: 'file' },
  { flags: '--expression <cel>', text: "when the root counts as done: CEL over 'object' (default: by kind)" },
  { flags: '--root <kind/name>', text: 'root in a recording: KIND/NAMESPACE/NAME or KIND/NAME', completes: 'nothing' },
];

export const NOISE_FLAGS: readonly FlagDefinition[] = [
  { flags: '--noise', text: 'show noise: heartbeats, bookkeeping fields, field fights' },
];

/** What a command is about: an object of the cluster, or a recording. */
export const TARGET_ARGUMENT: ArgumentDefinition = {
  name: 'target',
  text: 'KIND/NAME of the cluster, or the FILE of a recording',
  required: true,
  completes: 'object',
};

/** kubectl's other spelling: KIND NAME. */
export const NAME_ARGUMENT: ArgumentDefinition = {
  name: 'name',
  text: 'NAME, where only the kind stands before it',
  required: false,
  completes: 'object',
};

/** -o with the forms a command prints. */
export function outputFlag(forms: readonly OutputKind[]): FlagDefinition {
  const values = formWords(forms).map((word) => word.replace(/=.*/, '='));
  return { flags: '-o, --output <form>', text: `output: ${formWords(forms).join(', ')}`, completes: { values } };
}

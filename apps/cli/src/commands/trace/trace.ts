// `trace`: the ReconciliationTrace objects that the controller records.

import type { CommandDefinition } from '../../command-definition.ts';
import { traceCreateCommand } from './create.ts';
import { traceDeleteCommand } from './delete.ts';
import { traceListCommand } from './list.ts';
import { traceUpdateCommand } from './update.ts';
import { traceWatchCommand } from './watch.ts';

export function traceCommand(): CommandDefinition {
  return {
    name: 'trace',
    summary: 'traces that the controller in the cluster records: list, create, update, delete, watch',
    arguments: [],
    flags: [],
    commands: [traceListCommand(), traceCreateCommand(), traceUpdateCommand(), traceDeleteCommand(), traceWatchCommand()],
  };
}

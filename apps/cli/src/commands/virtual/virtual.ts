// `virtual`: control planes of our own, without a cluster, and copies of clusters to start them from.

import type { CommandDefinition } from '../../command-definition.ts';
import { virtualSnapshotCommand } from './snapshot.ts';
import { virtualUpCommand } from './up.ts';

export function virtualCommand(): CommandDefinition {
  return {
    name: 'virtual',
    summary: 'a virtual control plane on this machine: up, snapshot',
    arguments: [],
    flags: [],
    commands: [virtualUpCommand(), virtualSnapshotCommand()],
  };
}

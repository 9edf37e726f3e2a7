// `virtual`: control planes of our own, without a cluster.

import type { CommandDefinition } from '../../command-definition.ts';
import { virtualUpCommand } from './up.ts';

export function virtualCommand(): CommandDefinition {
  return {
    name: 'virtual',
    summary: 'a virtual control plane on this machine: up',
    arguments: [],
    flags: [],
    commands: [virtualUpCommand()],
  };
}

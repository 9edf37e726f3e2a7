// --source: which source tells the story of an object of the cluster.

import type { Flags } from '../flags.ts';

const SOURCES = ['live', 'local', 'controller', 'reconstructed'] as const;

/**
 * live: the local history, and what the cluster tells of the time since. local: the local history alone, without asking the server. controller:
 * the read API. reconstructed: what the cluster shows now. undefined: each in turn. @throws UsageError
 */
export type StorySource = (typeof SOURCES)[number];

export function sourceOf(flags: Flags): StorySource | undefined {
  return flags.choice('source', SOURCES);
}

// What is known of one kind from elsewhere than its own lists and watches: whether it is served, and whether its definition was deleted.

import type { ApiResource, Cancellation } from '@rectrace/kube';
import type { Discovery } from './discovery.ts';

export type KindNews = {
  /** Readings of what is served so far. Noted before a request, so that what is read meanwhile is not missed. */
  readings(): number;
  /** A reading after so many found the kind served. */
  servedSince(readings: number): boolean;
  /** The version by which the kind's definition was gone; undefined where it is there, or nobody saw it go. */
  deletedAt(): string | undefined;
  /** Resolves after the next reading and the next change of a definition; rejects with the signal's reason. */
  next(signal: Cancellation): Promise<void>;
};

export function kindNews(discovery: Discovery, { group, resource }: ApiResource): KindNews {
  return {
    readings: () => discovery.readings,
    servedSince: (readings) => discovery.readings > readings && isServed(discovery, { group, resource }),
    deletedAt: () => discovery.definitions.deletedAt({ group, resource }),
    next: (signal) => discovery.nextNews(signal),
  };
}

function isServed({ latest }: Discovery, { group, resource }: Pick<ApiResource, 'group' | 'resource'>): boolean {
  return latest?.resources.some((other) => other.group === group && other.resource === resource) ?? false;
}

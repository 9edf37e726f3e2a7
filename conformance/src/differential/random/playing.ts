// What the parts of a round share.
import type { History } from './history.ts';
import type { Side } from './side.ts';
import type { Tally } from './tally.ts';

export type Playing = { readonly number: number; readonly sides: readonly Side[]; readonly tally: Tally; readonly history: History };

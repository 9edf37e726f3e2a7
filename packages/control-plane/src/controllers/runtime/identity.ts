// Who a controller is to the API server, and in Events.
import type { UserInfo } from '../../api/strategy.ts';

/** `userAgent` gives the field manager: what stands before the slash. */
export type Identity = { readonly user: UserInfo; readonly userAgent: string };

/** Who tells an Event: `host` is a node's name. */
export type EventSource = { readonly component: string; readonly host?: string };

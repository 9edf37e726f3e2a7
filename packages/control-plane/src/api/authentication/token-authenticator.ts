// The seam of bearer tokens: whose a token is.
import type { UserInfo } from '../strategy.ts';

export type TokenOutcome =
  /** `audiences`: those of the token that were asked for. */
  | { readonly kind: 'authenticated'; readonly user: UserInfo; readonly audiences: readonly string[] }
  /** Not a token of this authenticator. */
  | { readonly kind: 'unknown' }
  /** A token of this authenticator that does not hold any more, or not here. */
  | { readonly kind: 'refused'; readonly message: string };

export interface TokenAuthenticator {
  /** `audiences`: whom the token has to be for, one of them at least; empty for the API server itself. */
  authenticate(token: string, audiences: readonly string[]): Promise<TokenOutcome>;
}

/** Fixed tokens, for any audience. */
export function staticTokens(users: ReadonlyMap<string, UserInfo>): TokenAuthenticator {
  return {
    authenticate: async (token, audiences) => {
      const user = users.get(token);
      return user === undefined ? { kind: 'unknown' } : { kind: 'authenticated', user, audiences };
    },
  };
}

/** The first that knows the token decides. */
export function firstToKnow(authenticators: readonly TokenAuthenticator[]): TokenAuthenticator {
  return {
    authenticate: async (token, audiences) => {
      for (const authenticator of authenticators) {
        const outcome = await authenticator.authenticate(token, audiences);
        if (outcome.kind !== 'unknown') return outcome;
      }
      return { kind: 'unknown' };
    },
  };
}

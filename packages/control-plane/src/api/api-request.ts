// Requests and answers of the API as plain values. HTTP and the client in process both speak them.
import type { Cancellation, JsonObject } from '@rectrace/kube';
import type { Annotate } from './annotate.ts';
import type { TokenAuthenticator } from './authentication/token-authenticator.ts';
import type { Impersonation } from './authorization/check-impersonation.ts';
import type { Representations, WatchEventBody } from './codec/representation.ts';
import type { RequestBody } from './codec/request-body.ts';
import type { MediaChoice } from './media-type.ts';
import type { PodSession } from './pod-streams/pod-session.ts';
import type { UserInfo } from './strategy.ts';

export type ApiRequest = {
  /** Upper case. */
  readonly method: string;
  /** Decoded, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly user: UserInfo;
  /** In whose name the user acts. */
  readonly impersonation?: Impersonation;
  readonly body: RequestBody;
  readonly headers: ApiRequestHeaders;
  /** Whether the client can go on speaking after the answer. */
  readonly upgrade?: true;
  /** Told what the audit log says of the request beside what it asks for and how it is answered. */
  readonly annotate?: Annotate;
  /** Ends a watch. */
  readonly signal?: Cancellation;
};

/** Only what the API looks at; '' where the request has none. */
export type ApiRequestHeaders = {
  readonly accept: string;
  readonly contentType: string;
  readonly userAgent: string;
  readonly ifNoneMatch: string;
};

export type ApiResponse =
  | (ResponseHead & { readonly kind: 'object'; readonly media: MediaChoice; readonly value: JsonObject })
  | (ResponseHead & { readonly kind: 'text'; readonly contentType: string; readonly text: string })
  | (ResponseHead & { readonly kind: 'binary'; readonly contentType: string; readonly bytes: Uint8Array })
  /** Each chunk is sent as it comes. */
  | (ResponseHead & { readonly kind: 'bytes'; readonly contentType: string; readonly chunks: AsyncIterable<Uint8Array> })
  /** Both sides go on speaking. */
  | (ResponseHead & { readonly kind: 'session'; readonly session: PodSession })
  | (ResponseHead & { readonly kind: 'stream'; readonly media: MediaChoice; readonly events: AsyncIterable<WatchEventBody> })
  | (ResponseHead & { readonly kind: 'empty' });

export type ResponseHead = {
  readonly status: number;
  /** Beside Content-Type. */
  readonly headers: Readonly<Record<string, string>>;
  /** Each a Warning header. */
  readonly warnings: readonly string[];
};

export interface Api {
  /** Every failure is an answer; what is thrown is a fault of the program. */
  handle(request: ApiRequest): Promise<ApiResponse>;
  /** The forms of bodies and answers, in the order in which they are offered. */
  readonly representations: Representations;
  /** Whose a bearer token is. */
  readonly tokens: TokenAuthenticator;
}

/** Headers of a request that has none. */
export const NO_HEADERS: ApiRequestHeaders = { accept: '', contentType: '', userAgent: '', ifNoneMatch: '' };

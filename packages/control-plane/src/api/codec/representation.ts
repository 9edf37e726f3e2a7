// One media type: how bodies in it are read and answers in it are written.
import type { JsonObject } from '@rectrace/kube';
import type { Steps } from '../steps.ts';
import type { BodyValue } from './request-body.ts';

export type ReadBody =
  | ({ readonly kind: 'read' } & BodyValue)
  /** `message` as it follows "couldn't get version/kind; json parse error: ". */
  | { readonly kind: 'malformed'; readonly message: string };

/** The kind that a body or an answer is of, for forms that do not carry it as text. */
export type KindHint = { readonly apiVersion: string; readonly kind: string };

export interface Representation {
  readonly mediaType: string;
  /** Of custom resources too. */
  readonly custom: boolean;
  /** Watches may be sent in it. */
  readonly streams: boolean;
  read(bytes: Uint8Array, hint: KindHint): ReadBody;
  /** In pieces, one after the other. */
  write(value: JsonObject, pretty: boolean): Steps<readonly Uint8Array[]>;
  /** One event of a watch, framed. `object` is written in the same form. */
  writeEvent(event: WatchEventBody): Uint8Array;
}

export type WatchEventBody = { readonly type: string; readonly object: JsonObject };

export type Representations = readonly Representation[];

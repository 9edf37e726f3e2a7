// AbortSignal, present in Node and in every browser, declared for pure packages that see neither's types. Merges with the platform's own declaration.

declare global {
  interface AbortSignal {
    readonly aborted: boolean;
    throwIfAborted(): void;
  }
}

/** Cancellation of a list, a watch or a timer. */
export type Cancellation = AbortSignal;

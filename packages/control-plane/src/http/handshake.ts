/** Whether a connection goes over to another protocol. */
export type Handshake =
  /** `protocol`: what is spoken within it; '' where nothing is agreed on. */
  | { readonly kind: 'accepted'; readonly protocol: string }
  /** `answer`: the whole of it. */
  | { readonly kind: 'refused'; readonly answer: string };

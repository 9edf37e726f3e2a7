// Quotes around a secret: they stay, what is in them goes.

/** Without the pair of quotes that it stands in, if it does. */
export function withoutQuotes(text: string): string {
  return /^(["'])[\s\S]*\1$/.test(text) ? text.slice(1, -1) : text;
}

/** The text masked, its quotes left around it. */
export function maskQuoted(text: string, mask: (text: string) => string): string {
  const plain = withoutQuotes(text);
  return plain === text ? mask(plain) : `${text.charAt(0)}${mask(plain)}${text.charAt(0)}`;
}

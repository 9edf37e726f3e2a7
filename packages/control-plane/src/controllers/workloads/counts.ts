// Counts in a status as Go writes them: zero is left out.

/** `{ name: value }`, or nothing for zero. */
export function countUnlessZero<Name extends string>(name: Name, value: number): { readonly [Key in Name]?: number } {
  return value === 0 ? {} : ({ [name]: value } as { readonly [Key in Name]?: number });
}

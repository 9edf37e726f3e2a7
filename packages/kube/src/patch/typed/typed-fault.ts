// What is wrong with a value for its type. Structured merge gives up on the first values that hold any.

export type TypedFault = { readonly path: string; readonly message: string };

function formatFaults(faults: readonly TypedFault[]): string {
  const texts = faults.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`));
  return texts.length === 1 ? (texts[0] ?? '') : ['errors:', ...texts.map((text) => `  ${text}`)].join('\n');
}

/** Thrown within structured merge, caught where a request enters it. */
export class TypedMismatch extends Error {
  readonly faults: readonly TypedFault[];

  constructor(faults: readonly TypedFault[]) {
    super(formatFaults(faults));
    this.name = 'TypedMismatch';
    this.faults = faults;
  }
}

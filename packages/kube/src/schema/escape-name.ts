// Names of fields as expressions write them: what is no letter, digit or single underscore is escaped, and so are CEL's own words.

const RESERVED = new Set(
  'true false null in as break const continue else for function if import let loop package namespace return var void while'.split(' '),
);
const ESCAPES: Readonly<Record<string, string>> = { __: '__underscores__', '.': '__dot__', '-': '__dash__', '/': '__slash__' };

/** Undefined for a name that expressions cannot write. */
export function escapeName(name: string): string | undefined {
  if (!/^[A-Za-z_./-][\w./-]*$/.test(name)) return undefined;
  return RESERVED.has(name) ? `__${name}__` : name.replaceAll(/__|[-./]/g, (found) => ESCAPES[found] ?? found);
}

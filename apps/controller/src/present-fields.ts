// Optional fields built from values that may be undefined.

export type PresentFields<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> };

/** The object without the fields that are undefined, as exact optional properties want it. */
export function presentFields<T extends object>(fields: T): PresentFields<T> {
  const present = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.assign({}, ...present.map(([name, value]) => ({ [name]: value })));
}

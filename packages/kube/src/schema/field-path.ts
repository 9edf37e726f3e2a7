// Paths of fields as the API server's errors write them; '' is the object itself.

/** a.b */
export function childPath(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

/** a[0] */
export function indexPath(path: string, index: number): string {
  return `${path}[${index}]`;
}

/** a[key] */
export function keyPath(path: string, key: string): string {
  return `${path}[${key}]`;
}

/** The path as an error names it: the object itself has no name. */
export function fieldName(path: string): string {
  return path === '' ? '<nil>' : path;
}

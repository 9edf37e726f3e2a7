/** The path of a URL without its escapes; one that can't be decoded is looked for as it stands. */
export function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

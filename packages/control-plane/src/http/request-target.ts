// What a request is about, as its first line says it: nothing of it is resolved or cleaned, because kube-apiserver does neither.

export type RequestTarget = {
  /** Without escapes; one that can't be decoded is looked for as it stands. */
  readonly path: string;
  readonly query: URLSearchParams;
};

/** `target`: a path with a query, or the whole URL that a proxy is asked for, byte by byte. */
export function parseTarget(target: string): RequestTarget {
  const text = Buffer.from(target, 'latin1').toString('utf8');
  const local = text.startsWith('/') ? text : text.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?]*/i, '');
  const mark = local.indexOf('?');
  const path = mark < 0 ? local : local.slice(0, mark);
  return { path: decodePath(path), query: new URLSearchParams(mark < 0 ? '' : local.slice(mark + 1)) };
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

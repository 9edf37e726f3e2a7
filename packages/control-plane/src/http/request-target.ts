// What a request is about, as its first line says it: nothing of it is resolved or cleaned, because kube-apiserver does neither.

export type RequestTarget = {
  /** Without escapes; bytes that are no UTF-8 are U+FFFD. */
  readonly path: string;
  readonly query: URLSearchParams;
};

const BAD_ESCAPE = /%(?![0-9a-f]{2})/i;

/** Whether Go takes it: the escapes of its path are whole, and of a whole URL the host is one. */
export function isTarget(target: string): boolean {
  return !BAD_ESCAPE.test(split(target).path) && (!/^[a-z][a-z0-9+.-]*:\/\//i.test(target) || URL.canParse(target));
}

/** `target`: a path with a query, or the whole URL that a proxy is asked for, byte by byte. */
export function parseTarget(target: string): RequestTarget {
  const { path, query } = split(target);
  return { path: decodePath(path), query: new URLSearchParams(query.split('&').filter(isPair).join('&')) };
}

function split(target: string): { readonly path: string; readonly query: string } {
  const text = Buffer.from(target, 'latin1').toString('utf8');
  const local = text.startsWith('/') ? text : text.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?]*/i, '');
  const mark = local.indexOf('?');
  return mark < 0 ? { path: local, query: '' } : { path: local.slice(0, mark), query: local.slice(mark + 1) };
}

/** Go passes over what is none: a semicolon parts nothing, and an escape is whole. */
function isPair(text: string): boolean {
  return !text.includes(';') && !BAD_ESCAPE.test(text);
}

function decodePath(path: string): string {
  if (!path.includes('%')) return path;
  const bytes = Buffer.from(path).toString('latin1');
  const decoded = bytes.replaceAll(/%([0-9a-f]{2})/gi, (_escape, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
  return Buffer.from(decoded, 'latin1').toString();
}

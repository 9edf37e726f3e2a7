// The tag of an image reference, as container runtimes read it.

const DOMAIN_PART = '(?:[a-zA-Z0-9]|[a-zA-Z0-9][a-zA-Z0-9-]*[a-zA-Z0-9])';
const DOMAIN = `(?:${DOMAIN_PART}(?:\\.${DOMAIN_PART})*|\\[[a-fA-F0-9:]+\\])(?::[0-9]+)?`;
const COMPONENT = '[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*';
const DIGEST = '[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9a-fA-F]{32,}';
const REFERENCE = new RegExp(`^(?:${DOMAIN}/)?(${COMPONENT}(?:/${COMPONENT})*)(?::([\\w][\\w.-]{0,127}))?(?:@(${DIGEST}))?$`);

/** What could be the id of an image is no name of one. */
const ID = /^[0-9a-f]{64}$/;
/** Those that can be computed. */
const KNOWN_DIGEST = /^(?:sha256:[a-f0-9]{64}|sha384:[a-f0-9]{96}|sha512:[a-f0-9]{128})$/;
/** Characters of a name behind its domain. */
const MOST_PATH = 255;

/** 'latest' where the reference has neither tag nor digest; '' where it has only a digest, or can't be read. */
export function imageTag(reference: string): string {
  const match = ID.test(reference) ? null : REFERENCE.exec(withDomain(reference));
  if (match === null) return '';
  const [, path = '', tag, digest] = match;
  if (path.length > MOST_PATH || (digest !== undefined && !KNOWN_DIGEST.test(digest))) return '';
  return tag ?? (digest === undefined ? 'latest' : '');
}

/** What names no registry is of docker.io, and what is of docker.io and has one name is of its library. */
function withDomain(reference: string): string {
  const slash = reference.indexOf('/');
  const start = reference.slice(0, Math.max(0, slash));
  const named = /[.:]/.test(start) || start === 'localhost' || start.toLowerCase() !== start;
  const domain = !named || start === 'index.docker.io' ? 'docker.io' : start;
  const rest = named ? reference.slice(slash + 1) : reference;
  return `${domain}/${domain === 'docker.io' && !rest.includes('/') ? 'library/' : ''}${rest}`;
}

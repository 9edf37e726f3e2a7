// The tag of an image reference.

const COMPONENT = '[a-z0-9]+(?:(?:\\.|_|__|-+)[a-z0-9]+)*';
const DOMAIN = '(?:[a-zA-Z0-9](?:[a-zA-Z0-9.-]*[a-zA-Z0-9])?|\\[[a-fA-F0-9:]+\\])(?::[0-9]+)?';
const REFERENCE = new RegExp(
  `^(?:${DOMAIN}/)?${COMPONENT}(?:/${COMPONENT})*(?::([\\w][\\w.-]{0,127}))?(@[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9a-fA-F]{32,})?$`,
);

/** What could be the id of an image is no name of one. */
const ID = /^[0-9a-f]{64}$/;

/** 'latest' where the reference has neither tag nor digest; '' where it has only a digest, or can't be read. */
export function imageTag(reference: string): string {
  const match = REFERENCE.exec(reference);
  if (match === null || ID.test(reference)) return '';
  const [, tag, digest] = match;
  return tag ?? (digest === undefined ? 'latest' : '');
}

// Semantic versions (semver.org 2.0.0), and the lenient reading that Kubernetes' CEL calls normalizing.

export type SemverValue = {
  readonly kind: 'semver';
  readonly major: bigint;
  readonly minor: bigint;
  readonly patch: bigint;
  readonly prerelease: readonly string[];
  readonly build: readonly string[];
};
export type InvalidVersion = { readonly kind: 'invalid'; readonly reason: string };

const VERSION = /^(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)(?:-([0-9A-Za-z.-]*))?(?:\+([0-9A-Za-z.-]*))?$/;
const NUMERIC = /^[0-9]+$/;
const MAX_UINT64 = 2n ** 64n - 1n;
const MAX_LENGTH = 256;

/** Reads major.minor.patch[-prerelease][+build]. */
export function parseSemver(text: string): SemverValue | InvalidVersion {
  if (text.length > MAX_LENGTH) return invalid(`longer than ${MAX_LENGTH} characters`);
  const match = VERSION.exec(text);
  if (match === null) return invalid('expected major.minor.patch, such as 1.2.3 or 1.2.3-beta.1+build');
  const [major, minor, patch] = [match[1], match[2], match[3]].map((part) => BigInt(part ?? 0));
  if (major === undefined || minor === undefined || patch === undefined) return invalid('a number is missing');
  if ([major, minor, patch].some((part) => part > MAX_UINT64)) return invalid('a number is beyond 64 bits');
  const [prerelease, build] = [identifiersOf(match[4]), identifiersOf(match[5])];
  if ([...prerelease, ...build].includes('')) return invalid('an identifier after - or + is empty');
  if (prerelease.some(hasLeadingZero)) return invalid('a number in the pre-release has a leading zero');
  return { kind: 'semver', major, minor, patch, prerelease, build };
}

/** Reads leniently: a leading v, missing minor and patch numbers and leading zeros are allowed. */
export function parseLenientSemver(text: string): SemverValue | InvalidVersion {
  if (text.length > MAX_LENGTH) return invalid(`longer than ${MAX_LENGTH} characters`);
  const parts = splitInThree(text.replace(/^v/, '')).map(withoutLeadingZeros);
  if (parts.length < 3 && /[+-]/.test(parts.at(-1) ?? '')) return invalid('a shortened version cannot have a pre-release or build');
  while (parts.length < 3) parts.push('0');
  return parseSemver(parts.join('.'));
}

/** The order of two versions; build metadata does not count. */
export function compareSemver(left: SemverValue, right: SemverValue): -1 | 0 | 1 {
  const numbers = compareInTurn([left.major, left.minor, left.patch], [right.major, right.minor, right.patch]);
  if (numbers !== 0) return numbers;
  if (left.prerelease.length === 0 || right.prerelease.length === 0) return order(right.prerelease.length, left.prerelease.length);
  return comparePrereleases(left.prerelease, right.prerelease);
}

function invalid(reason: string): InvalidVersion {
  return { kind: 'invalid', reason };
}

function identifiersOf(text: string | undefined): readonly string[] {
  return text === undefined ? [] : text.split('.');
}

function hasLeadingZero(identifier: string): boolean {
  return NUMERIC.test(identifier) && identifier.length > 1 && identifier.startsWith('0');
}

function splitInThree(text: string): string[] {
  const [major = '', minor, ...rest] = text.split('.');
  if (minor === undefined) return [major];
  return rest.length === 0 ? [major, minor] : [major, minor, rest.join('.')];
}

function withoutLeadingZeros(part: string): string {
  if (part.length < 2) return part;
  const rest = part.replace(/^0+/, '');
  return /^[0-9]/.test(rest) ? rest : `0${rest}`;
}

function comparePrereleases(left: readonly string[], right: readonly string[]): -1 | 0 | 1 {
  for (const [index, identifier] of left.entries()) {
    const other = right[index];
    if (other === undefined) return 1;
    const result = compareIdentifiers(identifier, other);
    if (result !== 0) return result;
  }
  return order(left.length, right.length);
}

function compareIdentifiers(left: string, right: string): -1 | 0 | 1 {
  const [leftNumeric, rightNumeric] = [NUMERIC.test(left), NUMERIC.test(right)];
  if (leftNumeric && rightNumeric) return order(BigInt(left), BigInt(right));
  if (leftNumeric !== rightNumeric) return leftNumeric ? -1 : 1;
  return order(left, right);
}

function compareInTurn(left: readonly bigint[], right: readonly bigint[]): -1 | 0 | 1 {
  const differing = left.findIndex((value, index) => value !== right[index]);
  return differing < 0 ? 0 : order(left[differing] ?? 0n, right[differing] ?? 0n);
}

function order<T extends bigint | number | string>(left: T, right: T): -1 | 0 | 1 {
  if (left < right) return -1;
  return left > right ? 1 : 0;
}

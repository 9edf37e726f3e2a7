// Versions of a group by preference: stable ones first, then beta, then alpha, newer before older; anything else last, by name.

const VERSION = /^v([1-9][0-9]*)(?:(alpha|beta)([1-9][0-9]*))?$/;
const STAGES = ['alpha', 'beta', undefined];

export function sortVersions(versions: readonly string[]): readonly string[] {
  return versions.toSorted(compareVersions);
}

function compareVersions(left: string, right: string): number {
  const [a, b] = [VERSION.exec(left), VERSION.exec(right)];
  if (a === null || b === null) return a === b ? byName(left, right) : Number(a === null) - Number(b === null);
  const stage = STAGES.indexOf(b[2]) - STAGES.indexOf(a[2]);
  return stage || Number(b[1]) - Number(a[1]) || Number(b[3] ?? 0) - Number(a[3] ?? 0);
}

function byName(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

// The error lines in a component's log, without what differs from run to run.

const KLOG = /^E\d{4} [\d:.]+ +\d+ (.*)$/;

/** Somebody else wrote or deleted first: an everyday matter on any server, and a matter of chance. */
const RACE = /the object has been modified|\bnot found\b|StorageError: invalid object, Code: 4/;

/** Distinct ones, without those of lost races. */
export function errorLines(log: string): readonly string[] {
  const lines = log.split('\n').flatMap((line) => KLOG.exec(line)?.[1] ?? structured(line));
  return [...new Set(lines.filter((line) => !RACE.test(line)).map(bare))];
}

/** kwok writes JSON. */
function structured(line: string): readonly string[] {
  return /"level":"ERROR"/.test(line)
    ? [(/"msg":"([^"]*)"/.exec(line)?.[1] ?? line) + (/"err(?:or)?":"([^"]*)"/.exec(line)?.[1] ?? '')]
    : [];
}

function bare(line: string): string {
  return line
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<uid>')
    .replaceAll(/-[bcdfghjklmnpqrstvwxz2456789]{5}\b/g, '-*')
    .replaceAll(/\b\d+\b/g, '<n>')
    .replaceAll(/-[a-f0-9]{6,10}(-[a-z0-9]{5})?\b/g, '-*');
}

// Makes what a client prints of two servers comparable: addresses of the server, times and ages, uids, revisions, names and ports that chance
// made, and the widths of columns, which follow from these.

const UID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const DAY = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)';
const MONTH = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)';
const TIMES = [
  /\b20\d\d-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?: ?[+-]\d{4}| ?[+-]\d\d:\d\d|Z)?(?: UTC)?(?: m=\S+)?/g,
  new RegExp(`\\b${DAY}, \\d\\d ${MONTH} 20\\d\\d \\d\\d:\\d\\d:\\d\\d \\+0000`, 'g'),
  new RegExp(`\\b${DAY} ${MONTH} [ \\d]\\d \\d\\d:\\d\\d:\\d\\d 20\\d\\d`, 'g'),
];
/** As tables, descriptions and errors have them, seconds up to 119; never longer than a run, so that 100m of a processor stay. */
const AGE = /\b(?:\d{1,2}(?:\.\d+)?[smhdy]|1[01]\ds|\d{1,3}(?:\.\d+)?(?:ms|µs))+\b/g;
/** Of events: how often within which time. */
const REPEATED = / ?\(x\d+ over <age>\)/g;
const SUFFIX = /(?<=[a-z0-9]-)[bcdfghjklmnpqrstvwxz2456789]{5}\b/g;
const REVISION = /(resource ?version\\?"?: *\\?"?)\d+/gi;
/** Of pods, of Services, of nodes. */
const ADDRESS = /\b(?:198\.1[89]|10\.\d+|192\.0)\.\d+\.\d+\b/g;
const NODE_PORT = /\b3[0-2]\d{3}\b/g;
const NODE = /\bnode-[ab]\b/g;
const TOKEN = /\beyJ[\w-]+\.[\w-]+\.[\w-]+/g;
/** How the programs were built. */
const BUILD = /((?:goVersion|buildDate|gitCommit|gitTreeState|compiler|platform)"?: ?)[^\n,]+/g;
/** klog's prefix, and what it says of the client's own pace. */
const PACE = /^I\d{4} .*\] "?Waited .*\n/gm;
/** What a client says of requests that it has itself given up, as it happens to notice. */
const GIVEN_UP = /^[IWE]\d{4} .*\bcontext canceled\b.*\n/gm;
const LOG_PREFIX = /^([IWE])\d{4} [\d:.]+ +\d+ /gm;
/** Of a client that crashes, with addresses of its memory. */
const STACK = /\ngoroutine \d+ \[running\]:[\s\S]*$/;
/** Files that the client makes. */
const TEMPORARY = /(\/tmp\/(?:LIVE|MERGED|kubectl-edit|rectrace-[a-z]+)-)\w+/g;

export type Origin = {
  /** Of the server, e.g. https://127.0.0.1:6443. */
  readonly url: string;
  /** Folders of the run and their names in the result. */
  readonly folders: Readonly<Record<string, string>>;
};

export function maskOutput(output: string, { url, folders }: Origin): string {
  const named = Object.entries(folders).reduce((text, [folder, name]) => text.replaceAll(folder, name), output);
  const timeless = TIMES.reduce(
    (text, pattern) => text.replaceAll(pattern, '<time>'),
    named.replaceAll(PACE, '').replaceAll(GIVEN_UP, '').replace(STACK, ''),
  );
  return timeless
    .replaceAll(LOG_PREFIX, '$1 ')
    .replaceAll(new URL(url).host, '<server>')
    .replaceAll(TEMPORARY, '$1*')
    .replaceAll(TOKEN, '<token>')
    .replaceAll(UID, '<uid>')
    .replaceAll(BUILD, '$1<build>')
    .replaceAll(REVISION, '$1<revision>')
    .replaceAll(AGE, '<age>')
    .replaceAll(REPEATED, '')
    .replaceAll(ADDRESS, '<address>')
    .replaceAll(NODE_PORT, '<port>')
    .replaceAll(SUFFIX, '*')
    .replaceAll(NODE, '<node>')
    .replaceAll(/ +(?=\t)/g, '')
    .replaceAll(/(?<=\S) {2,}/g, '  ');
}

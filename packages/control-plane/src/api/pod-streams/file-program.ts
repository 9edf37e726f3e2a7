// The programs that `kubectl cp` runs in a container: test and tar, on its scripted files.
import { packTar, unpackTar } from 'modern-tar';
import { absolute, type FileTree } from './file-tree.ts';
import type { Program, ProgramEnd, ProgramStreams } from './pod-session.ts';

/** An archive beyond this is not read to its end. */
const MOST_ARCHIVE_BYTES = 128 * 1024 * 1024;
const FAILED: ProgramEnd = { exitCode: 2 };
const FILE_MODE = 0o644;
const FOLDER_MODE = 0o755;
/** Scripts say nothing of when a file was written. */
const EPOCH = new Date(0);

/** Undefined for other words than those of `kubectl cp`. */
export function fileProgram(tree: FileTree, [program, ...words]: readonly string[]): Program | undefined {
  if (program === 'test') return testProgram(tree, words);
  return program === 'tar' ? (packingProgram(tree, words) ?? unpackingProgram(tree, words)) : undefined;
}

function testProgram(tree: FileTree, [option = '', path, ...rest]: readonly string[]): Program | undefined {
  if (path === undefined || rest.length > 0 || !['-d', '-f', '-e'].includes(option)) return undefined;
  const place = absolute(path, '/');
  const holds = (option !== '-f' && tree.isFolder(place)) || (option !== '-d' && tree.isFile(place));
  return { kind: 'runs', run: () => Promise.resolve({ exitCode: holds ? 0 : 1 }) };
}

/** tar cf - PATH */
function packingProgram(tree: FileTree, words: readonly string[]): Program | undefined {
  const [mode = '', archive, path, ...rest] = words;
  if (!/^-?cf$/.test(mode) || archive !== '-' || path === undefined || rest.length > 0) return undefined;
  return { kind: 'runs', run: (streams) => pack(tree, path, streams) };
}

async function pack(tree: FileTree, path: string, streams: ProgramStreams): Promise<ProgramEnd> {
  const place = absolute(path, '/');
  if (!tree.isFile(place) && !tree.isFolder(place)) {
    return fails(streams, `${path}: Cannot stat: No such file or directory`, 'Exiting with failure status due to previous errors');
  }
  if (path.startsWith('/')) await complain(streams, "Removing leading `/' from member names");
  await streams.write('stdout', await packTar(entriesOf(tree, place)));
  return { exitCode: 0 };
}

function entriesOf(tree: FileTree, place: string): Parameters<typeof packTar>[0] {
  const files = tree.below(place);
  const folders = new Set(files.flatMap(([path]) => foldersBetween(place, path)));
  return [
    ...[...folders]
      .sort()
      .map((path) => ({ header: { name: `${path.slice(1)}/`, type: 'directory' as const, size: 0, mode: FOLDER_MODE, mtime: EPOCH } })),
    ...files.map(([path, bytes]) => ({ header: { name: path.slice(1), size: bytes.length, mode: FILE_MODE, mtime: EPOCH }, body: bytes })),
  ];
}

/** The folder that is packed, and those in it on the way to the file. */
function foldersBetween(place: string, file: string): readonly string[] {
  const steps = file.split('/').slice(1, -1);
  const folders = steps.map((_, index) => `/${steps.slice(0, index + 1).join('/')}`);
  return folders.filter((folder) => folder === place || folder.startsWith(place === '/' ? '/' : `${place}/`));
}

const IGNORED_OPTIONS = ['--no-same-permissions', '--no-same-owner'];

/** tar -xmf - [-C FOLDER] */
function unpackingProgram(tree: FileTree, words: readonly string[]): Program | undefined {
  const [mode = '', archive, option, folder = '/', ...rest] = words.filter((word) => !IGNORED_OPTIONS.includes(word));
  const isKnown = /^-?xm?f$/.test(mode) && archive === '-' && (option === undefined || option === '-C') && rest.length === 0;
  return isKnown ? { kind: 'runs', run: (streams) => unpack(tree, folder, streams) } : undefined;
}

async function unpack(tree: FileTree, folder: string, streams: ProgramStreams): Promise<ProgramEnd> {
  const archive = await collected(streams.stdin);
  const entries = archive === undefined ? undefined : await unpackTar(archive, { strict: true }).catch(() => undefined);
  if (entries === undefined) return fails(streams, 'Unexpected EOF in archive', 'Error is not recoverable: exiting now');
  for (const { header, data } of entries) {
    if (data === undefined) continue;
    const outcome = tree.write(absolute(header.name, absolute(folder, '/')), data);
    if (outcome.kind === 'full') return fails(streams, `${header.name}: Cannot write: No space left on device`);
  }
  return { exitCode: 0 };
}

/** Undefined where there is too much of it. */
async function collected(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array | undefined> {
  const kept: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.length;
    if (length > MOST_ARCHIVE_BYTES) return undefined;
    kept.push(chunk);
  }
  const whole = new Uint8Array(length);
  kept.reduce((at, chunk) => {
    whole.set(chunk, at);
    return at + chunk.length;
  }, 0);
  return whole;
}

async function fails(streams: ProgramStreams, ...lines: readonly string[]): Promise<ProgramEnd> {
  for (const line of lines) await complain(streams, line);
  return FAILED;
}

function complain({ write }: ProgramStreams, line: string): Promise<void> {
  return write('stderr', new TextEncoder().encode(`tar: ${line}\n`));
}

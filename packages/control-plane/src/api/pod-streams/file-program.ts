// The programs that `kubectl cp` runs in a container: test and tar, on its scripted files.
import { packTar, unpackTar } from 'modern-tar';
import { GatheredBytes } from '../gathered-bytes.ts';
import type { ContainerDisk } from './container-files.ts';
import type { FileTree } from './file-tree.ts';
import { absolute, filesAt, isFile, isFolder } from './file-tree.ts';
import type { Program, ProgramEnd, ProgramStreams } from './pod-session.ts';

/** An archive beyond this is not read to its end. */
const MOST_ARCHIVE_BYTES = 128 * 1024 * 1024;
const FAILED: ProgramEnd = { exitCode: 2 };
const FILE_MODE = 0o644;
const FOLDER_MODE = 0o755;
/** Scripts say nothing of when a file was written. */
const EPOCH = new Date(0);

/** Undefined for other words than those of `kubectl cp`. */
export function fileProgram(disk: ContainerDisk, [program, ...words]: readonly string[]): Program | undefined {
  if (program === 'test') return testProgram(disk, words);
  return program === 'tar' ? (packingProgram(disk, words) ?? unpackingProgram(disk, words)) : undefined;
}

function testProgram({ tree }: ContainerDisk, [option = '', path, ...rest]: readonly string[]): Program | undefined {
  if (path === undefined || rest.length > 0 || !['-d', '-f', '-e'].includes(option)) return undefined;
  const place = absolute(path, '/');
  const holds = (): boolean => (option !== '-f' && isFolder(tree(), place)) || (option !== '-d' && isFile(tree(), place));
  return { kind: 'runs', run: () => Promise.resolve({ exitCode: holds() ? 0 : 1 }) };
}

/** tar cf - PATH */
function packingProgram({ tree }: ContainerDisk, words: readonly string[]): Program | undefined {
  const [mode = '', archive, path, ...rest] = words;
  if (!/^-?cf$/.test(mode) || archive !== '-' || path === undefined || rest.length > 0) return undefined;
  return { kind: 'runs', run: (streams) => pack(tree(), path, streams) };
}

async function pack(tree: FileTree, path: string, streams: ProgramStreams): Promise<ProgramEnd> {
  const place = absolute(path, '/');
  if (!isFile(tree, place) && !isFolder(tree, place)) {
    return fails(streams, `${path}: Cannot stat: No such file or directory`, 'Exiting with failure status due to previous errors');
  }
  if (path.startsWith('/')) await complain(streams, "Removing leading `/' from member names");
  await streams.write('stdout', await packTar(entriesOf(tree, place)));
  return { exitCode: 0 };
}

function entriesOf(tree: FileTree, place: string): Parameters<typeof packTar>[0] {
  const files = filesAt(tree, place);
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
  const folders: string[] = [];
  for (let end = file.lastIndexOf('/'); end >= place.length; end = file.lastIndexOf('/', end - 1)) folders.push(file.slice(0, end));
  return folders;
}

const IGNORED_OPTIONS = ['--no-same-permissions', '--no-same-owner'];

/** tar -xmf - [-C FOLDER] */
function unpackingProgram(disk: ContainerDisk, words: readonly string[]): Program | undefined {
  const [mode = '', archive, option, folder = '/', ...rest] = words.filter((word) => !IGNORED_OPTIONS.includes(word));
  const isKnown = /^-?xm?f$/.test(mode) && archive === '-' && (option === undefined || option === '-C') && rest.length === 0;
  return isKnown ? { kind: 'runs', run: (streams) => unpack(disk, folder, streams) } : undefined;
}

async function unpack({ write }: ContainerDisk, folder: string, streams: ProgramStreams): Promise<ProgramEnd> {
  const archive = await collected(streams.stdin);
  const entries = archive === undefined ? undefined : await unpackTar(archive, { strict: true }).catch(() => undefined);
  if (entries === undefined) return fails(streams, 'Unexpected EOF in archive', 'Error is not recoverable: exiting now');
  for (const { header, data } of entries) {
    if (data === undefined) continue;
    // Of its own, as the archive holds more than the file.
    const outcome = write(absolute(header.name, absolute(folder, '/')), data.slice());
    if (outcome.kind === 'refused') return fails(streams, `${header.name}: ${outcome.reason}`);
  }
  return { exitCode: 0 };
}

/** Undefined where there is too much of it. */
async function collected(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array | undefined> {
  const gathered = new GatheredBytes();
  for await (const chunk of chunks) {
    if (gathered.length + chunk.length > MOST_ARCHIVE_BYTES) return undefined;
    gathered.add(chunk);
  }
  return gathered.take();
}

async function fails(streams: ProgramStreams, ...lines: readonly string[]): Promise<ProgramEnd> {
  for (const line of lines) await complain(streams, line);
  return FAILED;
}

function complain({ write }: ProgramStreams, line: string): Promise<void> {
  return write('stderr', new TextEncoder().encode(`tar: ${line}\n`));
}

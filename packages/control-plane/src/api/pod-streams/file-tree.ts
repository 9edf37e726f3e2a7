// The files of a container, as a script gives them and clients copy them. A value: a write gives another tree, which shares all but a few nodes.
import type { OrderedMap } from '../../storage/ordered-map.ts';
import { emptyMap, valueIn, walkFrom, withEntry } from '../../storage/ordered-map.ts';
import type { Content } from '../pod-answers/pod-answers.ts';
import { bytesOf } from '../pod-answers/pod-answers.ts';

/** Folders are there as long as something is in them. */
export type FileTree = { readonly files: OrderedMap<string, Uint8Array>; readonly extent: Extent };

/** How much files take. `bytes`: of contents and paths. `names`: steps of all paths. */
export type Extent = { readonly bytes: number; readonly names: number };

type File = readonly [path: string, bytes: Uint8Array];

const NO_FILES: FileTree = { files: emptyMap(), extent: { bytes: 0, names: 0 } };

export function treeWith(files: Readonly<Record<string, Content>>): FileTree {
  return Object.entries(files).reduce((tree, [path, content]) => withFile(tree, absolute(path, '/'), bytesOf(content)), NO_FILES);
}

/** `path`: absolute. */
export function withFile({ files, extent }: FileTree, path: string, bytes: Uint8Array): FileTree {
  const replaced = valueIn(files, path);
  const freed = replaced === undefined ? extent : difference(extent, extentOf(path, replaced));
  return { files: withEntry(files, path, bytes), extent: sum(freed, extentOf(path, bytes)) };
}

export function isFile({ files }: FileTree, path: string): boolean {
  return valueIn(files, path) !== undefined;
}

export function isFolder(tree: FileTree, path: string): boolean {
  return path === '/' || firstBelow(tree, path) !== undefined;
}

/** The file of that path, or all files below it, in the order of their paths. */
export function filesAt({ files }: FileTree, path: string): readonly File[] {
  const prefix = prefixOf(path);
  const file = valueIn(files, path);
  const found: File[] = file === undefined ? [] : [[path, file]];
  walkFrom(files, prefix, (below, bytes) => below.startsWith(prefix) && found.push([below, bytes]) > 0);
  return found;
}

export function sum(left: Extent, right: Extent): Extent {
  return { bytes: left.bytes + right.bytes, names: left.names + right.names };
}

export function difference(left: Extent, right: Extent): Extent {
  return { bytes: left.bytes - right.bytes, names: left.names - right.names };
}

export function isWithin({ bytes, names }: Extent, most: Extent): boolean {
  return bytes <= most.bytes && names <= most.names;
}

function extentOf(path: string, bytes: Uint8Array): Extent {
  return { bytes: path.length + bytes.length, names: path.split('/').length - 1 };
}

function firstBelow({ files }: FileTree, path: string): string | undefined {
  const prefix = prefixOf(path);
  const found: string[] = [];
  walkFrom(files, prefix, (below) => below.startsWith(prefix) && found.push(below) === 0);
  return found[0];
}

function prefixOf(folder: string): string {
  return folder === '/' ? '/' : `${folder}/`;
}

/** A path seen from a folder, without `.`, `..` and doubled slashes. */
export function absolute(path: string, folder: string): string {
  const steps: string[] = [];
  for (const step of (path.startsWith('/') ? path : `${folder}/${path}`).split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '' && step !== '.') steps.push(step);
  }
  return `/${steps.join('/')}`;
}

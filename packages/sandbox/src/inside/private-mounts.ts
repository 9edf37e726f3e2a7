// The files that a program sees: /run and /tmp of its own, so that no socket of the machine is reached through them, the rest as it is.
import { lstatSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runTool } from './run-tool.ts';

/** Where the machine's own tree is seen while /run and /tmp are being replaced. */
const ASIDE = '/mnt';
const PRIVATE = ['/run', '/tmp'];
const RESOLV_CONF = '/etc/resolv.conf';

export type Mounts = {
  /** Folders under /run or /tmp that stay. */
  readonly keptFolders: readonly string[];
  /** Content by path under /run. */
  readonly files: Readonly<Record<string, string>>;
  /** Content of /etc/resolv.conf. */
  readonly resolvConf: string;
};

/** @throws Error with what could not be done */
export function setUpMounts({ keptFolders, files, resolvConf }: Mounts): void {
  const resolver = pathOf(RESOLV_CONF);
  runTool(['mount', '--rbind', '/', ASIDE]);
  for (const folder of PRIVATE) runTool(['mount', '-t', 'tmpfs', '-o', 'mode=1777', 'tmpfs', folder]);
  for (const folder of keptFolders) {
    mkdirSync(folder, { recursive: true });
    runTool(['mount', '--rbind', join(ASIDE, folder), folder]);
  }
  runTool(['umount', '--lazy', ASIDE]);
  for (const [path, content] of Object.entries(files)) writeNew(path, content);
  if (resolver !== undefined) replaceFile(resolver, resolvConf);
  if (!isLink('/var/run')) runTool(['mount', '--rbind', '/run', '/var/run']);
}

/** Where the file really is; undefined where there is none: programs then ask 127.0.0.1 of their own accord. */
function pathOf(file: string): string | undefined {
  try {
    return realpathSync(file);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

function isLink(path: string): boolean {
  return lstatSync(path).isSymbolicLink();
}

function writeNew(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content, { mode: 0o600 });
}

/** In a private folder it is written anew; elsewhere another file is laid over it. */
function replaceFile(path: string, content: string): void {
  const isPrivate = PRIVATE.some((folder) => path.startsWith(`${folder}/`));
  const written = isPrivate ? path : '/run/rectrace/resolv.conf';
  writeNew(written, content);
  if (!isPrivate) runTool(['mount', '--bind', written, path]);
}

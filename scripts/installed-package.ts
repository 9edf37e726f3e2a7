// The package as a user gets it: packed from this tree, installed into an empty folder, run from there.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface InstalledPackage {
  /** Paths in the tarball, sorted. */
  readonly files: readonly string[];
  /** The package.json in it. */
  readonly manifest: Readonly<Record<string, unknown>>;
  /** What npm put into node_modules. */
  readonly installed: readonly string[];
  /** The folder of the package's programs: first on the PATH of `run`, followed by the folder of this Node. */
  readonly bin: string;
  /** Runs a program in an empty folder with an empty HOME. */
  readonly run: (program: string, args: readonly string[]) => Finished;
  readonly remove: () => void;
}

/** Needs the bundles (`npm run build`). @throws when npm cannot pack or install. */
export function installPackedPackage(): InstalledPackage {
  const folder = mkdtempSync(join(tmpdir(), 'rectrace-package-'));
  const home = join(folder, 'home');
  mkdirSync(home);
  // The bundles are there already; a build here would replace them under the tests that run beside this one.
  const packed = JSON.parse(npm(ROOT, ['pack', '--json', '--ignore-scripts', `--pack-destination=${folder}`]));
  const [{ filename, files }] = Array.isArray(packed) ? packed : Object.values(packed);
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  npm(folder, ['install', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error', join(folder, filename)]);
  const modules = join(folder, 'node_modules');
  const bin = join(modules, '.bin');
  const env = { HOME: home, PATH: [bin, dirname(process.execPath), process.env['PATH']].join(delimiter) };
  return {
    files: files.map(({ path }: { readonly path: string }) => path).sort(),
    manifest: JSON.parse(readFileSync(join(modules, 'rectrace', 'package.json'), 'utf8')),
    installed: Object.keys(JSON.parse(readFileSync(join(modules, '.package-lock.json'), 'utf8')).packages).sort(),
    bin,
    run: (program, args) => {
      const { status, stdout, stderr } = spawnSync(program, args, { cwd: home, env, encoding: 'utf8', maxBuffer: 2 ** 28 });
      return { code: status, stdout: stdout ?? '', stderr: stderr ?? '' };
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function npm(cwd: string, args: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync('npm', args, { cwd, encoding: 'utf8', maxBuffer: 2 ** 26 });
  if (status !== 0) throw new Error(`npm ${args[0]} failed: ${error?.message ?? stderr}`);
  return stdout;
}

// `npm run testbed -- up|build`: a control plane in the foreground, or just its programs.
import { copyFile, readFile, rm } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { buildBinaries } from './build-binaries.ts';
import { startControlPlane } from './control-plane.ts';
import { TestbedError } from './errors.ts';
import { isTestbedKubeconfig } from './kubeconfig.ts';
import { buildOperators } from './operators/build-operators.ts';

const USAGE = `npm run testbed -- up [--kubeconfig FILE] [--data-dir FOLDER]   start a control plane; Ctrl-C ends it
npm run testbed -- build                                       build its programs, and the operators of the suites

Exit codes: 0 done, 1 failed, 2 wrong arguments, 3 Go is not present.
`;

const EXIT = { done: 0, failed: 1, usage: 2, noGo: 3 } as const;

process.exitCode = await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<number> {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { kubeconfig: { type: 'string' }, 'data-dir': { type: 'string' }, help: { type: 'boolean', short: 'h' } },
    });
    if (values.help === true) {
      process.stdout.write(USAGE);
      return EXIT.done;
    }
    if (positionals.length === 1 && positionals[0] === 'build') return await build();
    if (positionals.length === 1 && positionals[0] === 'up')
      return await up({ kubeconfig: values.kubeconfig, dataDir: values['data-dir'] });
    process.stderr.write(USAGE);
    return EXIT.usage;
  } catch (error) {
    return explain(error);
  }
}

function log(line: string): void {
  process.stderr.write(`testbed: ${line}\n`);
}

async function build(): Promise<number> {
  const built = await buildBinaries({ log });
  if (built.kind === 'unavailable') {
    log(built.reason);
    return EXIT.noGo;
  }
  await buildOperators({ log });
  process.stdout.write(`built ${built.bin}\n`);
  return EXIT.done;
}

async function up(options: { readonly kubeconfig: string | undefined; readonly dataDir: string | undefined }): Promise<number> {
  const built = await buildBinaries({ log });
  if (built.kind === 'unavailable') {
    log(built.reason);
    return EXIT.noGo;
  }
  if (options.kubeconfig !== undefined && !(await mayOverwrite(options.kubeconfig))) {
    throw new TestbedError('USAGE', `${options.kubeconfig} exists and is not a testbed's: not overwritten`);
  }
  const ended = toldToEnd();
  const plane = await startControlPlane({
    programs: built.programs,
    log,
    ...(options.dataDir === undefined ? {} : { dataDir: options.dataDir }),
  });
  try {
    if (options.kubeconfig !== undefined) await copyFile(plane.kubeconfig, options.kubeconfig);
    process.stdout.write(`ready KUBECONFIG=${options.kubeconfig ?? plane.kubeconfig}\n`);
    await ended;
  } finally {
    await plane.stop();
    if (options.kubeconfig !== undefined) await rm(options.kubeconfig, { force: true });
  }
  return EXIT.done;
}

/** Resolves on SIGINT and SIGTERM, and, under npm, when npm is gone: it does not pass every signal on. */
function toldToEnd(): Promise<void> {
  return new Promise((resolve) => {
    process.once('SIGINT', resolve);
    process.once('SIGTERM', resolve);
    if (process.env['npm_lifecycle_event'] === undefined) return;
    const parent = process.ppid;
    const look = setInterval(() => {
      if (process.ppid === parent) return;
      clearInterval(look);
      resolve();
    }, 500);
    look.unref();
  });
}

/** Only what an earlier testbed left behind. */
async function mayOverwrite(kubeconfig: string): Promise<boolean> {
  try {
    return isTestbedKubeconfig(await readFile(kubeconfig, 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return true;
    throw error;
  }
}

function explain(error: unknown): number {
  if (error instanceof TestbedError) {
    process.stderr.write(`testbed: ${error.message}\n${error.detail === '' ? '' : `${error.detail}\n`}`);
    return error.code === 'USAGE' ? EXIT.usage : EXIT.failed;
  }
  const usage = error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
  process.stderr.write(`testbed: ${error instanceof Error ? error.message : String(error)}\n`);
  return usage ? EXIT.usage : EXIT.failed;
}

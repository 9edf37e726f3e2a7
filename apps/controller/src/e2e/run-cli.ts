// The command line as a process of its own, with a home that is empty at the beginning.

import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** What node is given before the arguments. */
export const CLI = ['--conditions=rectrace-source', fileURLToPath(new URL('../../../cli/src/main.ts', import.meta.url))] as const;

/** folder: its HOME. */
export type CliSurroundings = { readonly kubeconfig: string; readonly folder: string };

export function cliEnvironment({ kubeconfig, folder }: CliSurroundings): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'] ?? '', HOME: folder, KUBECONFIG: kubeconfig };
}

/** @throws with its stderr where it fails */
export async function runCli(
  args: readonly string[],
  surroundings: CliSurroundings,
): Promise<{ readonly stdout: string; readonly stderr: string }> {
  const options = { env: cliEnvironment(surroundings), maxBuffer: 64 * 1024 * 1024 };
  return promisify(execFile)(process.execPath, [...CLI, ...args], options);
}

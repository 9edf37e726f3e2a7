// The tools of the system that set a sandbox up.
import { spawnSync } from 'node:child_process';

/** Runs one to its end. @throws Error whose message is one line: the tool and what it said */
export function runTool([tool, ...args]: readonly [string, ...string[]]): void {
  const { error, status, stderr } = spawnSync(tool, args, { encoding: 'utf8' });
  if (error !== undefined) throw new Error('code' in error && error.code === 'ENOENT' ? `there is no \`${tool}\` here` : error.message);
  if (status !== 0) throw new Error(`\`${[tool, ...args].join(' ')}\` failed: ${stderr.trim().split('\n').at(-1) ?? ''}`);
}

// Whether this machine's kernel lets a program have namespaces of its own: asked of the kernel, not of the sandbox.
import { spawnSync } from 'node:child_process';

const ALL = ['--user', '--map-root-user', '--net', '--mount', '--pid', '--fork', '--mount-proc', 'true'];

/** Why it does not, in unshare's words; undefined where it does. What a sandbox does then has a test of its own. */
export function namespacesForbidden(): string | undefined {
  const { status, stderr, error } = spawnSync('unshare', ALL, { encoding: 'utf8' });
  // Without util-linux nothing can be said of the kernel: the sandbox's own tests fail, and name what is missing.
  if (error !== undefined || status === 0) return undefined;
  return stderr.trim();
}

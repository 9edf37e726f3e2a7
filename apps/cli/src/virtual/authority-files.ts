// The authority of a virtual control plane as two files: a kube-controller-manager that is given them signs requests for certificates of clients.

import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UnreadableFileError, UsageError } from '../errors.ts';

export type AuthorityContent = { readonly certificate: string; readonly key: string };

export interface AuthorityFiles {
  /** @throws UsageError where one of that name is there already, UnreadableFileError */
  write(content: AuthorityContent): Promise<void>;
  /** What was written. */
  remove(): Promise<void>;
}

/** `folder`: undefined for none at all. */
export function authorityFiles(folder: string | undefined): AuthorityFiles {
  const written: string[] = [];
  const write = async (path: string, text: string): Promise<void> => {
    try {
      await writeFile(path, text, { mode: 0o600, flag: 'wx' });
    } catch (cause) {
      if (cause instanceof Error && 'code' in cause && cause.code === 'EEXIST')
        throw new UsageError(`--authority ${folder}: ${path} is there already; name another folder`);
      throw new UnreadableFileError(`--authority ${folder}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    }
    written.push(path);
  };
  return {
    write: async ({ certificate, key }) => {
      if (folder === undefined) return;
      await write(join(folder, 'ca.crt'), certificate);
      await write(join(folder, 'ca.key'), key);
    },
    remove: async () => {
      for (const path of written.splice(0)) await rm(path, { force: true });
    },
  };
}

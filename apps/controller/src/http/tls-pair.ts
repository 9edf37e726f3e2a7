// The certificate and key of the listener, as their files hold them.

import { reasonOf } from '@rectrace/cluster';
import { readTextFile } from '@rectrace/history';
import { ControllerError } from '../errors.ts';
import type { TlsFiles } from '../options.ts';

/** PEM texts. */
export type TlsPair = { readonly certificate: string; readonly key: string };

/** @throws ControllerError TLS_FILES_UNREADABLE */
export function readTlsPair({ certificateFile, keyFile }: TlsFiles): TlsPair {
  return { certificate: readPem(certificateFile), key: readPem(keyFile) };
}

function readPem(file: string): string {
  try {
    return readTextFile(file);
  } catch (error) {
    throw new ControllerError(`TLS file ${file}: ${reasonOf(error)}`, { code: 'TLS_FILES_UNREADABLE', cause: error });
  }
}

// Certificates are renewed while the process runs: their files are looked at now and then, and what they hold is served from then on.

import { reasonOf } from '@rectrace/cluster';
import type { Clock } from '@rectrace/kube';
import type { Log } from '../log.ts';
import type { TlsFiles } from '../options.ts';
import type { TlsPair } from './tls-pair.ts';
import { readTlsPair } from './tls-pair.ts';

export type FollowTlsOptions = {
  readonly files: TlsFiles;
  /** What they held when the listener was opened. */
  readonly served: TlsPair;
  /** Serves another pair from now on. @throws where certificate and key are none, or not of each other */
  readonly use: (pair: TlsPair) => void;
  readonly clock: Clock;
  readonly log: Log;
  readonly signal: AbortSignal;
};

const PERIOD_MS = 60_000;

/** Runs until aborted. A pair that cannot be used is said once; the one before it stays. */
export async function followTlsFiles({ files, served, use, clock, log, signal }: FollowTlsOptions): Promise<void> {
  let tried = textOf(served);
  let said = '';
  while (await passed(clock, signal)) {
    try {
      const pair = readTlsPair(files);
      if (textOf(pair) === tried) continue;
      tried = textOf(pair);
      use(pair);
      said = '';
      log.info({ file: files.certificateFile }, 'the certificate was renewed');
    } catch (error) {
      const reason = reasonOf(error);
      if (reason !== said)
        log.warn({ file: files.certificateFile, reason }, 'the certificate cannot be renewed; the one before is served on');
      said = reason;
    }
  }
}

/** False where it was aborted meanwhile. */
async function passed(clock: Clock, signal: AbortSignal): Promise<boolean> {
  try {
    await clock.after(PERIOD_MS, { signal, purpose: 'periodic' });
    return true;
  } catch (error) {
    if (!signal.aborted) throw error;
    return false;
  }
}

function textOf({ certificate, key }: TlsPair): string {
  return `${certificate}\n${key}`;
}

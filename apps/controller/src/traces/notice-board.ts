// Events on traces: what is wrong or has become right, each said once for as long as it stays so.

import { reasonOf } from '@rectrace/cluster';
import type { Clock } from '@rectrace/kube';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import type { ServedTrace } from './served-trace.ts';
import { traceKey } from './served-trace.ts';
import type { TraceClient, TraceNotice } from './trace-client.ts';
import type { Knowledge } from './trace-findings.ts';
import { noticesOf } from './trace-notices.ts';

export type NoticeBoardOptions = { readonly client: TraceClient; readonly clock: Clock; readonly log: Log; readonly metrics: Metrics };

export class NoticeBoard {
  readonly #options: NoticeBoardOptions;
  readonly #said = new Map<string, ReadonlySet<string>>();

  constructor(options: NoticeBoardOptions) {
    this.#options = options;
  }

  /** Says what was not true at the last review. Does not wait for the API server; what it refuses is logged. */
  review(trace: ServedTrace, knowledge: Knowledge): void {
    const key = traceKey(trace.object);
    const before = this.#said.get(key) ?? new Set();
    const notices = noticesOf(trace, { knowledge, before });
    this.#said.set(key, new Set(notices.map(wordsOf)));
    for (const notice of notices) if (!before.has(wordsOf(notice))) void this.#say(trace, notice);
  }

  forget(key: string): void {
    this.#said.delete(key);
  }

  async #say(trace: ServedTrace, notice: TraceNotice): Promise<void> {
    const { client, clock, log, metrics } = this.#options;
    const line = { trace: traceKey(trace.object), reason: notice.reason };
    if (notice.type === 'Warning') log.warn(line, notice.message);
    else log.info(line, notice.message);
    try {
      await client.announce(trace.object, { notice, at: clock.now() });
    } catch (error) {
      metrics.failed('event');
      log.warn({ ...line, cause: reasonOf(error) }, 'an Event could not be written');
    }
  }
}

function wordsOf({ reason, message }: TraceNotice): string {
  return `${reason}: ${message}`;
}

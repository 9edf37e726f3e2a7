// Events on traces: what is wrong or has become right, each said once for as long as it stays so.

import { reasonOf } from '@rectrace/cluster';
import type { Clock } from '@rectrace/kube';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import type { ServedTrace } from './served-trace.ts';
import { traceKey } from './served-trace.ts';
import type { TraceClient, TraceNotice } from './trace-client.ts';
import type { Knowledge } from './trace-findings.ts';
import { targetState } from './trace-findings.ts';
import type { KnownTarget } from './trace-notices.ts';
import { noticesOf } from './trace-notices.ts';

export type NoticeBoardOptions = { readonly client: TraceClient; readonly clock: Clock; readonly log: Log; readonly metrics: Metrics };

/** words: 'reason: message' of what was true at the last review. */
type Said = { readonly words: ReadonlySet<string>; readonly target: KnownTarget | undefined };

const NOTHING_SAID: Said = { words: new Set(), target: undefined };

export class NoticeBoard {
  readonly #options: NoticeBoardOptions;
  readonly #said = new Map<string, Said>();

  constructor(options: NoticeBoardOptions) {
    this.#options = options;
  }

  /** Says what was not true at the last review. Does not wait for the API server; what it refuses is logged. */
  review(trace: ServedTrace, knowledge: Knowledge): void {
    const key = traceKey(trace.object);
    const { words: before, target } = this.#said.get(key) ?? NOTHING_SAID;
    const notices = noticesOf(trace, { knowledge, before: target });
    const { kind } = targetState(trace, knowledge);
    this.#said.set(key, { words: new Set(notices.map(wordsOf)), target: kind === 'searching' ? target : kind });
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

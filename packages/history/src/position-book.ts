// How far each collection has been recorded, told from the messages: the version a restart may resume from without missing anything.

import { compareResourceVersions, formatScope, isOrderable } from '@rectrace/kube';
import type { RecorderMessage } from '@rectrace/trace';
import type { RecordedPosition } from './history-writer.ts';

/** passed: versions in the order they were told, from the one last taken on. moved: whether there may be something to take. */
type Page = { passed: string[]; epoch: number; listing: boolean; moved: boolean; taken?: string };

/** Beyond this many versions since the last one taken those in between are forgotten; a place further back remains. */
const MOST_PASSED = 65_536;

export class PositionBook {
  readonly #pages = new Map<string, Page>();
  #epoch: number;

  /** stored: the positions that the recording resumes from. */
  constructor(stored: readonly RecordedPosition[] = []) {
    this.#epoch = stored.reduce((highest, { epoch }) => Math.max(highest, epoch), 0);
    for (const { scope, resourceVersion, epoch } of stored)
      this.#pages.set(scope, { passed: [resourceVersion], epoch, listing: false, moved: false });
  }

  /**
   * Only what comes in the order of versions moves a position: watch messages and bookmarks outside of a list, and the end of a list. What is
   * told within a list, or read back from the past, is told in another order.
   */
  note(message: RecorderMessage): void {
    switch (message.kind) {
      case 'ListBegin':
        this.#page(formatScope(message.scope)).listing = true;
        return;
      case 'ListEnd':
        this.#endList(formatScope(message.scope), message.resourceVersion);
        return;
      case 'Observed':
        if (message.by !== 'walkBack') this.#pass(formatScope(message.scope), message.object.metadata.resourceVersion ?? '');
        return;
      case 'Bookmark':
        this.#pass(formatScope(message.scope), message.resourceVersion);
        return;
      case 'EpochBegin':
        this.#epoch += 1;
        return;
      case 'Availability':
        if (message.state === 'absent') this.#pages.delete(formatScope(message.scope));
        return;
      case 'Listed':
      case 'Vanished':
      case 'Gap':
      case 'Tick':
        return;
    }
  }

  /**
   * Positions that moved since the last call. held: per collection the oldest version that the recorder still holds back; the position stays
   * before it, so that a restart reads it again.
   */
  take(held: ReadonlyMap<string, string>): readonly RecordedPosition[] {
    const moved: RecordedPosition[] = [];
    for (const [scope, page] of this.#pages) {
      if (!page.moved) continue;
      const oldest = held.get(scope);
      const reached = oldest === undefined ? page.passed.length - 1 : lastBefore(page.passed, oldest);
      const resourceVersion = page.passed[reached];
      page.moved = oldest !== undefined;
      const place = `${page.epoch}/${resourceVersion}`;
      if (resourceVersion === undefined || page.taken === place) continue;
      page.passed.splice(0, reached);
      page.taken = place;
      moved.push({ scope, resourceVersion, epoch: page.epoch });
    }
    return moved;
  }

  #page(scope: string): Page {
    const known = this.#pages.get(scope);
    if (known !== undefined) return known;
    const page: Page = { passed: [], epoch: this.#epoch, listing: false, moved: false };
    this.#pages.set(scope, page);
    return page;
  }

  #endList(scope: string, resourceVersion: string): void {
    const page = this.#page(scope);
    page.listing = false;
    if (page.epoch !== this.#epoch || page.passed.length === 0) page.passed = [resourceVersion];
    else page.passed.push(resourceVersion);
    page.epoch = this.#epoch;
    page.moved = true;
  }

  #pass(scope: string, resourceVersion: string): void {
    const page = this.#page(scope);
    const last = page.passed.at(-1);
    if (page.listing || resourceVersion === '') return;
    if (last !== undefined && (last === resourceVersion || compareResourceVersions(resourceVersion, last) === 'less')) return;
    page.passed.push(resourceVersion);
    if (page.passed.length > MOST_PASSED) page.passed.splice(1, MOST_PASSED / 2);
    page.moved = true;
  }
}

/** Index of the last version that comes before another; -1 where none does. */
function lastBefore(passed: readonly string[], version: string): number {
  const found = passed.findIndex(
    (other) => other === version || (isOrderable(version) && compareResourceVersions(other, version) === 'greater'),
  );
  return found < 0 ? passed.length - 1 : found - 1;
}

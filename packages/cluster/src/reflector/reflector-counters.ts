// What a reflector counts, for metrics and for the curious.

export class ReflectorCounters {
  /** Lists and watches that ended by a failure or by silence. */
  restarts = 0;
  /** Lists after a lost place. */
  relists = 0;
  /** Revisions recovered from exact lists. */
  recovered = 0;
  /** Gaps told. */
  gaps = 0;
  /** Items and events older than what was known. */
  droppedOlder = 0;
  /** Bookmarks received. */
  bookmarks = 0;
  /** Times a watch was cut because nothing came. */
  silences = 0;
  /** The newest version told of, '' before the first list. */
  place = '';
  /** Milliseconds since the epoch; 0 before the first message. */
  lastMessageAt = 0;

  /** Counts how a list or watch came to its end. */
  noteEnd(kind: 'listed' | 'closed' | 'silent' | 'behind' | 'failed'): void {
    if (kind === 'failed' || kind === 'silent') this.restarts += 1;
  }
}

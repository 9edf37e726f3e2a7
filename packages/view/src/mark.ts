// What a row is about, with a shape and a tone for it: colour never stands alone.

/** Tones are names, not colours of a device: a terminal, a page and a report paint each in its own way. */
export type Tone = 'good' | 'change' | 'bad' | 'info' | 'faint' | 'strong';

export type Mark =
  | 'created'
  | 'updated'
  | 'deleted'
  | 'event'
  | 'warning'
  | 'present'
  | 'noise'
  | 'opened'
  | 'request'
  | 'reached'
  | 'closed'
  | 'gap'
  | 'slow'
  | 'ready'
  | 'notReady'
  | 'busy'
  | 'gone'
  | 'unknown'
  | 'none'
  | 'inferred'
  | 'recovered'
  | 'reconstructed';

type Appearance = { readonly shape: string; readonly tone: Tone; readonly word: string };

const APPEARANCE: { readonly [mark in Mark]: Appearance } = {
  created: { shape: '+', tone: 'good', word: 'created' },
  updated: { shape: '~', tone: 'change', word: 'updated' },
  deleted: { shape: '-', tone: 'bad', word: 'deleted' },
  event: { shape: '!', tone: 'info', word: 'event' },
  warning: { shape: '!', tone: 'bad', word: 'warning event' },
  present: { shape: '=', tone: 'faint', word: 'present at the start' },
  noise: { shape: '.', tone: 'faint', word: 'noise' },
  opened: { shape: '▶', tone: 'strong', word: 'cycle starts' },
  request: { shape: '»', tone: 'strong', word: 'request within a cycle' },
  reached: { shape: '□', tone: 'good', word: 'end reached, not yet held' },
  closed: { shape: '■', tone: 'good', word: 'cycle ends' },
  gap: { shape: '#', tone: 'bad', word: 'gap: revisions may be missing' },
  slow: { shape: '*', tone: 'change', word: 'among the slowest' },
  ready: { shape: '✓', tone: 'good', word: 'ready' },
  notReady: { shape: '✗', tone: 'bad', word: 'not ready' },
  busy: { shape: '…', tone: 'change', word: 'in progress' },
  gone: { shape: 'x', tone: 'faint', word: 'gone' },
  unknown: { shape: '?', tone: 'change', word: 'unknown' },
  none: { shape: ' ', tone: 'faint', word: '' },
  inferred: { shape: 'i', tone: 'faint', word: 'inferred: nobody saw it happen' },
  recovered: { shape: 'r', tone: 'faint', word: 'recovered: learnt afterwards' },
  reconstructed: { shape: '≈', tone: 'faint', word: 'reconstructed: nobody was watching' },
};

/** One character that stands for a mark. */
export function shapeOf(mark: Mark): string {
  return APPEARANCE[mark].shape;
}

/** The tone a mark is painted in. */
export function toneOf(mark: Mark): Tone {
  return APPEARANCE[mark].tone;
}

/** What a mark means, for a legend. */
export function wordOf(mark: Mark): string {
  return APPEARANCE[mark].word;
}

/** '+ created  ~ updated …': the legend of the marks given. */
export function legendOf(marks: readonly Mark[]): string {
  return marks.map((mark) => `${shapeOf(mark)} ${wordOf(mark)}`).join('  ');
}

// The Warning headers of an answer: what the texts hold can neither break a header nor make it long without end; kube-apiserver has the same bounds.

const MOST_IN_ALL = 4 * 1024;
const MOST_OF_LONG = 256;
const CONTROL = /\p{Cc}/u;

/** Values of headers, byte by byte. Where the texts are too long in all, each is cut, and those behind them are left out. */
export function warningHeaders(warnings: readonly string[]): readonly string[] {
  const texts = warnings.filter((text) => text !== '');
  const shown = lettersIn(texts) <= MOST_IN_ALL ? texts : fitting(texts.map((text) => [...text].slice(0, MOST_OF_LONG).join('')));
  return shown
    .filter((text) => text.isWellFormed() && !CONTROL.test(text))
    .map((text) => bytesOf(`299 - "${text.replaceAll(/["\\]/g, '\\$&')}"`));
}

/** Those up to the one that passes the bound. */
function fitting(texts: readonly string[]): readonly string[] {
  let letters = 0;
  return texts.filter((text) => {
    const fits = letters < MOST_IN_ALL;
    letters += [...text].length;
    return fits;
  });
}

function lettersIn(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + [...text].length, 0);
}

/** Headers are written letter by letter. */
function bytesOf(text: string): string {
  return Buffer.from(text).toString('latin1');
}

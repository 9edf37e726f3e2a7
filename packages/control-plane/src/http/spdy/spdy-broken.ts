/** The rules of SPDY/3.1 are broken, or its limits here: the connection ends, and nobody else hears of it. */
export class SpdyBroken extends Error {
  constructor(what: string) {
    super(`SPDY/3.1: ${what}`);
    this.name = 'SpdyBroken';
  }
}

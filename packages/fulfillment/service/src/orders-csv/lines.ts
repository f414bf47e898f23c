// Bytes of a file, piece by piece, and a position in them -> its line. The parser counts a CR LF inside quotes as two line breaks.

const lineFeed = 10;
const carriageReturn = 13;

export class LineCounter {
  #pieces: Uint8Array[] = [];
  /** Of the first piece. */
  #start = 0;
  #position = 0;
  #line = 1;
  #isAfterReturn = false;
  #isAfterBreak = false;

  push(piece: Uint8Array): void {
    this.#pieces.push(piece);
  }

  /** The line that ends before a position, which is after its line break or at the end of the file. */
  endingAt(position: number): number {
    const line = this.at(position);
    return this.#isAfterBreak ? line - 1 : line;
  }

  /** The line at a position, which must not be before the last one; with `skipBreaks`, that after the line breaks there. */
  at(position: number, { skipBreaks = false }: { readonly skipBreaks?: boolean } = {}): number {
    for (;;) {
      const [piece] = this.#pieces;
      if (piece === undefined) return this.#line;
      for (let index = this.#position - this.#start; index < piece.length; index += 1, this.#position += 1) {
        const byte = piece[index];
        const isBreak = byte === lineFeed || byte === carriageReturn;
        if (this.#position >= position && !(skipBreaks && isBreak)) return this.#line;
        if (byte === carriageReturn || (byte === lineFeed && !this.#isAfterReturn)) this.#line += 1;
        this.#isAfterReturn = byte === carriageReturn;
        this.#isAfterBreak = isBreak;
      }
      this.#start += piece.length;
      this.#pieces.shift();
    }
  }
}

/** A CR LF is one. */
export function lineBreaksIn(text: string): number {
  let count = 0;
  for (let index = text.search(/[\r\n]/); index >= 0 && index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === carriageReturn || (code === lineFeed && text.charCodeAt(index - 1) !== carriageReturn)) count += 1;
  }
  return count;
}

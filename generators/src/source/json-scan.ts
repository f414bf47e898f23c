// Where things end in a text that is JSON, without reading what they are.

/** The offset of the quote that ends the string which starts at `start`; the end of the text when none does. */
export function stringEnd(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
}

function isEscaped(text: string, at: number): boolean {
  let slashes = 0;
  while (text.charCodeAt(at - 1 - slashes) === 0x5c) slashes += 1;
  return slashes % 2 === 1;
}

/** The first offset from `start` on that holds no white space; a byte order mark counts as such. */
export function spaceEnd(text: string, start: number): number {
  let at = start;
  while (at < text.length && isSpace(text.charCodeAt(at))) at += 1;
  return at;
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09 || code === 0xfeff;
}

/** A text in which it is known where the larger values end, so that looking into one does not pass over all that is in it. */
export class JsonText {
  readonly text: string;
  private ends: ReadonlyMap<number, number> | null;

  /** `ends`: where larger values end, when that is known already. */
  constructor(text: string, ends: ReadonlyMap<number, number> | null) {
    this.text = text;
    this.ends = ends;
  }

  /** The offset behind the value that starts at `start`. */
  valueEnd(start: number): number {
    switch (this.text.charCodeAt(start)) {
      case 0x22: // "
        return stringEnd(this.text, start) + 1;
      case 0x7b: // {
      case 0x5b: // [
        return this.bracketEnd(start);
      default:
        return wordEnd(this.text, start);
    }
  }

  private bracketEnd(start: number): number {
    this.ends ??= endsOfLarge(this.text);
    return this.ends.get(start) ?? closing(this.text, start, () => {});
  }
}

/** Shorter values are passed over faster than they are remembered. */
export const large = 1024;

/** Where each large object and array ends, by where it starts: one pass over the text. */
function endsOfLarge(text: string): Map<number, number> {
  const ends = new Map<number, number>();
  closing(text, spaceEnd(text, 0), (start, end) => {
    if (end - start >= large) ends.set(start, end);
  });
  return ends;
}

/** The offset behind the object or array that starts at `start`; `closed` is told of every one in it, and of itself. */
function closing(text: string, start: number, closed: (start: number, end: number) => void): number {
  const open: number[] = [];
  for (let at = start; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case 0x22: // "
        at = stringEnd(text, at);
        break;
      case 0x7b: // {
      case 0x5b: // [
        open.push(at);
        break;
      case 0x7d: // }
      case 0x5d: // ]
        closed(open.pop() ?? start, at + 1);
        if (open.length === 0) return at + 1;
        break;
    }
  }
  return text.length;
}

/** A number, `true`, `false` or `null`. */
function wordEnd(text: string, start: number): number {
  let at = start;
  while (at < text.length && !isSpace(text.charCodeAt(at)) && !",]}:".includes(text.charAt(at))) at += 1;
  return at;
}

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

/** The offset behind the value that starts at `start`. */
export function valueEnd(text: string, start: number): number {
  switch (text.charCodeAt(start)) {
    case 0x22: // "
      return stringEnd(text, start) + 1;
    case 0x7b: // {
    case 0x5b: // [
      return bracketEnd(text, start);
    default:
      return wordEnd(text, start);
  }
}

function bracketEnd(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case 0x22: // "
        at = stringEnd(text, at);
        break;
      case 0x7b: // {
      case 0x5b: // [
        depth += 1;
        break;
      case 0x7d: // }
      case 0x5d: // ]
        depth -= 1;
        if (depth === 0) return at + 1;
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

// Text that a service sent -> the same text with its control characters escaped, so that it is safe to print.

/** Keeps line ends and tabs. */
export function visible(text: string): string {
  return text.replaceAll("\r\n", "\n").replace(controls, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return code < 256 ? `\\x${code.toString(16).padStart(2, "0")}` : `\\u${code.toString(16).padStart(4, "0")}`;
  });
}

/** As `visible`, on one line. */
export function visibleLine(text: string): string {
  return visible(text).replaceAll("\n", "\\n").replaceAll("\t", "\\t");
}

/** Control characters but for tab and line feed, Unicode's line ends, and the marks that turn the direction of text around. */
const controls: RegExp = /(?![\t\n])\p{Cc}|[\u2028\u2029]|\p{Bidi_Control}/gu;

// A text -> where an unresolved merge left its conflict markers, to explain why a file is not what it should be.

/** The offset of the first marker; `null` when there is none. A line of seven equals signs alone is a heading in Markdown. */
export function mergeMarkIn(text: string): number | null {
  const marks = /^(?:<{7}|>{7})(?: |$)/m.exec(text.replaceAll("\r\n", " \n"));
  return marks?.index ?? null;
}

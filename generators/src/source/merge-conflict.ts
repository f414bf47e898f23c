// A text -> where a merge that was not settled left its marks. Read by whoever must explain why a file is not what it should be.

/** The offset of the first mark; `null` when there is none. A line of seven equals signs alone is a heading in Markdown. */
export function mergeMarkIn(text: string): number | null {
  const marks = /^(?:<{7}|>{7})(?: |$)/m.exec(text.replaceAll("\r\n", " \n"));
  return marks?.index ?? null;
}

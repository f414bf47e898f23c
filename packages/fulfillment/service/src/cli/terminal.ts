// What the commands take from the process they run in, and how they write: results on stdout, everything else on stderr.

export interface Terminal {
  out(text: string): void;
  err(text: string): void;
  /** What is typed or piped in, in UTF-8; left out: nothing is. */
  readonly input?: AsyncIterable<Uint8Array | string>;
  readonly environment: NodeJS.ProcessEnv;
  /** Milliseconds of Unix time. */
  readonly now: () => number;
}

/** Control characters, what reorders the text around it, and line breaks of Unicode: a terminal obeys them. */
const obeyed = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]+/gu;

/** On one line, and as it is, for any text. */
export function printable(text: string): string {
  return text.replaceAll(obeyed, " ");
}

/** One line, for programs. */
export function printJson(terminal: Terminal, value: object): void {
  terminal.out(`${JSON.stringify(value).replaceAll(obeyed, escaped)}\n`);
}

function escaped(characters: string): string {
  return [...characters].map((each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, "0")}`).join("");
}

/** Columns under their headings, for people. */
export function printTable(
  terminal: Terminal,
  headings: readonly string[],
  rows: readonly (readonly string[])[],
): void {
  const table = [headings, ...rows.map((row) => row.map(printable))];
  const widths = headings.map((_, column) => Math.max(...table.map((row) => (row[column] ?? "").length)));
  for (const row of table) {
    terminal.out(
      `${widths
        .map((width, column) => (row[column] ?? "").padEnd(width))
        .join("  ")
        .trimEnd()}\n`,
    );
  }
}

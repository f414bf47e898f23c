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

/** One line, for programs. */
export function printJson(terminal: Terminal, value: object): void {
  terminal.out(`${JSON.stringify(value)}\n`);
}

/** Columns under their headings, for people. */
export function printTable(
  terminal: Terminal,
  headings: readonly string[],
  rows: readonly (readonly string[])[],
): void {
  const table = [headings, ...rows];
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

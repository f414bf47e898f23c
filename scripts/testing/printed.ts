// What commands print -> the same text in every run, and where it differs from what was expected.

/** Without times, what npm counts, and spaces at the end of lines. */
export function steady(output: string): string {
  return output
    .replaceAll(/ +\d+(?:\.\d+)? (ms|s)\b/g, "  … $1")
    .replaceAll(/^(added|changed|up to date,?) .*in \d+m?s$/gm, "$1 … in … s")
    .replaceAll(/[ \t]+$/gm, "")
    .trim();
}

export interface Difference {
  /** The first line that differs, from 1. */
  readonly line: number;
  /** `null` where the text has ended. */
  readonly expected: string | null;
  readonly printed: string | null;
}

/** `null` when the two are the same. */
export function firstDifference(expected: string, printed: string): Difference | null {
  const [wanted, found] = [expected.split("\n"), printed.split("\n")];
  const length = Math.max(wanted.length, found.length);
  const at = Array.from({ length }, (_, index) => index).find((index) => wanted[index] !== found[index]);
  if (at === undefined) return null;
  return { line: at + 1, expected: wanted[at] ?? null, printed: found[at] ?? null };
}

// What commands print -> the same text in every run.

/** Without times, what npm counts, and spaces at the end of lines. */
export function steady(output: string): string {
  return output
    .replaceAll(/ +\d+(?:\.\d+)? (ms|s)\b/g, "  … $1")
    .replaceAll(/^(added|changed|up to date,?) .*in \d+m?s$/gm, "$1 … in … s")
    .replaceAll(/[ \t]+$/gm, "")
    .trim();
}

// What a command prints -> the same text in every run: no times, nothing that npm counts, no spaces at the end of lines.

export function steady(output: string): string {
  return output
    .replaceAll(/ +\d+(?:\.\d+)? (ms|s)\b/g, "  … $1")
    .replaceAll(/^(added|changed|up to date,?) .*in \d+m?s$/gm, "$1 … in … s")
    .replaceAll(/[ \t]+$/gm, "")
    .trim();
}

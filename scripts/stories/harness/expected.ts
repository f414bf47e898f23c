// The terminal output on the page -> whether it was printed: ids differ from run to run, and an ellipsis matches anything.

/** Whether all of `expected` is in `printed`, in one piece. */
export function isPrinted(expected: string, printed: string): boolean {
  return new RegExp(patternOf(expected.trim())).test(printed);
}

function patternOf(expected: string): string {
  return expected
    .split(/(\b[a-z]{2,4}_[0-9A-Z]{26}\b|…)/)
    .map((part, index) => {
      if (index % 2 === 0) return part.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");
      return part === "…" ? ".*" : `${part.slice(0, part.indexOf("_"))}_[0-9A-Z]{26}`;
    })
    .join("");
}

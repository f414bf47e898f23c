// Two words -> whether one is the other, mistyped.

/** In how many letters, or `null` for too many: none in a short word, one or two in a longer one. */
export function mistypedBy(typed: string, word: string): number | null {
  const allowed = typed.length < 5 ? 0 : typed.length < 8 ? 1 : 2;
  if (allowed === 0 || Math.abs(typed.length - word.length) > allowed) return null;
  const away = distance(typed, word);
  return away > allowed ? null : away;
}

/** Letters that are added, missing or other ones, and neighbours that have changed places. */
function distance(a: string, b: string): number {
  let [before, last] = [[] as number[], Array.from({ length: b.length + 1 }, (_, at) => at)];
  for (let row = 1; row <= a.length; row += 1) {
    const next = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const isSame = a[row - 1] === b[column - 1];
      const isSwapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      next[column] = Math.min(
        (last[column] ?? 0) + 1,
        (next[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (before[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [before, last] = [last, next];
  }
  return last[b.length] ?? 0;
}

// Two texts to the places where they differ, each with an excerpt in the manner of a unified diff.

export interface Hunk {
  /** Zero-based first line in the text on disk, and in the generated one. */
  readonly line: number;
  readonly generatedLine: number;
  /** Lines only on disk, and lines only generated. */
  readonly removed: readonly string[];
  readonly added: readonly string[];
  /** The column of the first difference, zero-based, in the first line of either. */
  readonly column: number;
  readonly excerpt: readonly string[];
}

/** In order; none when the texts are the same. Of very many, the first ones. */
export function hunksOf(onDisk: string, generated: string): Hunk[] {
  const before = onDisk.split("\n");
  const after = generated.split("\n");
  const hunks: Hunk[] = [];
  let [line, generatedLine] = [0, 0];
  while ((line < before.length || generatedLine < after.length) && hunks.length < enough) {
    if (before[line] === after[generatedLine]) {
      [line, generatedLine] = [line + 1, generatedLine + 1];
      continue;
    }
    const { removed, added } = hunkAt(before, after, { line, generatedLine });
    const column = commonStart(removed[0] ?? "", added[0] ?? "");
    hunks.push({ line, generatedLine, removed, added, column, excerpt: excerptOf(before, { line, removed, added }) });
    [line, generatedLine] = [line + removed.length, generatedLine + added.length];
  }
  return hunks;
}

const enough = 200;
/** How far to look for the place where two texts agree again. */
const reach = 60;
const shown = 6;

interface Start {
  readonly line: number;
  readonly generatedLine: number;
}

/** The shortest stretch after which two lines in a row agree. */
function hunkAt(
  before: readonly string[],
  after: readonly string[],
  { line, generatedLine }: Start,
): Pick<Hunk, "removed" | "added"> {
  for (let total = 1; total <= reach; total += 1) {
    for (let gone = 0; gone <= total; gone += 1) {
      const there = line + gone;
      const here = generatedLine + total - gone;
      if (there > before.length || here > after.length) continue;
      if (before[there] === after[here] && before[there + 1] === after[here + 1]) {
        return { removed: before.slice(line, there), added: after.slice(generatedLine, here) };
      }
    }
  }
  return { removed: before.slice(line), added: after.slice(generatedLine) };
}

function commonStart(one: string, other: string): number {
  let column = 0;
  while (column < one.length && column < other.length && one[column] === other[column]) column += 1;
  return column;
}

function excerptOf(
  before: readonly string[],
  { line, removed, added }: Pick<Hunk, "line" | "removed" | "added">,
): string[] {
  const above = line === 0 ? [] : [` ${before[line - 1] ?? ""}`];
  const below = before[line + removed.length];
  const lines = [
    ...above,
    ...signed("-", removed),
    ...signed("+", added),
    ...(below === undefined ? [] : [` ${below}`]),
  ];
  return lines.map((text) => text.slice(0, 160).trimEnd());
}

function signed(sign: string, lines: readonly string[]): string[] {
  const rest = lines.length - shown;
  return [...lines.slice(0, shown).map((text) => sign + text), ...(rest > 0 ? [`${sign} … ${rest} more`] : [])];
}

// The text that an upgrade makes of a file as it was committed, and the file as it is now -> what an earlier upgrade has done there.
import { diffArrays } from "diff";

export interface EarlierTexts {
  /** Of the last commit, before any upgrade. */
  readonly committed: string;
  /** The same after this upgrade. */
  readonly upgraded: string;
  readonly current: string;
}

export interface Earlier {
  /** Whether any line that the upgrade writes is in the file already. */
  readonly isUpgraded: boolean;
  /** Where a line of `upgraded` is in the file, both one-based; `null`: it was edited, or never written. */
  readonly lineNow: (line: number) => number | null;
}

export function earlierUpgrade({ committed, upgraded, current }: EarlierTexts): Earlier {
  const now = sameLines(upgraded, current);
  const before = new Set(sameLines(committed, upgraded).values());
  return {
    isUpgraded: [...now.keys()].some((line) => !before.has(line)),
    lineNow: (line) => now.get(line) ?? null,
  };
}

/** The lines that two texts share, one-based: those of the first, with those of the second. */
function sameLines(from: string, to: string): Map<number, number> {
  const lines = new Map<number, number>();
  let [old, now] = [1, 1];
  // A checkout may have turned line feeds into CRLF.
  for (const { added, removed, count } of diffArrays(from.split(/\r?\n/), to.split(/\r?\n/))) {
    if (!added && !removed) for (let index = 0; index < count; index++) lines.set(old + index, now + index);
    if (!added) old += count;
    if (!removed) now += count;
  }
  return lines;
}

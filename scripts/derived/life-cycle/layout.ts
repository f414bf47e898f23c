// A state machine -> where its boxes and arrows go: the longest path runs down the middle, with the branches beside it.
import type { Arrow, Machine } from "./machine.ts";

export interface Box {
  readonly state: string;
  /** The first state is in row 1. */
  readonly row: number;
  readonly column: "middle" | "side";
}

/** `down`: to the next row; `past`: down the middle, around the boxes between; `aside`: to a branch. */
export interface Line {
  readonly arrow: Arrow;
  readonly kind: "down" | "past" | "aside";
  readonly from: Box | null;
  readonly to: Box;
}

export interface Layout {
  readonly boxes: readonly Box[];
  readonly lines: readonly Line[];
}

/** Throws for a machine that is too complex for this layout. */
export function layOut(machine: Machine): Layout {
  const middle = longestWay(machine.arrows);
  const boxes = machine.states.map((state): Box => {
    const row = middle.indexOf(state) + 1;
    return row > 0
      ? { state, row, column: "middle" }
      : { state, row: branchRow(state, machine, middle), column: "side" };
  });
  const lines = machine.arrows.map((arrow) => lineOf(arrow, boxes));
  for (const [kind, one] of [["past", "line past others"] as const, ["aside", "branch"] as const]) {
    if (lines.filter((line) => line.kind === kind).length > 1)
      throw new Error(`the life cycle has more than one ${one}: teach scripts/derived/life-cycle/layout.ts to draw it`);
  }
  return { boxes, lines };
}

function longestWay(arrows: readonly Arrow[], from: string | null = null, seen: readonly string[] = []): string[] {
  const ways = arrows
    .filter((arrow) => arrow.from === from && !seen.includes(arrow.to))
    .map(({ to }) => [to, ...longestWay(arrows, to, [...seen, to])]);
  return ways.reduce((longest, way) => (way.length > longest.length ? way : longest), []);
}

/** A branch is one row below the state that it leaves. */
function branchRow(state: string, { arrows }: Machine, middle: readonly string[]): number {
  const origins = arrows
    .filter(({ to }) => to === state)
    .map(({ from }) => (from === null ? 0 : middle.indexOf(from) + 1));
  return Math.max(0, ...origins) + 1;
}

function lineOf(arrow: Arrow, boxes: readonly Box[]): Line {
  const from = boxes.find(({ state }) => state === arrow.from) ?? null;
  const to = boxes.find(({ state }) => state === arrow.to);
  if (to === undefined || (arrow.from !== null && from === null))
    throw new Error(`${arrow.from} -> ${arrow.to} leads to or from a state that there is not`);
  if (to.column === "side") return { arrow, kind: "aside", from, to };
  return { arrow, kind: to.row - (from?.row ?? 0) === 1 ? "down" : "past", from, to };
}

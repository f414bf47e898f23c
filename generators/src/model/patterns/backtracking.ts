// A pattern -> how its time grows on a text made to fail: a backtracking engine tries every way the text can be read.
// A loop that reads one text in two ways is exponential; two loops in a row that read the same text are polynomial: they can
// split it anywhere. (Weber and Seidl, "On the degree of ambiguity of finite automata", 1991.)
import { type Automaton, automataOf, type Position } from "./automaton.ts";
import type { Effort } from "./matcher.ts";

/** `unknown`: too large to analyse, or not decided within the steps. */
export type Growth = "linear" | "polynomial" | "exponential" | "unknown";

/** `total`: the steps left, shared by the patterns of a run; the result is the same on every machine. */
export function growthOf(source: string, total: Effort = { left: stepsForOne }): Growth {
  const effort = { left: Math.min(stepsForOne, total.left) };
  const before = effort.left;
  const growths = automataOf(source).map((automaton) => growthIn(automaton, effort));
  total.left -= before - Math.max(0, effort.left);
  return order.find((growth) => growths.includes(growth)) ?? "linear";
}

const order: readonly Growth[] = ["exponential", "unknown", "polynomial", "linear"];

function growthIn(automaton: Automaton | null, effort: Effort): Growth {
  if (automaton === null) return "unknown";
  const search = new Search(automaton, effort);
  if (search.isExponential()) return "exponential";
  const isPolynomial = search.isPolynomial();
  if (effort.left < 0) return "unknown";
  return isPolynomial ? "polynomial" : "linear";
}

const stepsForOne = 300_000;

class Search {
  private readonly automaton: Automaton;
  private readonly loops: readonly (readonly Position[])[];
  private readonly effort: Effort;

  constructor(automaton: Automaton, effort: Effort) {
    this.automaton = automaton;
    this.effort = effort;
    // Once the pattern has matched, the engine does not backtrack.
    this.loops = loopsOf(automaton).filter((loop) => !loop.some((position) => position.free));
  }

  /** A loop in which some text leads from a position back to it in two ways. */
  isExponential(): boolean {
    return this.loops.some((loop) => {
      const inside = new Set(loop);
      const isDouble = loop.some((from) => [...from.next].some(([to, ways]) => ways > 1 && inside.has(to)));
      return isDouble || loop.some((position) => this.partsAndMeets(position, inside));
    });
  }

  /** Two readings of one text that start at one position, part, and end there. */
  private partsAndMeets(start: Position, inside: ReadonlySet<Position>): boolean {
    const successors = ([one, other, parted]: Pair): Pair[] => {
      const found: Pair[] = [];
      for (const next of one.next.keys()) {
        if (!inside.has(next)) continue;
        for (const beside of other.next.keys()) {
          if (inside.has(beside) && this.share(next, beside)) found.push([next, beside, parted || next !== beside]);
        }
      }
      return found;
    };
    const isEnd = ([one, other, parted]: Pair): boolean => parted && one === start && other === start;
    return this.reaches([start, start, false], successors, isEnd);
  }

  /** A text that leads around a loop, from there to a later loop, and around that one. */
  isPolynomial(): boolean {
    const starts = this.automaton.search === null ? this.loops : [[this.automaton.search], ...this.loops];
    return starts.some((early) =>
      this.loops.some((late) => early !== late && early.some((p) => late.some((q) => p !== q && this.shares(p, q)))),
    );
  }

  private shares(early: Position, late: Position): boolean {
    const successors = ([a, b, c]: Triple): Triple[] => {
      const found: Triple[] = [];
      for (const x of a.next.keys()) {
        for (const y of b.next.keys()) {
          if (!this.share(x, y)) continue;
          for (const z of c.next.keys()) if (this.shareAll(x, y, z)) found.push([x, y, z]);
        }
      }
      return found;
    };
    const isEnd = ([a, b, c]: Triple): boolean => a === early && b === late && c === late;
    return this.reaches([early, early, late], successors, isEnd);
  }

  private reaches<State extends readonly (Position | boolean)[]>(
    start: State,
    successors: (state: State) => State[],
    isEnd: (state: State) => boolean,
  ): boolean {
    const seen = new Set<string>();
    const open = [start];
    for (let state = open.pop(); state !== undefined; state = open.pop()) {
      for (const next of successors(state)) {
        this.effort.left -= 1;
        if (this.effort.left < 0) return false;
        if (isEnd(next)) return true;
        const key = next.map((part) => (typeof part === "boolean" ? part : part.index)).join();
        if (seen.has(key)) continue;
        seen.add(key);
        open.push(next);
      }
    }
    return false;
  }

  private share(one: Position, other: Position): boolean {
    this.effort.left -= 1;
    for (const character of one.characters) if (other.characters.has(character)) return true;
    return false;
  }

  private shareAll(one: Position, other: Position, third: Position): boolean {
    for (const character of one.characters) {
      if (other.characters.has(character) && third.characters.has(character)) return true;
    }
    return false;
  }
}

/** Two positions, and whether they have differed on the way. */
type Pair = readonly [Position, Position, boolean];
type Triple = readonly [Position, Position, Position];

/** The positions on cycles, grouped by the cycles they share. */
function loopsOf({ positions }: Automaton): Position[][] {
  const reach = positions.map((position) => reachedFrom(position));
  const placed = new Set<Position>();
  const loops: Position[][] = [];
  for (const position of positions) {
    const own = reach[position.index];
    if (placed.has(position) || own?.has(position) !== true) continue;
    const loop = [...own].filter((other) => reach[other.index]?.has(position) === true);
    for (const member of loop) placed.add(member);
    loops.push(loop);
  }
  return loops;
}

function reachedFrom(start: Position): ReadonlySet<Position> {
  const reached = new Set<Position>();
  const open = [start];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const next of at.next.keys()) {
      if (reached.has(next)) continue;
      reached.add(next);
      open.push(next);
    }
  }
  return reached;
}

// A pattern -> its automaton: one position for each character it reads, and the transitions between positions.
// Each transition counts the ways to take it, because a backtracking engine tries each of them.
import { type AST, visitRegExpAST } from "@eslint-community/regexpp";
import { computedOnce } from "../computed-once.ts";
import { type Effort, parsedPattern } from "./matcher.ts";

export interface Automaton {
  readonly positions: readonly Position[];
  /** The position for every offset a search can start at; `null` for a pattern that starts with `^`. */
  readonly search: Position | null;
}

export interface Position {
  readonly index: number;
  /** The characters it reads, as numbers of representatives. */
  readonly characters: ReadonlySet<number>;
  /** The number of ways to reach each next position; 2 means two or more. */
  readonly next: Map<Position, number>;
  /** Once this is read, the pattern matches any continuation: the engine does not backtrack. */
  free: boolean;
}

/** The automata of a pattern and of its assertions; `null` for one that is too large to analyse. */
function automataOf(source: string): (Automaton | null)[] {
  const pattern = source.length > maxLength ? null : parsedPattern(source);
  if (pattern === null) return [null];
  const characters = new Characters(pattern);
  const bodies: (readonly AST.Alternative[])[] = [pattern.alternatives];
  const automata: (Automaton | null)[] = [];
  // The bodies of assertions are appended while the list is processed.
  for (const [at, alternatives] of bodies.entries()) {
    if (at > maxAssertions) return [...automata, null];
    automata.push(new Builder(characters, bodies).automaton(alternatives, at === 0));
  }
  return automata;
}

/** Larger than any pattern a person writes. */
const maxLength = 5_000;
const maxAssertions = 30;
const maxPositions = 300;

/** From this count on, the analysis treats a repetition as unbounded. */
const manyTimes = 10;

/** A part of a pattern: its first and last positions, and the number of ways it matches the empty text. */
interface Part {
  readonly empty: number;
  /** It matches the empty text without looking at the characters around. */
  readonly free: boolean;
  readonly first: ReadonlyMap<Position, number>;
  readonly last: ReadonlyMap<Position, number>;
  readonly freeLast: ReadonlySet<Position>;
}

const nothing: Part = { empty: 1, free: true, first: new Map(), last: new Map(), freeLast: new Set() };
const asserted: Part = { ...nothing, free: false };

class TooLarge extends Error {}

class Builder {
  private readonly characters: Characters;
  private readonly bodies: (readonly AST.Alternative[])[];
  private readonly positions: Position[] = [];

  /** `bodies` collects the bodies of assertions, which are analysed separately. */
  constructor(characters: Characters, bodies: (readonly AST.Alternative[])[]) {
    this.characters = characters;
    this.bodies = bodies;
  }

  automaton(alternatives: readonly AST.Alternative[], isPattern: boolean): Automaton | null {
    try {
      const search = isPattern && !alternatives.every(isAnchored) ? this.position(this.characters.all) : null;
      const part = this.choice(alternatives);
      for (const position of part.freeLast) position.free = true;
      if (search !== null) {
        this.join(new Map([[search, 1]]), new Map([[search, 1]]));
        this.join(new Map([[search, 1]]), part.first);
        search.free = part.free;
      }
      return { positions: this.positions, search };
    } catch (error) {
      if (error instanceof TooLarge) return null;
      throw error;
    }
  }

  private choice(alternatives: readonly AST.Alternative[]): Part {
    return alternatives.map((alternative) => this.sequence(alternative.elements)).reduce(either);
  }

  private sequence(elements: readonly AST.Element[]): Part {
    return elements.reduce((before, element) => this.followed(before, this.element(element)), nothing);
  }

  private element(element: AST.Element): Part {
    switch (element.type) {
      case "Character":
      case "CharacterClass":
      case "CharacterSet":
      case "ExpressionCharacterClass":
        return this.reading(this.characters.of(element.raw));
      case "Group":
      case "CapturingGroup":
        return this.choice(element.alternatives);
      case "Quantifier":
        return this.repeated(element);
      case "Assertion":
        if (element.kind === "lookahead" || element.kind === "lookbehind") this.bodies.push(element.alternatives);
        return asserted;
      case "Backreference":
        return asserted;
    }
  }

  private reading(characters: ReadonlySet<number>): Part {
    const position = this.position(characters);
    const only = new Map([[position, 1]]);
    return { empty: 0, free: false, first: only, last: only, freeLast: new Set([position]) };
  }

  private position(characters: ReadonlySet<number>): Position {
    if (this.positions.length >= maxPositions) throw new TooLarge();
    const position = { index: this.positions.length, characters, next: new Map(), free: false };
    this.positions.push(position);
    return position;
  }

  /** Few repetitions are expanded; many are treated as unbounded after the first. */
  private repeated({ element, min, max }: AST.Quantifier): Part {
    const isEndless = max - min >= manyTimes;
    let all = nothing;
    for (let at = 0; at < Math.min(min, 3); at += 1) all = this.followed(all, this.copy(element, min));
    if (isEndless) return this.followed(all, optional(this.endless(this.element(element))));
    // a?{2} is (a(a)?)?: the second is only tried after the first.
    let rest = nothing;
    for (let at = min; at < max; at += 1) rest = optional(this.followed(this.element(element), rest));
    return this.followed(all, rest);
  }

  /** One of `min` repetitions. If many of them may be empty, there is a choice which ones are. */
  private copy(element: AST.QuantifiableElement, min: number): Part {
    const part = this.element(element);
    return min >= manyTimes && part.empty > 0 ? this.endless(this.endless(part)) : part;
  }

  private endless(part: Part): Part {
    this.join(part.last, part.first);
    return part;
  }

  private followed(before: Part, after: Part): Part {
    this.join(before.last, after.first);
    return {
      empty: capped(before.empty * after.empty),
      free: before.free && after.free,
      first: sum(before.first, times(after.first, before.empty)),
      last: sum(after.last, times(before.last, after.empty)),
      freeLast: new Set([...after.freeLast, ...(after.free ? before.freeLast : [])]),
    };
  }

  private join(from: ReadonlyMap<Position, number>, to: ReadonlyMap<Position, number>): void {
    for (const [position, ways] of from) {
      for (const [next, more] of to) {
        position.next.set(next, capped((position.next.get(next) ?? 0) + ways * more));
      }
    }
  }
}

function either(one: Part, other: Part): Part {
  return {
    empty: capped(one.empty + other.empty),
    free: one.free || other.free,
    first: sum(one.first, other.first),
    last: sum(one.last, other.last),
    freeLast: new Set([...one.freeLast, ...other.freeLast]),
  };
}

/** The engine rejects an empty iteration, so a body that can be empty adds one more way to be empty. */
function optional(part: Part): Part {
  return { ...part, empty: 1, free: true };
}

function isAnchored({ elements: [first] }: AST.Alternative): boolean {
  if (first?.type === "Assertion") return first.kind === "start";
  return (first?.type === "Group" || first?.type === "CapturingGroup") && first.alternatives.every(isAnchored);
}

function sum(one: ReadonlyMap<Position, number>, other: ReadonlyMap<Position, number>): Map<Position, number> {
  const all = new Map(one);
  for (const [position, ways] of other) all.set(position, capped((all.get(position) ?? 0) + ways));
  return all;
}

function times(positions: ReadonlyMap<Position, number>, ways: number): Map<Position, number> {
  return ways === 0
    ? new Map()
    : new Map([...positions].map(([position, existingWays]) => [position, capped(existingWays * ways)]));
}

function capped(ways: number): number {
  return Math.min(ways, 2);
}

/** Characters that escapes such as \w, \s and \p{L} distinguish. */
const usual = "\n\r\t 0aZ_-.:/@!éя中\u{1F600}\u{10FFFF}";

/** The characters a pattern distinguishes, as representatives: two parts can read the same text if they share one. */
class Characters {
  /** Every representative. */
  readonly all: ReadonlySet<number>;
  private readonly representatives: readonly string[];
  private readonly known = new Map<string, ReadonlySet<number>>();

  constructor(pattern: AST.Pattern) {
    const points = new Set([...usual].map((character) => character.codePointAt(0) ?? 0));
    visitRegExpAST(pattern, {
      // Classes change at the ends of a range and next to them.
      onCharacterEnter: ({ value }) => {
        for (const point of [value - 1, value, value + 1]) if (point >= 0 && point <= 0x10ffff) points.add(point);
      },
    });
    this.representatives = [...points].map((point) => String.fromCodePoint(point));
    this.all = new Set(this.representatives.keys());
  }

  /** The representatives a single-character part matches: `[a-z]`, `\d`, `.`. */
  of(raw: string): ReadonlySet<number> {
    return computedOnce(this.known, raw, () => {
      const part = new RegExp(`^(?:${raw})$`, "u");
      return new Set([...this.all].filter((at) => part.test(this.representatives[at] ?? "")));
    });
  }
}

// A pattern -> how its time grows on a text made to fail: a backtracking engine tries every way the text can be read.
// A loop that reads one text in two ways is exponential; two loops in a row that read the same text are polynomial: they can
// split it anywhere. (Weber and Seidl, "On the degree of ambiguity of finite automata", 1991.)

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
      const nextPairs: Pair[] = [];
      for (const next of one.next.keys()) {
        if (!inside.has(next)) continue;
        for (const beside of other.next.keys()) {
          if (inside.has(beside) && this.share(next, beside)) nextPairs.push([next, beside, parted || next !== beside]);
        }
      }
      return nextPairs;
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
      const nextTriples: Triple[] = [];
      for (const x of a.next.keys()) {
        for (const y of b.next.keys()) {
          if (!this.share(x, y)) continue;
          for (const z of c.next.keys()) if (this.shareAll(x, y, z)) nextTriples.push([x, y, z]);
        }
      }
      return nextTriples;
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
    const reachable = reach[position.index];
    if (placed.has(position) || reachable?.has(position) !== true) continue;
    const loop = [...reachable].filter((other) => reach[other.index]?.has(position) === true);
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

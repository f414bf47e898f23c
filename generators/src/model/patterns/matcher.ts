// A pattern and a text -> whether they match, in a bounded number of steps: each pair of a pattern position and a text offset
// is tried once, so no text takes exponential time. Neither texts nor patterns can be trusted.
import { type Program, programOf, type Step } from "./program.ts";

/** The steps left, shared by all users of it. */
export interface Effort {
  left: number;
}

export interface Matcher {
  /** `null` when undecided: the effort is spent, or the pattern is too large. */
  readonly test: (text: string, effort: Effort) => boolean | null;
}

/** `source`: a pattern that compiles in Unicode mode. */
export function matcherOf(source: string): Matcher {
  if (isStraight(source)) {
    const expression = new RegExp(source, "u");
    return { test: (text) => expression.test(text) };
  }
  const program = programOf(source);
  return { test: (text, effort) => (program === null ? null : new Search(program, text, effort).found()) };
}

/**
 * A sequence of parts from the start of the text, at most one of them of variable length: any engine runs it in linear time.
 * The test for that is a regular expression itself, so it only runs on short patterns.
 */
function isStraight(source: string): boolean {
  return source.length <= 200 && straight.test(source);
}

const one = String.raw`(?:[^\\^$*+?()[\]{}|]|\\[dDwWsS.\-/+*?()[\]{}|^$\\]|\[(?:[^\\[\]]|\\[^kc])+\])`;
const counted = String.raw`(?:${one}(?:\{\d\d?\})?)*`;
const straight = new RegExp(String.raw`^\^${counted}(?:${one}(?:[*+?]|\{\d+,\d*\}))?${counted}\$?$`, "u");

type Registers = readonly number[];

interface State {
  readonly step: Step;
  /** The offset between characters. */
  readonly at: number;
  readonly registers: Registers;
}

class Spent extends Error {}

class Search {
  private readonly program: Program;
  private readonly characters: readonly string[];
  private readonly effort: Effort;
  private readonly looks = new Map<number, boolean>();

  constructor(program: Program, text: string, effort: Effort) {
    this.program = program;
    this.characters = [...text];
    this.effort = effort;
  }

  found(): boolean | null {
    const registers = Array.from({ length: this.program.registers }, () => -1);
    const tried = new Set<number>();
    try {
      for (let at = 0; at <= this.characters.length; at += 1) {
        if (this.from({ step: this.program.start, at, registers }, tried) !== null) return true;
      }
      return false;
    } catch (error) {
      if (error instanceof Spent) return null;
      throw error;
    }
  }

  /** The registers after a match. `tried` holds the states that fail. */
  private from(start: State, tried: Set<number>): Registers | null {
    const open = [start];
    for (let state = open.pop(); state !== undefined; state = open.pop()) {
      this.spend(1);
      if (state.step.kind === "accept") return state.registers;
      if (!this.program.refersBack) {
        const key = this.keyOf(state.step, state.at);
        if (tried.has(key)) continue;
        tried.add(key);
      }
      // Last in, first out.
      open.push(...this.successors(state, state.step).toReversed());
    }
    return null;
  }

  private successors({ at, registers }: State, step: Exclude<Step, { kind: "accept" }>): State[] {
    switch (step.kind) {
      case "read":
        return this.reads(step, at) ? [{ step: step.next, at: at + (step.back ? -1 : 1), registers }] : [];
      case "run":
        return this.endsOf(step, at).map((end) => ({ step: step.next, at: end, registers }));
      case "choice":
        return step.steps.map((next) => ({ step: next, at, registers }));
      case "around":
        return step.holds(this.characters[at - 1] ?? "", this.characters[at] ?? "")
          ? [{ step: step.next, at, registers }]
          : [];
      case "look":
        return this.looked(step, at, registers);
      case "set":
        return [{ step: step.next, at, registers: registers.with(step.register, at) }];
      case "clear":
        return [
          { step: step.next, at, registers: registers.map((held, of) => (step.registers.includes(of) ? -1 : held)) },
        ];
      case "advanced":
        return registers[step.since] === at ? [] : [{ step: step.next, at, registers }];
      case "again": {
        const end = this.again(step, at, registers);
        return end === null ? [] : [{ step: step.next, at: end, registers }];
      }
    }
  }

  private reads({ reads, back }: Step & { kind: "read" | "run" }, at: number): boolean {
    const character = this.characters[back ? at - 1 : at];
    return character !== undefined && reads(character);
  }

  /** All offsets at which a repeated character can end, the first one to try at the front. */
  private endsOf(step: Step & { kind: "run" }, start: number): number[] {
    const { min, max, greedy } = step.counts;
    const ends: number[] = [];
    const way = step.back ? -1 : 1;
    for (let count = 0, at = start; ; count += 1, at += way) {
      this.spend(1);
      if (count >= min) ends.push(at);
      if (count >= max || !this.reads(step, at)) break;
    }
    return greedy ? ends.reverse() : ends;
  }

  private looked(step: Step & { kind: "look" }, at: number, registers: Registers): State[] {
    const going = (held: Registers): State[] => [{ step: step.next, at, registers: held }];
    if (this.program.refersBack) {
      const inside = this.from({ step: step.body, at, registers }, new Set());
      if (step.negate) return inside === null ? going(registers) : [];
      return inside === null ? [] : going(inside);
    }
    const key = this.keyOf(step, at);
    let matches = this.looks.get(key);
    if (matches === undefined) {
      matches = this.from({ step: step.body, at, registers }, new Set()) !== null;
      this.looks.set(key, matches);
    }
    return matches === step.negate ? [] : going(registers);
  }

  /** The end of the text that a backreference repeats; a group that has not matched is empty. */
  private again({ groups, back, folds }: Step & { kind: "again" }, at: number, registers: Registers): number | null {
    const held = groups.map((group) => [registers[group] ?? -1, registers[group + 1] ?? -1] as const);
    const [start, end] = held.find(([from, to]) => from >= 0 && to >= 0) ?? [0, 0];
    const length = end - start;
    this.spend(length);
    const from = back ? at - length : at;
    if (from < 0 || from + length > this.characters.length) return null;
    for (let offset = 0; offset < length; offset += 1) {
      const [first = "", second = ""] = [this.characters[start + offset], this.characters[from + offset]];
      if (first !== second && !(folds && areOneIgnoringCase(first, second))) return null;
    }
    return back ? from : at + length;
  }

  private keyOf({ id }: Step, at: number): number {
    return id * (this.characters.length + 1) + at;
  }

  private spend(steps: number): void {
    this.effort.left -= steps;
    if (this.effort.left < 0) throw new Spent();
  }
}

function areOneIgnoringCase(first: string, second: string): boolean {
  const point = first.codePointAt(0) ?? 0;
  return new RegExp(`^\\u{${point.toString(16)}}$`, "iu").test(second);
}

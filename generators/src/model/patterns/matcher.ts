// A pattern and a text -> whether they match, in a bounded number of steps: each pair of a pattern position and a text offset
// is tried once, so no text takes exponential time. Neither texts nor patterns can be trusted.
import { type AST, RegExpParser, RegExpSyntaxError, visitRegExpAST } from "@eslint-community/regexpp";
import { computedOnce } from "../computed-once.ts";

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

// A pattern -> a graph of steps that decide whether a text matches, without a backtracking engine: reading, choosing, and
// assertions. Counted repetitions are expanded.

export interface Program {
  readonly start: Step;
  /** Whether the pattern has backreferences: then it matters how a step was reached, not only where. */
  readonly refersBack: boolean;
  /** State along the way: ends of groups, and where iterations of loops started. */
  readonly registers: number;
}

export type Step =
  | { readonly kind: "accept"; readonly id: number }
  | (Linked & { readonly kind: "read"; readonly reads: Reads; readonly back: boolean })
  | (Linked & { readonly kind: "run"; readonly reads: Reads; readonly back: boolean; readonly counts: Counts })
  /** In the order in which they are tried. */
  | { readonly kind: "choice"; readonly id: number; readonly steps: readonly Step[] }
  | (Linked & { readonly kind: "around"; readonly holds: (before: string, after: string) => boolean })
  | (Linked & { readonly kind: "look"; readonly body: Step; readonly negate: boolean })
  | (Linked & { readonly kind: "set"; readonly register: number })
  | (Linked & { readonly kind: "clear"; readonly registers: readonly number[] })
  | (Linked & { readonly kind: "advanced"; readonly since: number })
  | (Linked & {
      readonly kind: "again";
      readonly groups: readonly number[];
      readonly back: boolean;
      readonly folds: boolean;
    });

interface Linked {
  readonly id: number;
  readonly next: Step;
}

export interface Counts {
  readonly min: number;
  readonly max: number;
  readonly greedy: boolean;
}

/** Whether a character matches. */
export type Reads = (character: string) => boolean;

/** `null` for a pattern that is too large to expand, or nested too deeply to parse. */
function programOf(source: string): Program | null {
  try {
    const pattern = parsedPattern(source);
    return pattern === null ? null : new Writer(pattern).program();
  } catch (error) {
    if (error instanceof TooLarge) return null;
    throw error;
  }
}

const maxSteps = 100_000;

/** One character repeated up to this count is expanded; above it, it is counted while reading. */
const maxWritten = 20;

class TooLarge extends Error {}

/** The flags that `(?i:…)` and the like change. */
interface Flags {
  readonly ignoreCase: boolean;
  readonly multiline: boolean;
  readonly dotAll: boolean;
}

/** How a part is compiled: its direction and its flags. */
interface Mode extends Flags {
  readonly back: boolean;
}

class Writer {
  private readonly pattern: AST.Pattern;
  private readonly groups = new Map<AST.CapturingGroup, number>();
  private readonly classes = new Map<string, Reads>();
  private steps = 0;
  private registers = 0;

  constructor(pattern: AST.Pattern) {
    this.pattern = pattern;
    visitRegExpAST(pattern, {
      onCapturingGroupEnter: (group) => {
        if (group.references.length > 0) this.groups.set(group, this.register(2));
      },
    });
  }

  program(): Program {
    const mode: Mode = { ignoreCase: false, multiline: false, dotAll: false, back: false };
    const start = this.choice(this.pattern.alternatives, { kind: "accept", id: this.id() }, mode);
    return { start, refersBack: this.groups.size > 0, registers: this.registers };
  }

  private choice(alternatives: readonly AST.Alternative[], next: Step, mode: Mode): Step {
    const steps = alternatives.map(({ elements }) => this.sequence(elements, next, mode));
    const [only] = steps;
    return only !== undefined && steps.length === 1 ? only : { kind: "choice", id: this.id(), steps };
  }

  private sequence(elements: readonly AST.Element[], next: Step, mode: Mode): Step {
    const last = mode.back ? elements : elements.toReversed();
    return last.reduce((after, element) => this.element(element, after, mode), next);
  }

  private element(element: AST.Element, next: Step, mode: Mode): Step {
    switch (element.type) {
      case "Character":
      case "CharacterClass":
      case "CharacterSet":
      case "ExpressionCharacterClass":
        return { kind: "read", id: this.id(), next, reads: this.reads(element.raw, mode), back: mode.back };
      case "Group":
        return this.choice(element.alternatives, next, { ...mode, ...changed(mode, element.modifiers) });
      case "CapturingGroup":
        return this.group(element, next, mode);
      case "Quantifier":
        return this.repeated(element, next, mode);
      case "Assertion":
        return this.assertion(element, next, mode);
      case "Backreference": {
        const groups = [element.resolved].flat().map((group) => this.groups.get(group) ?? 0);
        return { kind: "again", id: this.id(), next, groups, back: mode.back, folds: mode.ignoreCase };
      }
    }
  }

  private group(group: AST.CapturingGroup, next: Step, mode: Mode): Step {
    const register = this.groups.get(group);
    if (register === undefined) return this.choice(group.alternatives, next, mode);
    // Reading backwards starts at the end.
    const [first, last] = mode.back ? [register + 1, register] : [register, register + 1];
    const closed = this.set(last, next);
    return this.set(first, this.choice(group.alternatives, closed, mode));
  }

  private assertion(element: AST.Assertion, next: Step, mode: Mode): Step {
    if (element.kind === "lookahead" || element.kind === "lookbehind") {
      const accept: Step = { kind: "accept", id: this.id() };
      const body = this.choice(element.alternatives, accept, { ...mode, back: element.kind === "lookbehind" });
      return { kind: "look", id: this.id(), next, body, negate: element.negate };
    }
    return { kind: "around", id: this.id(), next, holds: aroundOf(element, mode) };
  }

  private repeated({ element, min, max, greedy }: AST.Quantifier, next: Step, mode: Mode): Step {
    const isOne = isOneCharacter(element);
    const [required, optional] = [min, max - min];
    let after = next;
    if (optional === Number.POSITIVE_INFINITY) after = this.endless(element, after, { ...mode, greedy });
    else if (isOne && optional > maxWritten)
      after = this.run(element, after, { ...mode, min: 0, max: optional, greedy });
    else for (let at = 0; at < optional; at += 1) after = this.oneMore(element, after, { ...mode, greedy, next });
    if (isOne && required > maxWritten) return this.run(element, after, { ...mode, min, max: min, greedy });
    for (let at = 0; at < required; at += 1) after = this.round(element, after, mode);
    return after;
  }

  private endless(element: AST.QuantifiableElement, next: Step, mode: Mode & { readonly greedy: boolean }): Step {
    const steps: Step[] = [];
    const loop: Step = { kind: "choice", id: this.id(), steps };
    const round = this.advancing(element, loop, mode);
    steps.push(...(mode.greedy ? [round, next] : [next, round]));
    return loop;
  }

  /** One optional iteration; `next` follows if it is skipped. */
  private oneMore(
    element: AST.QuantifiableElement,
    after: Step,
    mode: Mode & { readonly greedy: boolean; readonly next: Step },
  ): Step {
    const round = this.advancing(element, after, mode);
    return { kind: "choice", id: this.id(), steps: mode.greedy ? [round, mode.next] : [mode.next, round] };
  }

  private run(element: AST.QuantifiableElement, next: Step, { min, max, greedy, ...mode }: Mode & Counts): Step {
    const reads = this.reads(element.raw, mode);
    return { kind: "run", id: this.id(), next, reads, back: mode.back, counts: { min, max, greedy } };
  }

  /** An iteration that must read something. Without backreferences, an empty one leads to a state that was already tried. */
  private advancing(element: AST.QuantifiableElement, next: Step, mode: Mode): Step {
    if (this.groups.size === 0) return this.round(element, next, mode);
    const since = this.register(1);
    return this.set(since, this.round(element, { kind: "advanced", id: this.id(), next, since }, mode));
  }

  /** Clears the groups inside, which still hold the previous iteration. */
  private round(element: AST.QuantifiableElement, next: Step, mode: Mode): Step {
    const inner = this.element(element, next, mode);
    const registers = this.registersIn(element);
    return registers.length === 0 ? inner : { kind: "clear", id: this.id(), next: inner, registers };
  }

  private registersIn(element: AST.QuantifiableElement): number[] {
    if (this.groups.size === 0) return [];
    const inside = [...this.groups].filter(([group]) => group.start >= element.start && group.end <= element.end);
    return inside.flatMap(([, register]) => [register, register + 1]);
  }

  private set(register: number, next: Step): Step {
    return { kind: "set", id: this.id(), next, register };
  }

  private register(count: number): number {
    this.registers += count;
    return this.registers - count;
  }

  private id(): number {
    this.steps += 1;
    if (this.steps > maxSteps) throw new TooLarge();
    return this.steps - 1;
  }

  /** One character at a time: the engine has nothing to backtrack to. */
  private reads(raw: string, { ignoreCase, dotAll }: Flags): Reads {
    const flags = `u${ignoreCase ? "i" : ""}${dotAll ? "s" : ""}`;
    return computedOnce(this.classes, `${flags} ${raw}`, () => {
      const expression = new RegExp(`^(?:${raw})$`, flags);
      return (character) => expression.test(character);
    });
  }
}

function isOneCharacter({ type }: AST.QuantifiableElement): boolean {
  return type === "Character" || type === "CharacterClass" || type === "CharacterSet";
}

function changed(flags: Flags, modifiers: AST.Modifiers | null): Flags {
  const { add, remove } = modifiers ?? { add: null, remove: null };
  return {
    ignoreCase: (flags.ignoreCase || add?.ignoreCase === true) && remove?.ignoreCase !== true,
    multiline: (flags.multiline || add?.multiline === true) && remove?.multiline !== true,
    dotAll: (flags.dotAll || add?.dotAll === true) && remove?.dotAll !== true,
  };
}

/** `^`, `$`, `\b` and `\B`: the characters before and after, empty at the ends of the text. */
function aroundOf(
  { kind, ...assertion }: AST.EdgeAssertion | AST.WordBoundaryAssertion,
  { multiline, ignoreCase }: Flags,
): (before: string, after: string) => boolean {
  const endsLine = (character: string): boolean =>
    character === "" || (multiline && /[\n\r\u2028\u2029]/.test(character));
  if (kind === "start") return endsLine;
  if (kind === "end") return (_before, after) => endsLine(after);
  const negate = "negate" in assertion && assertion.negate;
  const word = ignoreCase ? /^\w$/iu : /^\w$/u;
  return (before, after) => (word.test(before) !== word.test(after)) !== negate;
}

// A pattern -> its syntax tree, as ECMA-262 parses it in Unicode mode.

/** `null` for syntax that the engine supports and the parser does not, and for nesting that is too deep. */
export function parsedPattern(source: string): AST.Pattern | null {
  try {
    return new RegExpParser({ ecmaVersion: 2025 }).parsePattern(source, 0, source.length, { unicode: true });
  } catch (error) {
    if (error instanceof RegExpSyntaxError || error instanceof RangeError) return null;
    throw error;
  }
}

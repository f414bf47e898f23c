// A pattern -> a graph of steps that decide whether a text matches, without a backtracking engine: reading, choosing, and
// assertions. Counted repetitions are expanded.
import { type AST, visitRegExpAST } from "@eslint-community/regexpp";
import { parsedPattern } from "./parsed-pattern.ts";

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
export function programOf(source: string): Program | null {
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
    const known = this.classes.get(`${flags} ${raw}`);
    if (known !== undefined) return known;
    const expression = new RegExp(`^(?:${raw})$`, flags);
    const reads: Reads = (character) => expression.test(character);
    this.classes.set(`${flags} ${raw}`, reads);
    return reads;
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

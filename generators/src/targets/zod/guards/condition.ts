// Conditions on a value as data: the same condition can be printed for any expression, positive or negated.
import { type Code, type CodeSymbol, code, type Group, grouped, ifStatement } from "../../../emit/index.ts";
import { unreachable } from "../../../model/unreachable.ts";

export type Condition = { readonly kind: "always" } | { readonly kind: "never" } | Atom | Composite;

/** One comparison or call. */
interface Atom {
  readonly kind: "atom";
  readonly holds: OfValue;
  readonly fails: OfValue;
  /** How often the value is used: more than once, and a member gets a constant. */
  readonly uses: number;
}

type OfValue = (value: Code) => Code;

interface Composite {
  readonly kind: "all" | "some";
  readonly parts: readonly Condition[];
}

export const always: Condition = { kind: "always" };
export const never: Condition = { kind: "never" };

export function atom(holds: OfValue, fails: OfValue, uses = 1): Condition {
  return { kind: "atom", holds, fails, uses };
}

/** A call that returns a boolean. */
export function truth(holds: OfValue, uses = 1): Condition {
  return atom(holds, (value) => code`!${holds(value)}`, uses);
}

/** An operator that compares, and the one that is its negation. */
export interface Operators {
  readonly holds: Code;
  readonly fails: Code;
}

const equality: Operators = { holds: code`===`, fails: code`!==` };

/** `value >= limit`. `subjectOf`: what is compared, if it is not the value itself. */
export function relation(
  other: Code,
  { holds, fails }: Operators = equality,
  subjectOf: OfValue = (value) => value,
): Condition {
  return atom(
    (value) => code`${subjectOf(value)} ${holds} ${other}`,
    (value) => code`${subjectOf(value)} ${fails} ${other}`,
  );
}

export function equals(other: Code): Condition {
  return relation(other);
}

/** `isOrder(value)` */
export function callOf(guard: Code | CodeSymbol): Condition {
  return truth((value) => code`${guard}(${value})`);
}

export const isAbsent: Condition = equals(code`undefined`);

/** A condition on one thing as part of a condition on another. */
export function of(condition: Condition, subject: Code): Condition {
  return atom(
    () => operandOf(condition, subject),
    () => operandOf(not(condition), subject),
    0,
  );
}

export function all(parts: readonly Condition[]): Condition {
  return composite("all", parts);
}

export function some(parts: readonly Condition[]): Condition {
  return composite("some", parts);
}

/** One part can decide the whole, and a constant part is dropped. */
function composite(kind: Composite["kind"], parts: readonly Condition[]): Condition {
  const [decisive, neutral] = kind === "all" ? [never, always] : [always, never];
  const flat = parts.flatMap((part) => (part.kind === kind ? part.parts : [part]));
  if (flat.some((part) => part.kind === decisive.kind)) return decisive;
  const telling = flat.filter((part) => part.kind !== neutral.kind);
  const [only] = telling;
  if (only === undefined) return neutral;
  return telling.length === 1 ? only : { kind, parts: telling };
}

export function not(condition: Condition): Condition {
  switch (condition.kind) {
    case "always":
      return never;
    case "never":
      return always;
    case "atom":
      return { ...condition, holds: condition.fails, fails: condition.holds };
    case "all":
      return some(condition.parts.map(not));
    case "some":
      return all(condition.parts.map(not));
    default:
      return unreachable(condition);
  }
}

export function usesOf(condition: Condition): number {
  switch (condition.kind) {
    case "always":
    case "never":
      return 0;
    case "atom":
      return condition.uses;
    case "all":
    case "some":
      return condition.parts.reduce((sum, part) => sum + usesOf(part), 0);
    default:
      return unreachable(condition);
  }
}

/** The expression that is true where the condition holds. */
export function expressionOf(condition: Condition, value: Code): Code {
  switch (condition.kind) {
    case "always":
      return code`true`;
    case "never":
      return code`false`;
    case "atom":
      return condition.holds(value);
    case "all":
    case "some":
      return grouped({ ...bracketed(condition, value), isBareWhenFlat: true });
    default:
      return unreachable(condition);
  }
}

export const acceptance: Code = code`return true;`;
export const refusal: Code = code`return false;`;

/** `if (…) return false;` where the condition fails; nothing where it always holds. */
export function demand(condition: Condition, value: Code): Code[] {
  if (condition.kind === "always") return [];
  if (condition.kind === "never") return [refusal];
  return [ifStatement(bracketed(not(condition), value), refusal)];
}

/** As an operand of `!`, `&&`, `||` or `?`. */
export function operandOf(part: Condition, value: Code): Code {
  return part.kind === "all" || part.kind === "some" ? grouped(bracketed(part, value)) : expressionOf(part, value);
}

/** `(a && b)` */
function bracketed(condition: Condition, value: Code): Group {
  const isComposite = condition.kind === "all" || condition.kind === "some";
  return {
    open: "(",
    items: isComposite ? condition.parts.map((part) => operandOf(part, value)) : [expressionOf(condition, value)],
    close: ")",
    separator: condition.kind === "all" ? "&&" : "||",
  };
}

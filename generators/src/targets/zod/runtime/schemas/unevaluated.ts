// `unevaluatedProperties` and `unevaluatedItems`: what the other schemas of the same value have not evaluated.
import type * as z from "zod";
import type * as core from "zod/v4/core";
import { isObject } from "../checks/json-object.ts";
import { accepts, addTo, issuesAt } from "./checked.ts";

/** What the schemas of a value evaluate. */
export interface Evaluated {
  /** Everything. */
  readonly all?: boolean;
  /** Members by name, and by patterns of their names. */
  readonly names?: readonly string[];
  readonly patterns?: readonly RegExp[];
  /** So many elements from the start, and those that one of the schemas accepts. */
  readonly count?: number;
  readonly matching?: readonly z.ZodType[];
  /** More, depending on the value. */
  readonly choices?: readonly EvaluatedChoice[];
}

/** Counts when the value matches `when`, or has a member named `has`; for other values `otherwise` does. */
export interface EvaluatedChoice extends Evaluated {
  readonly when?: z.ZodType;
  readonly has?: string;
  readonly otherwise?: Evaluated;
}

/** Unevaluated members of an object match `rest`. */
export function unevaluatedProperties(rest: z.ZodType, evaluated: Evaluated): core.CheckFn<unknown> {
  return ({ value, issues }) => {
    if (!isObject(value)) return;
    const parts = partsFor(value, evaluated);
    if (parts.some(({ all }) => all === true)) return;
    const unknownNames: string[] = [];
    for (const [name, member] of Object.entries(value)) {
      if (member === undefined || parts.some((part) => looksAtMember(part, name))) continue;
      if (rest._zod.def.type === "never") unknownNames.push(name);
      else addTo(issues, issuesAt(name, rest, member));
    }
    if (unknownNames.length > 0)
      issues.push({ code: "unrecognized_keys", keys: unknownNames, input: value, continue: true });
  };
}

/** Unevaluated elements of an array match `rest`. */
export function unevaluatedItems(rest: z.ZodType, evaluated: Evaluated): core.CheckFn<unknown> {
  return ({ value, issues }) => {
    if (!Array.isArray(value)) return;
    const parts = partsFor(value, evaluated);
    if (parts.some(({ all }) => all === true)) return;
    value.forEach((element, index) => {
      if (!parts.some((part) => looksAtElement(part, element, index))) addTo(issues, issuesAt(index, rest, element));
    });
  };
}

/** `evaluated` and the choices in it that apply to the value. */
function partsFor(value: object, evaluated: Evaluated): Evaluated[] {
  const chosen = (evaluated.choices ?? []).map((choice) => (isMet(choice, value) ? choice : (choice.otherwise ?? {})));
  return [evaluated, ...chosen.flatMap((choice) => partsFor(value, choice))];
}

function isMet({ when, has }: EvaluatedChoice, value: object): boolean {
  if (when !== undefined) return accepts(when, value);
  return has !== undefined && Object.hasOwn(value, has) && Reflect.get(value, has) !== undefined;
}

function looksAtMember({ names = [], patterns = [] }: Evaluated, name: string): boolean {
  return names.includes(name) || patterns.some((pattern) => pattern.test(name));
}

function looksAtElement({ count = 0, matching = [] }: Evaluated, element: unknown, index: number): boolean {
  return index < count || matching.some((schema) => accepts(schema, element));
}

// Conditions on a single number or text: its type, and how it compares.
import { type Code, code, literal } from "../../../emit/index.ts";
import { atom, type Condition } from "./condition.ts";

export function typeIs(type: "bigint" | "boolean" | "string" | "number"): Condition {
  const name = literal(type);
  return atom(
    (value) => code`typeof ${value} === ${name}`,
    (value) => code`typeof ${value} !== ${name}`,
  );
}

export interface Operators {
  readonly holds: Code;
  readonly fails: Code;
}

export const atLeast: Operators = { holds: code`>=`, fails: code`<` };
export const atMost: Operators = { holds: code`<=`, fails: code`>` };
export const above: Operators = { holds: code`>`, fails: code`<=` };
export const below: Operators = { holds: code`<`, fails: code`>=` };

export function compared({ holds, fails }: Operators, bound: number | bigint): Condition {
  const limit = literal(bound);
  return atom(
    (value) => code`${value} ${holds} ${limit}`,
    (value) => code`${value} ${fails} ${limit}`,
  );
}

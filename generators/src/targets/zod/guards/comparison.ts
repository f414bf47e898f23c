// Conditions on a single number or text: its type, and how it compares.
import { code, literal } from "../../../emit/index.ts";
import { type Condition, type Operators, relation } from "./condition.ts";

export function typeIs(type: "bigint" | "boolean" | "string" | "number"): Condition {
  return relation(literal(type), undefined, (value) => code`typeof ${value}`);
}

export const atLeast: Operators = { holds: code`>=`, fails: code`<` };
export const atMost: Operators = { holds: code`<=`, fails: code`>` };
export const above: Operators = { holds: code`>`, fails: code`<=` };
export const below: Operators = { holds: code`<`, fails: code`>=` };

export function compared(operators: Operators, bound: number | bigint): Condition {
  return relation(literal(bound), operators);
}

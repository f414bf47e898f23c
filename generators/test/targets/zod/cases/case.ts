// A row of the tables: one thing a schema says, with values it accepts and rejects.
import type { JsonSchema } from "../judges.ts";

export interface Case {
  readonly says: string;
  readonly schema: JsonSchema;
  readonly accepts: readonly unknown[];
  readonly rejects: readonly unknown[];
  /** Ajv is wrong here: it divides binary floats, passes over properties named `__proto__`, and counts all elements as looked at beside `contains`. */
  readonly ajvErrs?: true;
}

/** Schemas and values that a literal cannot be: members named `__proto__`, `1.0`. */
export function json(text: string): JsonSchema {
  return JSON.parse(text);
}

/** One value or more of each type. */
export const values: readonly unknown[] = [null, true, false, 0, -1, 1.5, "", "a", [], [1], {}, { a: 1 }];

/** The values of other types than the one tested. */
export function all(except: (value: unknown) => boolean): unknown[] {
  return values.filter((value) => !except(value));
}

export function isType(type: string): (value: unknown) => boolean {
  return (value) => typeof value === type;
}

export function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

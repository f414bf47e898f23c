// `allOf`, `not`, `if`/`then`/`else`, and keywords that apply to some types of values only.
import type * as z from "zod";
import { accepts, checked, type Issue, issuesOf } from "./checked.ts";

/**
 * Every schema accepts the value. `z.intersection` would merge the results, and let each side accept the other's unknown members. The
 * declaration of a schema states its type: one part may describe a member that another requires, which is more than `A & B`.
 */
export function allOf(...schemas: readonly z.ZodType[]): z.ZodType<never> {
  return checked((value) => {
    const known = new Set<string>();
    return schemas.flatMap((schema) => issuesOf(schema, value)).filter((issue) => isNew(issue, known));
  });
}

/** Two schemas may have the same complaint: not an object, a member missing that both ask for. */
function isNew({ code, path = [], ...issue }: Issue, known: Set<string>): boolean {
  if (code !== "invalid_type") return true;
  const complaint = JSON.stringify([path.map(String), "expected" in issue ? issue.expected : ""]);
  if (known.has(complaint)) return false;
  known.add(complaint);
  return true;
}

/** The value does not match `schema`. */
export function not(schema: z.ZodType): z.ZodType<unknown> {
  return checked((input) =>
    accepts(schema, input)
      ? [{ code: "custom", message: "Invalid input: matches what is excluded", input, continue: true }]
      : [],
  );
}

/** `then` holds for values that match `condition`, `otherwise` for the rest. */
export function conditional<If extends z.ZodType, Then extends z.ZodType, Else extends z.ZodType>(
  condition: If,
  then: Then,
  otherwise: Else,
): z.ZodType<(z.output<If> & z.output<Then>) | z.output<Else>> {
  return checked((value) => issuesOf(accepts(condition, value) ? then : otherwise, value));
}

/** The types of unrestricted values, by JSON type. */
interface JsonTypes {
  null: null;
  boolean: boolean;
  number: number;
  string: string;
  array: unknown[];
  object: { [name: string]: unknown };
}

type JsonType = keyof JsonTypes;
type Facets = { readonly [Type in JsonType]?: z.ZodType };
type Typed<Given extends Facets> = {
  [Type in JsonType]: Given[Type] extends z.ZodType ? z.output<Given[Type]> : JsonTypes[Type];
}[JsonType];

/** A value of a listed type matches its schema; values of other types are ignored. */
export function perType<Given extends Facets>(schemas: Given): z.ZodType<Typed<Given>> {
  return checked((value) => {
    if (value === undefined) return [{ code: "invalid_type", expected: "nonoptional", input: value }];
    const schema: z.ZodType | undefined = schemas[jsonTypeOf(value)];
    return schema === undefined ? [] : issuesOf(schema, value);
  });
}

function jsonTypeOf(value: unknown): JsonType {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  const type = typeof value;
  return type === "boolean" || type === "number" || type === "string" ? type : "object";
}

// A body or payload and its schema -> every difference from the schema.
import { type Json, type Schema, tokensOf } from "waybill/description";
import { type StrayField, strayFields } from "../description/declared-fields.ts";
import { type Description, placeOf } from "../description/description.ts";
import type { Check } from "../finding.ts";
import type { Objection } from "./check-response.ts";

export interface ValueQuestion {
  readonly description: Pick<Description, "validate">;
  /** `getOrder 200`, `order.created`: the beginning of messages. */
  readonly subject: string;
  readonly schema: Schema;
  /** The check that fails when the value does not match. */
  readonly invalid: Check;
}

/** Undeclared members are searched for in valid values only. */
export function checkValue({ description, subject, schema, invalid }: ValueQuestion, value: unknown): Objection[] {
  const errors = description.validate(schema.at, value).map(
    ({ pointer, message, at }): Objection => ({
      check: invalid,
      message: `${subject}: ${pointer === "" ? "the body" : generic(pointer)} ${message}`,
      found: shown(value, pointer),
      where: placeOf(at),
    }),
  );
  if (errors.length > 0 || !isJson(value)) return errors;
  return strayFields(schema, value).map((field) => ({
    check: field.reason === "write-only" ? invalid : "undeclared-field",
    message: `${subject}: ${generic(field.pointer)} ${reasonOf(field)}`,
    where: placeOf(field.at),
  }));
}

function reasonOf({ reason, near }: StrayField): string {
  if (reason === "write-only") return "is write-only, so it must not be sent back";
  return near === null ? "is not declared" : `is not declared; declared: ${near}`;
}

/** The value at a pointer, as text. */
function shown(value: unknown, pointer: string): string {
  const reached = (tokensOf(pointer) ?? []).reduce<unknown>(
    (at, key) => (typeof at === "object" && at !== null && Object.hasOwn(at, key) ? Reflect.get(at, key) : undefined),
    value,
  );
  try {
    return shorten(JSON.stringify(reached) ?? "missing");
  } catch {
    // Deeper than the call stack.
    return Array.isArray(reached) ? "[…]" : "{…}";
  }
}

/** `/0/recipient/zip` and `/1/recipient/zip` are one finding. */
function generic(pointer: string): string {
  return pointer.replace(/\/\d+(?=\/|$)/g, "/*");
}

export function shorten(text: string): string {
  return text.length <= 80 ? text : `${text.slice(0, 77)}…`;
}

/** Every parsed value is JSON. */
function isJson(value: unknown): value is Json {
  return value !== undefined;
}

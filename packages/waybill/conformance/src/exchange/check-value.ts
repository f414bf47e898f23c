// A body or payload and its schema -> every difference from the schema.
import { failuresOf, type Json, type Schema, tokensOf } from "waybill/description";
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
  /** Where the value is, for an item of a sequence: `/*`. */
  readonly prefix?: string;
  /** Whether a standard allows more members than the schema declares. Those of its members are checked. */
  readonly isOpen?: boolean;
  /** Whether the value was a text in the description: its own schema decides then, not the one at its place. */
  readonly isDecoded?: boolean;
}

/** Undeclared members are searched for in valid values only. */
export function checkValue(question: ValueQuestion, value: unknown): Objection[] {
  const { subject, schema, invalid, prefix = "", isOpen = false } = question;
  const nameOf = (pointer: string): string => `${prefix}${generic(pointer)}`;
  const errors = errorsIn(question, value).map(
    ({ pointer, message, at }): Objection => ({
      check: invalid,
      message: `${subject}: ${nameOf(pointer) || "the body"} ${message}`,
      // The reasons of a decoded value say it.
      ...(question.isDecoded === true ? {} : { found: shown(value, pointer) }),
      where: placeOf(at),
    }),
  );
  if (errors.length > 0 || !isJson(value)) return errors;
  const strays = strayFields(schema, value).filter((field) => !(isOpen && isExtension(field)));
  return strays.map((field) => ({
    check: field.reason === "write-only" ? invalid : "undeclared-field",
    message: `${subject}: ${nameOf(field.pointer)} ${reasonOf(field)}`,
    where: placeOf(field.at),
  }));
}

function errorsIn(
  { description, schema, isDecoded = false }: ValueQuestion,
  value: unknown,
): readonly Pick<ReturnType<Description["validate"]>[number], "pointer" | "message" | "at">[] {
  if (!isDecoded || !isJson(value)) return description.validate(schema.at, value);
  return failuresOf(schema, value).map(({ path, reason }) => ({
    pointer: path.map((key) => `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`).join(""),
    message: reason,
    at: schema.at,
  }));
}

/** A member of the value itself that is no other spelling of a declared one. */
function isExtension({ pointer, reason, near }: StrayField): boolean {
  return reason === "undeclared" && near === null && pointer.lastIndexOf("/") === 0;
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

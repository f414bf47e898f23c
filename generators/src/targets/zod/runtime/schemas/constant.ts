// `const` and `enum` with objects or arrays in them: values compared by what they hold.
import type * as z from "zod";
import { canonical } from "../checks/equality.ts";
import { checked } from "./checked.ts";

/** The type of a JSON value written as a literal, open to change as parsed values are. */
type Parsed<Value> = Value extends object
  ? [keyof Value] extends [never]
    ? { [name: string]: never }
    : { -readonly [Key in keyof Value]: Parsed<Value[Key]> }
  : Value;

/** Accepts values equal to one of `values`. */
export function equalTo<const Values extends readonly unknown[]>(...values: Values): z.ZodType<Parsed<Values[number]>> {
  const known = new Set(values.map(canonical));
  const expected = values.map((value) => JSON.stringify(value)).join(" or ");
  return checked((input) =>
    known.has(canonical(input))
      ? []
      : [{ code: "custom", message: `Invalid input: expected ${expected}`, input, continue: true }],
  );
}

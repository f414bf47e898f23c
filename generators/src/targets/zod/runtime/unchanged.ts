// Zod answers with copies: members in the schema's order, and none named `__proto__`. This answers with the value itself.
import type * as z from "zod";
import { checked, issuesOf } from "./checked.ts";

/** Accepts what `schema` accepts and answers with the very value it was given. */
export function unchanged<Schema extends z.ZodType>(schema: Schema): z.ZodType<z.output<Schema>> {
  return checked((value) => issuesOf(schema, value));
}

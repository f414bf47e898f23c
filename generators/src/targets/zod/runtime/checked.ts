// Zod schemas out of plain functions: what the other helpers stand on.
import { z } from "zod";

/** One problem, as Zod keeps it before it is worded. `continue`: other checks of the same value still run. */
export type Issue = z.core.$ZodRawIssue;

/** A schema that finds problems with `find` and answers with the very value it was given. */
export function checked<Value>(find: (value: unknown) => readonly Issue[]): z.ZodType<Value> {
  return z.custom<Value>().check(({ value, issues }) => addTo(issues, find(value)));
}

/** `push(...found)` would put them all on the stack, and there may be a great many. */
export function addTo(issues: Issue[], found: readonly Issue[]): void {
  for (const issue of found) issues.push(issue);
}

/** The problems `schema` has with `value`; none when it accepts it. */
export function issuesOf(schema: z.core.$ZodType, value: unknown): Issue[] {
  const result = schema._zod.run({ value, issues: [] }, { async: false });
  if (result instanceof Promise) throw new z.core.$ZodAsyncError();
  return result.issues;
}

/** The problems with the member or element `key` of a value. */
export function issuesAt(key: PropertyKey, schema: z.core.$ZodType, value: unknown): Issue[] {
  return z.core.util.prefixIssues(key, issuesOf(schema, value));
}

export function accepts(schema: z.core.$ZodType, value: unknown): boolean {
  return issuesOf(schema, value).length === 0;
}

// Zod schemas from plain functions: the basis of the other helpers.
import * as z from "zod";
import * as core from "zod/v4/core";

/** One problem, as Zod keeps it before it is worded. `continue`: other checks of the same value still run. */
export type Issue = core.$ZodRawIssue;

/** A schema that finds issues with `find` and returns the value itself. */
export function checked<Value>(find: (value: unknown) => readonly Issue[]): z.ZodType<Value> {
  return z.custom<Value>().check(({ value, issues }) => addTo(issues, find(value)));
}

/** `push(...found)` would put them all on the stack, and there may be very many. */
export function addTo(issues: Issue[], newIssues: readonly Issue[]): void {
  for (const issue of newIssues) issues.push(issue);
}

/** The problems `schema` has with `value`; none when it accepts it. */
export function issuesOf(schema: core.$ZodType, value: unknown): Issue[] {
  const result = schema._zod.run({ value, issues: [] }, { async: false });
  if (result instanceof Promise) throw new core.$ZodAsyncError();
  return result.issues;
}

/** The problems with the member or element `key` of a value. */
export function issuesAt(key: PropertyKey, schema: core.$ZodType, value: unknown): Issue[] {
  return core.util.prefixIssues(key, issuesOf(schema, value));
}

export function accepts(schema: core.$ZodType, value: unknown): boolean {
  return issuesOf(schema, value).length === 0;
}

// Rules for the members of an object as a whole: their number, their names, and which require which.
import * as z from "zod";
import * as core from "zod/v4/core";
import { addTo, type Issue, issuesOf } from "./checked.ts";

type ObjectCheck = core.CheckFn<object>;

export function minProperties(minimum: number): ObjectCheck {
  return ({ value, issues }) => {
    if (Object.keys(value).length >= minimum) return;
    const message = `Too small: expected object to have >=${minimum} members`;
    issues.push({
      code: "too_small",
      origin: "object",
      minimum,
      inclusive: true,
      message,
      input: value,
      continue: true,
    });
  };
}

export function maxProperties(maximum: number): ObjectCheck {
  return ({ value, issues }) => {
    if (Object.keys(value).length <= maximum) return;
    const message = `Too big: expected object to have <=${maximum} members`;
    issues.push({ code: "too_big", origin: "object", maximum, inclusive: true, message, input: value, continue: true });
  };
}

/** Every name matches `schema`. */
export function propertyNames(schema: z.ZodType): ObjectCheck {
  return ({ value, issues }) => {
    for (const name of Object.keys(value)) {
      const nameIssues = issuesOf(schema, name);
      if (nameIssues.length > 0) issues.push(invalidName(name, nameIssues));
    }
  };
}

function invalidName(name: string, nameIssues: readonly Issue[]): Issue {
  const finalized = nameIssues.map((issue) => core.util.finalizeIssue(issue, undefined, z.config()));
  const reasons = finalized.map((issue) => issue.message).join("; ");
  return {
    code: "invalid_key",
    origin: "record",
    issues: finalized,
    message: `Invalid name: ${reasons}`,
    path: [name],
    input: name,
    continue: true,
  };
}

/** An object with the member `name` also has `others`. */
export function requires(name: string, ...others: readonly string[]): ObjectCheck {
  return ({ value, issues }) => {
    if (!has(value, name)) return;
    for (const other of others) {
      if (!has(value, other))
        issues.push(
          missing(other, `Invalid input: expected a value beside ${JSON.stringify(name)}, received undefined`),
        );
    }
  };
}

/** An object with the member `name` matches `schema`. */
export function dependentSchema(name: string, schema: z.ZodType): ObjectCheck {
  return ({ value, issues }) => {
    if (has(value, name)) addTo(issues, issuesOf(schema, value));
  };
}

/** An own member with a value: JSON has no `undefined`. */
function has(value: object, name: string): boolean {
  return Object.hasOwn(value, name) && Reflect.get(value, name) !== undefined;
}

function missing(name: string, message: string): Issue {
  return { code: "invalid_type", expected: "nonoptional", message, path: [name], input: undefined, continue: true };
}

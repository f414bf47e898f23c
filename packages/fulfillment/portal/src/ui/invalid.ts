// A body and the generated schema for it -> what is wrong with it, by path, in words for people.
import type * as z from "zod";
import { config } from "zod/v4/core";
import { say } from "./words.ts";

// Zod would compile its schemas with `new Function`, and begin by trying whether it may: the policy of the pages reports the attempt.
config({ jitless: true });

export interface Checking {
  safeParse(value: unknown): { readonly success: boolean; readonly error?: { readonly issues: readonly Issue[] } };
}

type Issue = z.core.$ZodIssue;

/** By the path of the member, as the service writes it: `shipTo.zip`. The first problem of each counts. */
export function problemsIn(schema: Checking, body: unknown): Map<string, string> {
  const problems = new Map<string, string>();
  for (const issue of schema.safeParse(body).error?.issues ?? []) {
    const path = issue.path.map(String).join(".");
    if (!problems.has(path)) problems.set(path, textOf(issue, valueAt(body, issue.path)));
  }
  return problems;
}

function textOf(issue: Issue, value: unknown): string {
  if (value === undefined || value === "") return say("Required");
  switch (issue.code) {
    case "too_small":
      if (Array.isArray(value)) return issue.minimum === 1 ? "Choose at least one" : `Choose at least ${issue.minimum}`;
      return typeof value === "string"
        ? `Use at least ${issue.minimum} characters`
        : `Must be ${issue.minimum} or more`;
    case "too_big":
      if (Array.isArray(value)) return `Choose at most ${issue.maximum}`;
      return typeof value === "string"
        ? say("Use at most {count} characters", { count: Number(issue.maximum) })
        : `Must be ${issue.maximum} or less`;
    case "invalid_type":
      return typeof value === "number" ? say("Enter a whole number") : issue.message;
    case "invalid_value":
      return "Choose one of the list";
    default:
      return typeof value === "string" && value.length > 0 && /email/i.test(`${issue.message} ${issue.path.join(".")}`)
        ? say("Enter an e-mail address, such as name@example.com")
        : issue.message;
  }
}

function valueAt(body: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, key) => {
    return typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
  }, body);
}

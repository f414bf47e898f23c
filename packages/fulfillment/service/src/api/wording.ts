// What a validator found -> the words of the API: `products.0.sku: Required` for fields, `limit must be an integer` for queries.
import type { Issue, Parameter } from "@fulfillment/server";

/** One entry per field that failed, in the order they were found (open decision `validation-error-text`). */
export function fieldErrors(issues: readonly Issue[], body: unknown): string[] {
  return fieldProblems(issues, body).map(({ path, message }) => `${path}: ${message}`);
}

/** The same with the field apart from what is wrong with it: `products.0.sku` and `Required`. */
export function fieldProblems(issues: readonly Issue[], body: unknown): FieldProblem[] {
  const problems = new Map<string, FieldProblem>();
  for (const issue of issues) {
    const path = fieldOf(issue.path);
    if (!problems.has(path)) problems.set(path, { path, message: issueText(issue, body) });
  }
  return [...problems.values()];
}

export interface FieldProblem {
  readonly path: string;
  readonly message: string;
}

/** `products.0.sku: Unknown SKU` */
export function fieldError(path: readonly PropertyKey[], issue: string): string {
  return `${fieldOf(path)}: ${issue}`;
}

/** `Invalid query parameters: page_size must be at most 100` */
export function queryError(issue: Issue, parameters: readonly Parameter[]): string {
  const name = fieldOf(issue.path);
  const shape = parameters.find((parameter) => parameter.name === name)?.value;
  const facts = factsOf(issue);
  return `Invalid query parameters: ${name} must be ${queryText(typeof shape === "string" ? { ...facts, expected: shape } : facts)}`;
}

function fieldOf(path: readonly PropertyKey[]): string {
  return path.length === 0 ? "body" : path.map(String).join(".");
}

function issueText(issue: Issue, body: unknown): string {
  const facts = factsOf(issue);
  switch (facts.code) {
    case "invalid_type":
      return isMissing(body, issue.path) ? "Required" : `Expected ${typeName(facts.expected)}`;
    case "invalid_format":
      if (facts.format === "regex") return "Has characters that are not allowed";
      return facts.format === "email" ? "Invalid email address" : `Invalid ${facts.format}`;
    case "too_small":
      if (facts.origin === "array") return "At least one element is required";
      return `Must have at least ${charactersOf(facts.minimum)}`;
    case "too_big":
      return `Must have at most ${charactersOf(facts.maximum)}`;
    case "invalid_value":
      if (isMissing(body, issue.path)) return "Required";
      return issue.path[0] === "events" ? "Invalid event name" : `Must be one of ${facts.values}`;
    default:
      return issue.message;
  }
}

function queryText(facts: Facts): string {
  switch (facts.code) {
    case "too_big":
      return `at most ${facts.maximum}`;
    case "too_small":
      return `at least ${facts.minimum}`;
    case "invalid_value":
      return `one of ${facts.values}`;
    default:
      return `${article(typeName(facts.expected))} ${typeName(facts.expected)}`;
  }
}

/** The fields of a Zod issue besides its path and its message, as text. */
type Facts = Readonly<
  Partial<Record<"code" | "expected" | "format" | "origin" | "minimum" | "maximum" | "values", string>>
>;

function factsOf(issue: Issue): Facts {
  const texts = new Map<string, string>();
  for (const [name, fact] of Object.entries(issue)) texts.set(name, Array.isArray(fact) ? fact.join(", ") : `${fact}`);
  return Object.fromEntries(texts);
}

/** Zod's name for a type, in the words of JSON Schema. */
function typeName(expected = ""): string {
  if (expected === "int") return "integer";
  return expected === "record" ? "object" : expected;
}

function article(noun: string): string {
  return /^[aeiou]/.test(noun) ? "an" : "a";
}

function charactersOf(count = ""): string {
  return count === "1" ? "1 character" : `${count} characters`;
}

function isMissing(body: unknown, path: readonly PropertyKey[]): boolean {
  let value = body;
  for (const key of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return true;
    value = Reflect.get(value, key);
  }
  return false;
}

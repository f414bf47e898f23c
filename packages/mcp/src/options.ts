// The options of the target, and what is wrong with those that a configuration gives.
import type { OptionProblem } from "waybill/plugin";

/** JSON values: they are part of the hash of a run. */
export interface McpOptions {
  /** The ids of the operations that become tools, `*` for any text: `["listOrders", "repos/*"]`. Default: all that only read. */
  readonly operations: readonly string[] | null;
  /** `true` allows tools that change something: without it, an operation of `operations` that is not safe is an error. */
  readonly write: boolean;
  /** What the names of environment variables begin with: `SHOP` gives `SHOP_BASE_URL`. Default: the title of the API. */
  readonly env: string | null;
}

export function checkOptions(given: Readonly<Record<string, unknown>>): OptionProblem[] {
  const { operations = null, write = false, env = null } = given;
  const problems: OptionProblem[] = [];
  if (operations !== null && !isListOfTexts(operations))
    problems.push({ at: "operations", message: "must be a list of operation ids", hint: '["listOrders", "repos/*"]' });
  if (typeof write !== "boolean") problems.push({ at: "write", message: "must be true or false" });
  if (env !== null && (typeof env !== "string" || !/^[A-Z][A-Z0-9_]*$/.test(env)))
    problems.push({ at: "env", message: "must be capital letters, digits and _", hint: '"SHOP"' });
  return problems;
}

function isListOfTexts(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === "string" && item !== "");
}

// The options of the target: defaults, and what is wrong with values that a configuration gives.
import type { OptionProblem, RenderContext } from "waybill/plugin";

export interface QueryTargetOptions {
  /** The adapter whose package the types of keys come from; `core` for `@tanstack/query-core`. */
  readonly framework: string;
  /** The first element of every key. Default: the title of the description. */
  readonly scope: string;
  /** `operationId`s that are queries although their method is not safe, such as a search by POST. */
  readonly queries: readonly string[];
}

export type Context = RenderContext<QueryTargetOptions>;

export const defaults: QueryTargetOptions = { framework: "react", scope: "", queries: [] };

const frameworks: readonly string[] = ["react", "vue", "solid", "svelte", "core"];

/** `@tanstack/react-query` */
export function packageOf(framework: string): string {
  return framework === "core" ? "@tanstack/query-core" : `@tanstack/${framework}-query`;
}

export function checkOptions(given: Readonly<Record<string, unknown>>): OptionProblem[] {
  const { framework, scope, queries } = { ...defaults, ...given };
  const problems: OptionProblem[] = [];
  if (!frameworks.some((known) => known === framework))
    problems.push({ at: "framework", message: `must be one of ${frameworks.join(", ")}` });
  if (typeof scope !== "string") problems.push({ at: "scope", message: "must be a string" });
  if (!Array.isArray(queries) || queries.some((id) => typeof id !== "string"))
    problems.push({ at: "queries", message: "must be a list of operationIds" });
  return problems;
}

// The options of the target: their defaults, and the values they accept.
import { oneOf, type RenderContext, type Target } from "waybill/plugin";

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

/** `@tanstack/react-query` */
export function packageOf(framework: string): string {
  return framework === "core" ? "@tanstack/query-core" : `@tanstack/${framework}-query`;
}

export const accepts: NonNullable<Target<QueryTargetOptions>["accepts"]> = {
  framework: oneOf("react", "vue", "solid", "svelte", "core"),
  scope: { accepts: (value) => typeof value === "string", message: "must be a string" },
  queries: { accepts: isListOfTexts, message: "must be a list of operationIds" },
};

function isListOfTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((id) => typeof id === "string");
}

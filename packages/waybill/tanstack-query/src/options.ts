// The options of the target: their defaults, and the values they accept.
import { oneOf, type RenderContext, type Target } from "waybill/plugin";

export interface QueryTargetOptions {
  /** The adapter whose package the types of keys come from; `core` for `@tanstack/query-core`. */
  readonly framework: string;
  /** The first element of every key. Default: the title of the description. */
  readonly scope: string;
  /** `operationId`s that are queries although their method is not safe, such as a search by POST. */
  readonly queries: readonly string[];
  /**
   * What mutations invalidate. `tag`: all queries with the first tag of the operation. `path`: the queries whose path begins with that of
   * the operation, or the other way round. Or the ids or tags of queries, by the id of an operation. Default: `none`.
   */
  readonly invalidates: "none" | "tag" | "path" | Readonly<Record<string, readonly string[]>>;
}

export type Context = RenderContext<QueryTargetOptions>;

export const defaults: QueryTargetOptions = { framework: "react", scope: "", queries: [], invalidates: "none" };

/** `@tanstack/react-query` */
export function packageOf(framework: string): string {
  // It is called so until its interface is stable.
  if (framework === "angular") return "@tanstack/angular-query-experimental";
  return framework === "core" ? "@tanstack/query-core" : `@tanstack/${framework}-query`;
}

export const accepts: NonNullable<Target<QueryTargetOptions>["accepts"]> = {
  framework: oneOf("react", "vue", "solid", "svelte", "angular", "core"),
  scope: { accepts: (value) => typeof value === "string", message: "must be a string" },
  queries: { accepts: isListOfTexts, message: "must be a list of operationIds" },
  invalidates: {
    accepts: isInvalidation,
    message: 'must be "none", "tag", "path", or lists of operationIds and tags by operationId',
    hint: 'for example: { createOrder: ["listOrders", "stock"] }',
  },
};

function isInvalidation(value: unknown): boolean {
  if (typeof value === "string") return ["none", "tag", "path"].includes(value);
  return typeof value === "object" && value !== null && Object.values(value).every(isListOfTexts);
}

function isListOfTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((id) => typeof id === "string");
}

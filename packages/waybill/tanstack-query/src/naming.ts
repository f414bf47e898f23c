// Operations -> the names of what is generated from them, what their keys begin with, and whether they read.
import { arrayOf, type Code, type HttpApi, isSafe, literal, type Operation } from "waybill/plugin";
import type { Context, QueryTargetOptions } from "./options.ts";
import { moreErrorsOf } from "./runtime.ts";

export interface Naming {
  readonly scope: string;
  /** Ids of operations that read although their method is not safe. */
  readonly queries: readonly string[];
  readonly invalidates: QueryTargetOptions["invalidates"];
  /** The names of the parameters of generated functions. */
  readonly send: string;
  readonly request: string;
  /** What creates keys. */
  readonly keyFactory: string;
  /** The last argument of the types of options, with a comma. */
  readonly moreErrors: Code;
}

export function namingOf({ info, operations }: HttpApi, context: Context): Naming {
  const { scope, queries, invalidates } = context.options;
  const operationNames = new Set(operations.map(({ name }) => name));
  // An operation may be called `send`; its name never ends in `_`.
  const local = (name: string): string => (operationNames.has(name) ? `${name}_` : name);
  return {
    scope: scope === "" ? shortScopeOf(info.title) : scope,
    queries,
    invalidates,
    send: local("send"),
    request: local("request"),
    keyFactory: context.apiOptions.int64 === "bigint" ? "exactKeyFactory" : "keyFactory",
    moreErrors: moreErrorsOf(context),
  };
}

/** `Acme Orders` for `The Acme Orders REST API (v2)`: it is in every key. */
function shortScopeOf(title: string): string {
  const titleWords = title.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "" && !noise.test(word));
  return titleWords.length === 0 ? title : titleWords.join(" ");
}

const noise = /^(?:the|an?|of|for|rest|http|web|open|public|apis?|services?|openapi|swagger|specification|v?\d+)$/i;

type Names = Readonly<Record<"key" | "options" | "infiniteKey" | "infiniteOptions" | "mutation", string>>;

/** The names of what may be exported for an operation. */
export function namesOf({ name }: Operation): Names {
  return {
    key: `${name}Key`,
    options: `${name}Options`,
    infiniteKey: `${name}InfiniteKey`,
    infiniteOptions: `${name}InfiniteOptions`,
    mutation: `${name}Mutation`,
  };
}

export function exportsOf(operation: Operation, naming: Naming): string[] {
  const { key, options, infiniteKey, infiniteOptions, mutation } = namesOf(operation);
  if (!isReading(operation, naming)) return [mutation];
  return operation.pagination === null ? [key, options] : [key, options, infiniteKey, infiniteOptions];
}

export function isReading(operation: Operation, { queries }: Naming): boolean {
  return isSafe(operation) || queries.includes(operation.id);
}

/** `["shop", "orders"]`: what keys of operations with this first tag begin with. */
export function tagPathOf(tag: string, { scope }: Naming): Code {
  return arrayOf([scope, tag].map(literal));
}

/** `["shop", "orders", "getOrder"]`: the scope, the first tag if there is one, the id. */
export function pathOf({ tags, id }: Operation, { scope }: Naming): Code {
  return arrayOf([scope, ...tags.slice(0, 1), id].map(literal));
}

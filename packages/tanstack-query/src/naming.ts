// Operations -> the names of what is generated from them, what their keys begin with, and whether they read.
import { arrayOf, type Code, code, type HttpApi, identifier, literal, type Operation } from "waybill/plugin";
import type { QueryTargetOptions } from "./options.ts";

export interface Naming {
  readonly scope: string;
  /** Ids of operations that read although their method is not safe. */
  readonly queries: readonly string[];
  /** The names of the parameters of generated functions. */
  readonly send: string;
  readonly request: string;
  /** `{ signal }`, to take it and to hand it on. */
  readonly signal: Code;
}

export function namingOf({ info, operations }: HttpApi, { scope, queries }: QueryTargetOptions): Naming {
  const taken = new Set(operations.map(({ name }) => name));
  // An operation may be called `send`; its name never ends in `_`.
  const local = (name: string): string => (taken.has(name) ? `${name}_` : name);
  return {
    scope: scope === "" ? info.title : scope,
    queries,
    send: local("send"),
    request: local("request"),
    signal: taken.has("signal") ? code`{ signal: ${identifier(local("signal"))} }` : code`{ signal }`,
  };
}

export function keyNameOf({ name }: Operation): string {
  return `${name}Key`;
}

export function queryNameOf({ name }: Operation): string {
  return `${name}Options`;
}

export function mutationNameOf({ name }: Operation): string {
  return `${name}Mutation`;
}

/** What is exported for an operation. */
export function exportsOf(operation: Operation, naming: Naming): string[] {
  return isReading(operation, naming) ? [keyNameOf(operation), queryNameOf(operation)] : [mutationNameOf(operation)];
}

export function isReading(operation: Operation, { queries }: Naming): boolean {
  return isSafe(operation) || queries.includes(operation.id);
}

/** Whether the method changes nothing on the server (RFC 9110, 9.2.1). */
export function isSafe({ method }: Operation): boolean {
  return ["get", "head", "options", "trace", "query"].includes(method);
}

/** `["shop", "orders", "getOrder"]`: the scope, the first tag if there is one, the id. */
export function pathOf({ tags, id }: Operation, { scope }: Naming): Code {
  return arrayOf([scope, ...tags.slice(0, 1), id].map(literal));
}

/** Without required parts, a request may be left out. */
export function needsRequest({ parameters, requestBody }: Operation): boolean {
  return parameters.some(({ required }) => required) || requestBody?.required === true;
}

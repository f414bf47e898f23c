// The small descriptions of test/run/apis -> read, with the key and the base path that a server for each of them takes.
import path from "node:path";
import { type Description, openDescription } from "../../../src/description/description.ts";
import type { ObedientOptions } from "./server.ts";

export interface SmallApi {
  readonly description: Description;
  readonly options: ObedientOptions & { readonly key: string };
}

const folder = path.join(import.meta.dirname, "../apis");

/** What each is there for. */
export const smallApis = {
  library: "3.1: a key in a header, ids that are uuids, PATCH, read-only members, no operation ids, no links",
  shop: "3.0: a key in the query, integer ids, PUT that replaces the whole, write-only members, links, pages with a report",
  styles: "3.1: no key; every style of parameters in path, query, header and cookie",
  forms: "3.1: basic authentication; forms, files, plain text, pictures, a redirect, a link by operationRef",
  tree: "3.1: a key in a cookie, optional for reading; recursion, cursors, nested things, `default` responses",
  hooks: "3.1 and AsyncAPI: a bearer token; subscriptions with integer ids, signed deliveries",
} as const;

export type SmallApiName = keyof typeof smallApis;

/** A description is read, and its schemas are compiled, once: a hundred tests run against it. */
const descriptions = new Map<SmallApiName, Description>();

export function smallApi(name: SmallApiName): SmallApi {
  const asyncapi = name === "hooks" ? { asyncapi: "hooks.events.yaml" } : {};
  const description = descriptions.get(name) ?? openDescription({ cwd: folder, openapi: `${name}.yaml`, ...asyncapi });
  descriptions.set(name, description);
  const key = name === "forms" ? "ann:secret" : "key-0123456789";
  const base = name === "tree" ? { base: "/api/v2" } : {};
  const hooks = name === "hooks" ? { hooks: { path: "/hooks", testEvent: "hook.test" } } : {};
  const otherKey = name === "library" ? { otherKey: "key-9876543210" } : {};
  return { description, options: { key, ...otherKey, ...base, ...hooks } };
}

// api.md, the list of methods that an SDK of Stainless contains -> its client, and each method with the route that it calls.
import { readFileSync } from "node:fs";
import path from "node:path";
import { type Usable, type UsageProblem, unusable, usable } from "waybill/command";
import type { PublishedMethod, PublishedRoute, PublishedSdk } from "./published.ts";

/** `file`: as written on the command line, in `cwd`. `client`: the class, unless the file has methods of the client itself under its name. */
export function readApiReference(file: string, cwd: string, client: string): Usable<PublishedSdk> {
  const reading: Reading = { methods: [], problems: [], client };
  readInto(reading, file, cwd);
  const { methods, problems } = reading;
  if (problems.length > 0) return { ok: false, problems };
  if (methods.length === 0) return unusable(`${file} lists no methods`, form);
  return usable({ name: file, version: "", client: reading.client, variables: null, methods });
}

const form =
  '- <code title="get /orders/{id}">client.orders.<a href="./src/orders.ts">retrieve</a>(id) -> Order</code>';

interface Reading {
  readonly methods: PublishedMethod[];
  readonly problems: UsageProblem[];
  client: string;
}

/** A heading can be a link to the file of its resources. */
function readInto(reading: Reading, file: string, cwd: string): void {
  let text: string;
  try {
    text = readFileSync(path.resolve(cwd, file), "utf8");
  } catch {
    reading.problems.push({ message: `${file} cannot be read`, hint: "--like names api.md, which other files extend" });
    return;
  }
  let heading = "";
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    const [, linked] = /^#+ \[.*\]\((.*\.md)\)/.exec(line) ?? [];
    if (linked !== undefined) readInto(reading, path.join(path.dirname(file), linked), cwd);
    heading = /^#+ (\w+)$/.exec(line)?.[1] ?? heading;
    if (!/^\s*[-*] <code.*>client\./.test(line)) continue;
    const method = methodIn(line);
    if (method === null) {
      reading.problems.push({ message: `${file}:${at + 1}:1: a method is a verb, a path and arguments`, hint: form });
      continue;
    }
    if (!method.name.includes(".") && method.route !== null) reading.client = heading;
    reading.methods.push(method);
  }
}

/** Without a title, a method is code that sends no request of its own. */
function methodIn(line: string): PublishedMethod | null {
  const [, attributes = "", resource = "", method = "", args = "", result = ""] =
    /<code( title="[^"]*")?>client\.((?:\w+\.)*)<a [^>]*>(\w+)<\/a>\((.*?)\)(?: -> (.*))?<\/code>$/.exec(line) ?? [];
  if (method === "") return null;
  const name = `${resource}${method}`;
  if (attributes === "") return { name, route: null };
  const [, verb, written] = /^ title="(get|post|put|patch|delete) (\/\S*)"$/i.exec(attributes) ?? [];
  return verb === undefined || written === undefined
    ? null
    : { name, route: routeOf(`${verb} ${written}`, args, /Page$/.test(result)) };
}

function routeOf(endpoint: string, args: string, hasPages: boolean): PublishedRoute {
  const [verb = "", written = ""] = endpoint.split(" ");
  const names = [...written.matchAll(/\{([^}]*)\}/g)].map(([, name = ""]) => name);
  const hasParameters = /[{[]/.test(args);
  const positional = args.split(/[{[]/)[0]?.match(/\w+/g) ?? [];
  return {
    method: verb.toUpperCase(),
    path: written.replace(/\{[^}]*\}/g, "{}").replace(/\?.*/, ""),
    arguments: placedArguments(names, positional),
    hasParameters,
    bodyName: null,
    hasPages,
    isUnwrapped: false,
  };
}

/** `orderID` is `{order_id}`; an argument with another name is the last parameter that is left. */
function placedArguments(names: readonly string[], positional: readonly string[]): (number | string)[] {
  const plain = (name: string): string => name.replace(/[^A-Za-z0-9]/g, "").toLowerCase();
  const placed = new Map(
    positional.flatMap((argument, at) => {
      const index = names.findIndex((name) => plain(name) === plain(argument));
      return index === -1 ? [] : [[index, at] as const];
    }),
  );
  const named = new Set(placed.values());
  for (const at of [...positional.keys()].filter((one) => !named.has(one)).reverse()) {
    placed.set([...names.keys()].findLast((index) => !placed.has(index)) ?? -1, at);
  }
  return names.map((name, index) => placed.get(index) ?? name);
}

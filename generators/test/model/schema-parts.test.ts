// Which schemas share a file of a large description, and that a change of one schema moves few others.
import { describe, expect, it } from "vitest";
import { splitSchemasOf } from "../../src/model/analysis/schema-parts.ts";
import type { SchemaFiles } from "../../src/model/api-options.ts";
import { apiOptionsOf } from "../../src/model/option-values.ts";
import type { NamedSchema } from "../../src/model/schema.ts";
import { childrenOf } from "../../src/model/walk.ts";
import { readFiles } from "../source/memory-files.ts";

type Components = Readonly<Record<string, object>>;

const text = { type: "string" };
const members = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`member${index}`, text]));

/** `count` schemas with 40 members each, which refer to earlier ones; in each hundred there are two that refer to each other. */
function large(count: number): Components {
  const refs = (index: number): object => {
    const others = [index - 1, index - 7, index % 100 === 0 ? index + 1 : index - 20];
    const known = others.filter((other) => other >= 0 && other < count);
    return Object.fromEntries(known.map((other) => [`to${other}`, { $ref: `#/components/schemas/Thing${other}` }]));
  };
  const schemaOf = (index: number): object => ({ type: "object", properties: { ...members, ...refs(index) } });
  // Not in the order of their references.
  const order = Array.from({ length: count }, (_, index) => (index * 7) % count);
  return Object.fromEntries(order.map((index) => [`Thing${index}`, schemaOf(index)]));
}

/** Schemas with 40 members each that no other refers to: every second one refers to one that others use too. */
function unshared(count: number): Components {
  const properties = (index: number): object =>
    index % 2 === 0 ? members : { ...members, thing: { $ref: `#/components/schemas/Thing${329 - (index % 3)}` } };
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`Own_a${index}`, { type: "object", properties: properties(index) }]),
  );
}

function schemasOf(schemas: Components): readonly NamedSchema[] {
  const document = { openapi: "3.1.1", info: { title: "T", version: "1" }, paths: {}, components: { schemas } };
  return readFiles({ "openapi.json": JSON.stringify(document) }).api?.schemas ?? [];
}

function schemaPartsOf(schemas: readonly NamedSchema[], schemaFiles: SchemaFiles): ReadonlyMap<NamedSchema, string> {
  return splitSchemasOf(schemas, apiOptionsOf({ schemaFiles })).parts;
}

function partsByName(schemas: Components): ReadonlyMap<string, string> {
  return new Map([...schemaPartsOf(schemasOf(schemas), "auto")].map(([{ name }, part]) => [name, part]));
}

describe("parts of schemas", () => {
  const schemas = schemasOf({ ...large(330), ...unshared(60) });
  const parts = schemaPartsOf(schemas, "auto");

  it("a description of usual size has none, and neither has any with one file", () => {
    expect(schemaPartsOf(schemasOf(large(100)), "auto").size).toBe(0);
    expect(schemaPartsOf(schemas, "one").size).toBe(0);
  });

  it("a large description has parts of similar size, each schema in one, those that others refer to in smaller ones", () => {
    expect(parts.size).toBe(schemas.length);
    const sizes = [...Map.groupBy(schemas, (named) => parts.get(named)).values()];
    const outside = (prefix: string, least: number, most: number): number[] => {
      const own = sizes.filter(([first]) => first?.name.startsWith(prefix));
      expect(own.length).toBeGreaterThan(3);
      return own.map((part) => part.length).filter((length) => length < least || length > most);
    };
    // The last one takes what is left.
    expect(outside("Thing", 2, 4).length).toBeLessThan(2);
    expect(outside("Own", 4, 14).length).toBeLessThan(2);
  });

  it("a part is named after words of all its schemas, or after the most used of them and others", () => {
    for (const [part = "", group] of Map.groupBy(schemas, (named) => parts.get(named))) {
      const names = group.map(({ name }) => name.toLowerCase().replace("own", "own-"));
      if (part === "own") expect(names.filter((name) => !name.startsWith("own-"))).toEqual([]);
      else expect(names.map((name) => (names.length === 1 ? name : `${name}-and-others`))).toContain(part);
    }
    expect([...parts.values()]).toContain("own");
  });

  it("a schema that no other refers to is beside schemas that refer to the same", () => {
    const groups = Map.groupBy(
      schemas.filter(({ name }) => name.startsWith("Own")),
      (named) => parts.get(named),
    );
    const mixed = [...groups.values()].filter((group) => new Set(group.map((named) => targetsOf(named)[0])).size > 1);
    // Where one sequence ends and the next begins.
    expect(mixed.length).toBeLessThanOrEqual(3);
  });

  it("a part refers to itself and to earlier parts only", () => {
    const users = new Map([...new Set(parts.values())].map((part) => [part, new Set<string>()]));
    for (const named of schemas) {
      for (const target of targetsOf(named)) {
        const [from = "", to = ""] = [parts.get(named), parts.get(target)];
        if (from !== to) users.get(to)?.add(from);
      }
    }
    for (const [part, above] of users) expect(reachable(users, above).has(part)).toBe(false);
  });

  it("a schema that is added moves at most its neighbours", () => {
    const before = new Map([...parts].map(([{ name }, part]) => [name, part]));
    const entries = Object.entries({ ...large(330), ...unshared(60) });
    for (const index of [57, 200]) {
      const added: [string, object] = [`Added${index}`, { type: "object", properties: members }];
      const after = partsByName(Object.fromEntries(entries.toSpliced(index, 0, added)));
      const moved = [...before].filter(([name, part]) => after.get(name) !== part);
      expect(moved.length).toBeLessThan(50);
    }
  });

  it("each schema has a part of its own on request, unless a file system could take two names for one", () => {
    const named = schemasOf({ PullRequest: text, HTTPServer2: text, URLMap: text, UrlMap: text, order_item: text });
    expect([...schemaPartsOf(named, "each").values()]).toEqual([
      "pull-request",
      "http-server2",
      "url-map",
      "url-map",
      "order-item",
    ]);
  });
});

function targetsOf({ schema }: NamedSchema): NamedSchema[] {
  const within = [schema];
  for (const next of within) within.push(...childrenOf(next));
  return within.flatMap((next) => (next.kind === "ref" ? next.target : []));
}

function reachable(edges: ReadonlyMap<string, ReadonlySet<string>>, from: ReadonlySet<string>): ReadonlySet<string> {
  const found = new Set(from);
  for (const next of found) for (const other of edges.get(next) ?? []) found.add(other);
  return found;
}

// URLs in references: which local file each maps to, and which map to none.
import { describe, expect, it } from "vitest";
import { displayOf, Node, Sources, UrlMap } from "../../src/source/index.ts";
import { cwd, readerOf, readFiles } from "./memory-files.ts";

const map = new Map([
  ["https://example.com/schemas/", "vendor/schemas"],
  ["https://example.com/schemas/old/", "vendor/old"],
  ["https://example.com/one.yaml", "vendor/first.yaml"],
  ["https://example.org/bare", "vendor/bare"],
  ["urn:example:order", "vendor/order.yaml"],
]);

describe("a URL", () => {
  const urls = new UrlMap(map, cwd);

  it.each([
    ["https://example.com/schemas/a.yaml", "vendor/schemas/a.yaml"],
    ["https://example.com/schemas/a.yaml#/x", "vendor/schemas/a.yaml"],
    ["HTTPS://EXAMPLE.com:443/schemas/a.yaml", "vendor/schemas/a.yaml"],
    ["https://example.com/schemas/a%20b.yaml", "vendor/schemas/a b.yaml"],
    ["https://example.com/other/../schemas/a.yaml", "vendor/schemas/a.yaml"],
    ["https://example.com/schemas/old/a.yaml", "vendor/old/a.yaml"],
    ["https://example.com/one.yaml", "vendor/first.yaml"],
    ["https://example.org/bare/a.yaml", "vendor/bare/a.yaml"],
    ["urn:example:order", "vendor/order.yaml"],
  ])("maps to its local file: %s is %s", (url, file) => {
    expect(urls.fileOf(url)).toBe(`${cwd}/${file}`);
  });

  it.each([
    "https://example.com/schemas",
    "https://example.com/schemasx/a.yaml",
    "https://example.com/schemas/../secret.yaml",
    "https://example.com/schemas/%2e%2e/secret.yaml",
    "https://example.com/schemas/..%2f..%2fsecret.yaml",
    "https://example.com/schemas/a%00.yaml",
    "https://example.com/schemas/a.yaml?version=2",
    "https://example.com/one.yaml.bak",
    "https://example.org/barely.yaml",
    "http://example.com/schemas/a.yaml",
    "https://example.com:8443/schemas/a.yaml",
    "https://example.com@example.org/schemas/a.yaml",
    "urn:example:orders",
    "schemas/a.yaml",
  ])("maps to no file: %s", (url) => {
    expect(urls.fileOf(url)).toBeNull();
  });
});

describe("a reference", () => {
  const files = {
    "openapi.yaml": "a: 1\n",
    "vendor/schemas/a.yaml": "x: { y: 1 }\n",
    "vendor/schemas/deep/b.yaml": "z: 1\n",
    "vendor/first.yaml": "one: 1\n",
    "vendor/old/a.yaml": "old: 1\n",
  };
  const sources = new Sources({ cwd, map, readText: readerOf(files) });
  const placeOf = (ref: string, from: string): string => {
    const opened = sources.load(from);
    if (!opened.ok) throw new Error(`no ${from}`);
    const target = sources.resolve(ref, Node.root(opened.value));
    return target.ok ? displayOf(target.value) : target.problem.kind;
  };

  it.each([
    ["https://example.com/schemas/a.yaml#/x/y", "openapi.yaml", "vendor/schemas/a.yaml#/x/y"],
    ["https://example.com/other.yaml", "openapi.yaml", "ref-remote"],
    ["//example.com/schemas/a.yaml", "openapi.yaml", "ref-remote"],
    ["file:///project/vendor/first.yaml", "openapi.yaml", "ref-remote"],
    // In a local copy of a URL, relative references are relative to that URL.
    ["deep/b.yaml", "vendor/schemas/a.yaml", "vendor/schemas/deep/b.yaml#/"],
    ["old/a.yaml", "vendor/schemas/a.yaml", "vendor/old/a.yaml#/"],
    ["../one.yaml", "vendor/schemas/a.yaml", "vendor/first.yaml#/"],
    ["/schemas/a.yaml", "vendor/schemas/deep/b.yaml", "vendor/schemas/a.yaml#/"],
    ["//example.com/one.yaml", "vendor/schemas/a.yaml", "vendor/first.yaml#/"],
    ["#/x", "vendor/schemas/a.yaml", "vendor/schemas/a.yaml#/x"],
  ])("resolves by the mapped URL: %s in %s is %s", (ref, from, place) => {
    expect(placeOf(ref, from)).toBe(place);
  });
});

it("a description reads the local copy of a URL like a file next to it", () => {
  const openapi = {
    openapi: "3.1.1",
    info: { title: "T", version: "1" },
    paths: {},
    components: { schemas: { Order: { $ref: "https://example.com/schemas/a.yaml" } } },
  };
  const files = { "openapi.json": JSON.stringify(openapi), "vendor/schemas/a.yaml": "type: string\n" };
  expect(readFiles(files).messages).toMatch(/openapi\.json:1:\d+ error ref-remote/);
  const { api, messages } = readFiles(files, { openapi: "openapi.json", map });
  expect(messages).toBe("");
  expect(api?.schemas.map(({ name, schema }) => [name, schema.kind])).toEqual([["Order", "string"]]);
});

// Which operations share a file of a large description.
import { describe, expect, it } from "vitest";
import type { Operation } from "../../src/model/http.ts";
import { operationPartsOf } from "../../src/targets/parts.ts";
import { readFiles } from "../source/memory-files.ts";

/** `count` operations, tagged in turn. */
function operationsOf(count: number, tags: readonly string[]): readonly Operation[] {
  const paths = Object.fromEntries(
    Array.from({ length: count }, (_, index) => {
      const tag = tags[index % tags.length] ?? "";
      const get = { operationId: `get${index}`, ...(tag === "" ? {} : { tags: [tag, "other"] }), responses: {} };
      return [`/things/${index}`, { get: { ...get, responses: { 204: { description: "Done." } } } }];
    }),
  );
  const document = { openapi: "3.1.1", info: { title: "T", version: "1" }, paths };
  return readFiles({ "openapi.json": JSON.stringify(document) }).api?.http?.operations ?? [];
}

describe("parts of operations", () => {
  it("a description with few operations, or with one tag, has none", () => {
    expect(operationPartsOf(operationsOf(300, ["a", "b"]), "auto").size).toBe(0);
    expect(operationPartsOf(operationsOf(301, ["a"]), "auto").size).toBe(0);
  });

  it("one with many has a part for each first tag, and none on request", () => {
    const operations = operationsOf(301, ["Pull requests", "pull-requests", "Größe/Gewicht", "..", ""]);
    const parts = operationPartsOf(operations, "auto");
    expect(parts.size).toBe(301);
    expect(new Set(parts.values())).toEqual(new Set(["pull-requests", "größe-gewicht", "others"]));
    expect(operationPartsOf(operations, "one").size).toBe(0);
  });
});

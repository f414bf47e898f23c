// What guards are called: after their schemas, but for names that generated code has for something else.
import { expect, it } from "vitest";
import { guardNamesOf } from "../../../src/targets/zod/guards/guard-names.ts";
import { readFiles } from "../../source/memory-files.ts";

function guardsOf(...names: readonly string[]): string[] {
  const schemas = Object.fromEntries(names.map((name) => [name, {}]));
  const document = { openapi: "3.1.1", info: { title: "T", version: "1" }, paths: {}, components: { schemas } };
  const { api } = readFiles({ "openapi.json": JSON.stringify(document) });
  return [...guardNamesOf(api?.schemas ?? [], []).values()].sort();
}

it("the name of a format's check is left to that", () => {
  expect(guardsOf("Date", "Order")).toEqual(["isDateValue", "isOrder"]);
});

it("the name of another one's validator is left to that", () => {
  expect(guardsOf("isError", "IsError", "ErrorSchema")).toEqual(["isErrorSchemaValue", "isIsError", "isisError"]);
});

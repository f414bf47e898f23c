// Problem details may have more members than their schema declares (RFC 9457, 3.2), unless it is closed.
import { expect, test } from "vitest";
import { checkResponse } from "../../src/exchange/check-response.ts";
import { openPaths } from "../description/opened.ts";

const issue = { type: "object", properties: { field: { type: "string" } } };
const properties = { title: { type: "string" }, issues: { type: "array", items: issue } };

function objectionsTo(type: string, body: object, schema: object = {}): string[] {
  const content = { [type]: { schema: { type: "object", properties, ...schema } } };
  const description = openPaths({
    "/a": { get: { operationId: "get", responses: { 400: { description: "", content } } } },
  });
  const [operation] = description.operations;
  if (operation === undefined) throw new Error("there is no operation");
  const bytes = new TextEncoder().encode(JSON.stringify(body));
  const received = { status: 400, headers: [["Content-Type", type]] as const, body: bytes };
  return checkResponse(description, operation, received).objections.map(({ check, message }) => `${check} ${message}`);
}

const problem = "application/problem+json";

test("a problem may have members of its own", () => {
  expect(objectionsTo(problem, { title: "No", code: "c", context: { a: 1 } })).toEqual([]);
  expect(objectionsTo("application/problem+json; charset=utf-8", { code: "c" })).toEqual([]);
});

test.each<[string, [string, object, object?], string[]]>([
  ["another type", ["application/json", { code: "c" }], ["undeclared-field get 400: /code is not declared"]],
  [
    "a member of a member",
    [problem, { issues: [{ code: "c" }] }],
    ["undeclared-field get 400: /issues/*/code is not declared"],
  ],
  [
    "another spelling",
    [problem, { Title: "No" }],
    ["undeclared-field get 400: /Title is not declared; declared: title"],
  ],
  [
    "a closed schema",
    [problem, { code: "c" }, { additionalProperties: false }],
    ['invalid-body get 400: the body must NOT have additional properties: "code"'],
  ],
])("a problem document that is not as described is reported: %s", (_name, received, objections) => {
  expect(objectionsTo(...received)).toEqual(objections);
});

import { describe, expect, test } from "vitest";
import { statusText } from "waybill/description";
import { type Description, DescriptionError, placeOf, responseFor } from "../../src/description/description.ts";
import { asyncApiOf, opened } from "./opened.ts";

function openApi(paths: string): string {
  return `openapi: 3.1.0\ninfo: { title: T, version: "1" }\npaths:\n${paths}`;
}

function pathItem([path, ...methods]: readonly [string, ...string[]]): string {
  const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => {
    return { name, in: "path", required: true, schema: { type: "string" } };
  });
  const operation = { responses: { 200: { description: "Fine." } } };
  const item = { parameters, ...Object.fromEntries(methods.map((method) => [method, operation])) };
  return `  ${JSON.stringify(path)}: ${JSON.stringify(item)}`;
}

describe("the operation of a path", () => {
  const description = (): Description => opened({ "openapi.yaml": openApi(paths.map(pathItem).join("\n")) });
  const paths: readonly (readonly [path: string, ...methods: string[]])[] = [
    ["/orders/list", "get"],
    ["/orders/{id}", "get", "delete"],
    ["/{kind}/archive", "get"],
    ["/orders/{id}/lines.{format}", "get"],
    ["/orders/{id}:cancel", "post"],
    ["/café/{id}", "get"],
    ["/a+b(c)/$x", "get"],
  ];

  test.each([
    ["GET", "/orders/list", "/orders/list"],
    ["get", "/orders/7", "/orders/{id}"],
    ["DELETE", "/orders/list", "/orders/{id}"],
    ["GET", "/orders/archive", "/orders/{id}"],
    ["GET", "/carts/archive", "/{kind}/archive"],
    ["GET", "/orders/7/lines.csv", "/orders/{id}/lines.{format}"],
    ["POST", "/orders/7:cancel", "/orders/{id}:cancel"],
    ["POST", "/orders/7%3Acancel", "/orders/{id}:cancel"],
    ["GET", "/caf%C3%A9/1", "/café/{id}"],
    ["GET", "/orders/a%2Fb", "/orders/{id}"],
    ["GET", "/orders/%ff", "/orders/{id}"],
    ["GET", "/a+b(c)/$x", "/a+b(c)/$x"],
    ["GET", "/a+b(c)/$x/", null],
    ["GET", "/orders/", null],
    ["GET", "/orders/7/8", null],
    ["PATCH", "/orders/7", null],
  ])("is found by method and template: %s %s", (method, path, template) => {
    expect(description().find(method, path)?.path.text ?? null).toBe(template);
  });

  test("is listed with the others of the path, the most exact first", () => {
    const found = description().at("/orders/archive");
    expect(found.map(({ method, path }) => `${method} ${path.text}`)).toEqual([
      "get /orders/{id}",
      "delete /orders/{id}",
      "get /{kind}/archive",
    ]);
  });
});

test("the response of a status is its own, then that of its range, then the default", () => {
  const [operation] = opened({
    "openapi.yaml": openApi(
      '  /a: { get: { responses: { default: { description: D. }, "4XX": { description: R. }, "404": { description: C. } } } }',
    ),
  }).operations;
  const nameOf = (status: number): string | null => {
    const response = operation === undefined ? null : responseFor(operation, status);
    return response === null ? null : statusText(response.status);
  };
  expect([404, 400, 499, 500, 200].map(nameOf)).toEqual(["404", "4XX", "4XX", "default", "default"]);
});

test("names that would be the same in generated code do not matter here", () => {
  const description = opened({
    "openapi.yaml": openApi(
      `  /a: { get: { operationId: get-a, responses: { "200": { description: A. } } } }\n  /b: { get: { operationId: get_a, responses: { "200": { description: B. } } } }`,
    ),
    "asyncapi.yaml": asyncApiOf({ type: "object" }),
  });
  expect(description.operations.map(({ id }) => id)).toEqual(["get-a", "get_a"]);
  expect(placeOf(description.operations[1]?.at ?? description.operations[0]?.at ?? never())).toBe("openapi.yaml:5:9");
});

test("all problems of a description are reported at once, each with its place", () => {
  const broken = openApi('  /a: { get: { responses: { "200": { $ref: "#/none" }, "2": { description: X. } } } }');
  try {
    opened({ "openapi.yaml": broken });
    expect.unreachable();
  } catch (error) {
    if (!(error instanceof DescriptionError)) throw error;
    expect(error.name).toBe("DescriptionError");
    expect(error.diagnostics.length).toBe(2);
    expect(error.message).toMatch(/^openapi\.yaml:4:44 error ref-not-found/);
  }
});

function never(): never {
  throw new Error("there is no operation");
}

// OpenAPI's runtime expressions, in every form, on one request and its response.
import { describe, expect, it } from "vitest";
import type { Json } from "waybill/description";
import { followLink, operationOf, type Step, valueAtPointer } from "../../src/run/links.ts";
import { noValues } from "../../src/run/request-values.ts";
import { openPaths } from "../description/opened.ts";

const parameters = [
  { name: "id", in: "path", required: true, schema: {} },
  { name: "id", in: "query", schema: {} },
  { name: "X-Id", in: "header", schema: {} },
  { name: "sid", in: "cookie", schema: {} },
];
const noContent = { 204: { description: "" } };

function stepWith(link: object): { readonly step: Step; readonly description: ReturnType<typeof openPaths> } {
  const responses = { 201: { description: "", links: { next: link } } };
  const description = openPaths({
    "/things": { post: { operationId: "add", requestBody: { content: { "application/json": {} } }, responses } },
    "/things/{id}": { get: { operationId: "get", parameters, responses: noContent } },
    "/a~b/{id}/c": { get: { parameters: parameters.slice(0, 1), responses: noContent } },
  });
  const operation = description.operations.find(({ id }) => id === "add");
  if (operation === undefined) throw new Error("no operation");
  const encode = (value: Json): Uint8Array => new TextEncoder().encode(JSON.stringify(value));
  const request = {
    method: "POST",
    server: "http://test/api",
    target: "/things?page=2",
    headers: [["X-Sent", "s"]] as const,
    body: encode({ name: "n", "a/b": { "c~d": [7, 8] } }),
  };
  const response = {
    status: 201,
    headers: [["Location", "/things/5"]] as const,
    body: encode({ id: "t1", count: 3, none: null, inner: { ids: ["x"] } }),
  };
  const values = { ...noValues, parameters: { ...noValues.parameters, query: { page: 2 }, path: { shop: "s1" } } };
  return { step: { operation, values, exchange: { request, response } }, description };
}

/** What the link's parameter `id` becomes; `undefined`: the link leads nowhere. */
function parameterFor(expression: unknown): Json | undefined {
  const { step, description } = stepWith({ operationId: "get", parameters: { id: expression } });
  const link = step.operation.responses[0]?.links[0];
  return link === undefined ? undefined : followLink(description, link, step)?.parameters.path["id"];
}

describe("an expression", () => {
  it.each([
    ["$url", "http://test/api/things?page=2"],
    ["$method", "POST"],
    ["$statusCode", 201],
    ["$request.header.x-sent", "s"],
    ["$request.query.page", 2],
    ["$request.path.shop", "s1"],
    ["$request.body#/name", "n"],
    ["$request.body#/a~1b/c~0d/1", 8],
    ["$response.header.location", "/things/5"],
    ["$response.body#/id", "t1"],
    ["$response.body#/count", 3],
    ["$response.body#/none", null],
    ["$response.body#/inner/ids/0", "x"],
    ["thing-{$response.body#/id}-{$statusCode}", "thing-t1-201"],
    ["constant", "constant"],
    ["$5 off", "$5 off"],
    [7, 7],
    [true, true],
  ])("resolves to its value: %s", (expression, value) => {
    expect(parameterFor(expression)).toEqual(value);
  });

  it.each([
    "$response.body#/missing",
    "$response.header.none",
    "$request.query.none",
    "$response.body#/id/deeper",
    "a-{$response.body#/missing}",
  ])("without a value leads nowhere: %s", (expression) => {
    expect(parameterFor(expression)).toBeUndefined();
  });

  it("may be the whole body", () => {
    expect(parameterFor("$response.body")).toEqual({ id: "t1", count: 3, none: null, inner: { ids: ["x"] } });
  });
});

describe("a link", () => {
  it("names the place of a parameter where one name has several", () => {
    const given = { "query.id": 1, "path.id": 2, "header.X-Id": 3, "cookie.sid": 4 };
    const { step, description } = stepWith({ operationId: "get", parameters: given });
    const link = step.operation.responses[0]?.links[0];
    expect(link && followLink(description, link, step)?.parameters).toEqual({
      query: { id: 1 },
      querystring: {},
      path: { id: 2 },
      header: { "X-Id": 3 },
      cookie: { sid: 4 },
    });
  });

  it("builds a body with expressions at any depth", () => {
    const requestBody = { thing: { id: "$response.body#/id" }, all: ["$statusCode", "x"] };
    const { step, description } = stepWith({ operationId: "get", requestBody });
    const link = step.operation.responses[0]?.links[0];
    expect(link && followLink(description, link, step)?.body).toEqual({ thing: { id: "t1" }, all: [201, "x"] });
  });

  it.each([
    ["#/paths/~1things~1{id}/get", "get"],
    ["#/paths/~1things~1%7Bid%7D/get", "get"],
    ["https://other.example/api.yaml#/paths/~1things~1{id}/get", "get"],
    ["#/paths/~1a~0b~1{id}~1c/get", "get_a~b_by_id_c"],
    ["#/paths/~1things~1{id}/put", undefined],
    ["#/paths/%E0%A4%A/get", undefined],
    ["#/components/x", undefined],
  ])("leads by reference: %s", (operationRef, id) => {
    const { step, description } = stepWith({ operationRef: "#/paths/~1things~1{id}/get" });
    const link = step.operation.responses[0]?.links[0];
    if (link === undefined) throw new Error("no link");
    const target = operationOf(description, { ...link, operationRef });
    expect(target === null ? undefined : target.path.text + target.method).toBe(
      id === undefined ? undefined : `${id === "get" ? "/things/{id}" : "/a~b/{id}/c"}get`,
    );
  });
});

describe("a pointer", () => {
  it.each([
    ["", { a: 1 }, { a: 1 }],
    ["/a", { a: 1 }, 1],
    ["/toString", {}, undefined],
    ["/length", [1, 2], undefined],
    ["/1", [1, 2], 2],
    ["/", { "": 3 }, 3],
  ] as const)("leads to its value: %s", (pointer, value, found) => {
    expect(valueAtPointer(value, pointer)).toEqual(found);
  });
});

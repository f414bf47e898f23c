// The generated route table against another reading of the same description: everything there is here, and nothing else.
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createMatcher, NotImplementedError, type Route } from "../../../src/targets/server/runtime/runtime.ts";
import { type DescribedOperation, describedOperations } from "../http/description.ts";
import { type GeneratedFolder, generateOwn, openapiPath } from "../http/generated.ts";

let folder: GeneratedFolder | null = null;
let routes: readonly Route[];
let described: readonly DescribedOperation[];
let unimplemented: Readonly<Record<string, (request: unknown, context: unknown) => Promise<unknown>>>;
let handlers: readonly string[];

beforeAll(async () => {
  folder = await generateOwn(["server"]);
  const module = await import(pathToFileURL(path.join(folder.directory, "server/index.gen.ts")).href);
  ({ routes, unimplemented } = module);
  handlers = Object.keys(module.unimplemented);
  described = await describedOperations(openapiPath);
});

afterAll(() => folder?.dispose());

describe("the route table", () => {
  it("has every operation of the description, in its order, and no other", () => {
    expect(described.length).toBeGreaterThan(20);
    expect(routes.map(({ operationId, method, path: template }) => ({ operationId, method, path: template }))).toEqual(
      described.map(({ operationId, method, path: template }) => ({ operationId, method, path: template })),
    );
    expect(routes.map((route) => route.handler)).toEqual(handlers);
  });

  it("has every parameter with its place, type and default", () => {
    const found = routes.map(({ parameters }) =>
      parameters.map(({ name, in: place, required, value, default: fallback }) => ({
        name,
        in: place,
        required,
        type: value,
        default: fallback,
      })),
    );
    expect(found).toEqual(described.map(({ parameters }) => parameters));
    const styles = routes.flatMap(({ parameters }) =>
      parameters.map(({ in: place, style, explode }) => `${place} ${style} ${explode}`),
    );
    expect(new Set(styles)).toEqual(new Set(["path simple false", "query form true"]));
  });

  it("has every segment of every path", () => {
    for (const { path: template, segments } of routes) {
      const texts = segments.map((segment) =>
        typeof segment === "string" ? segment : "parameter" in segment ? `{${segment.parameter}}` : "?",
      );
      expect(`/${texts.join("/")}`).toBe(template);
    }
  });

  it("has every request body with its media types", () => {
    const found = routes.map(
      ({ requestBody }) =>
        requestBody && { required: requestBody.required, types: requestBody.content.map(({ type }) => type) },
    );
    expect(found).toEqual(described.map(({ requestBody }) => requestBody));
  });

  it("has every response with its media types and headers", () => {
    const found = routes.map(({ responses }) =>
      responses.map(({ status, content, headers }) => ({
        status: String(status),
        types: content.map(({ type }) => type),
        headers: headers.map(({ name, required, value }) => ({ name, required, type: value })),
      })),
    );
    expect(found).toEqual(described.map(({ responses }) => responses));
    expect(new Set(found.flat().map(({ headers }) => headers.length))).toEqual(new Set([6]));
  });

  it("reads plain text as text and everything else as JSON", () => {
    for (const { type, body } of routes.flatMap(({ responses }) => responses.flatMap(({ content }) => content))) {
      expect(body).toBe(type === "application/json" ? "json" : "text");
    }
  });

  it("has security, tags and extensions", () => {
    const found = routes.map(({ security, tags, extensions }) => ({
      security: security.map(({ schemes }) => Object.fromEntries(schemes.map(({ name, scopes }) => [name, scopes]))),
      tags,
      extensions,
    }));
    expect(found).toEqual(described.map(({ security, tags, extensions }) => ({ security, tags, extensions })));
  });

  it("refers to a validator for each part of a request and each body", () => {
    for (const { operationId, parameters, requestBody, responses, schemas } of routes) {
      const parts = { path: "path", query: "query", header: "headers", cookie: "cookies" } as const;
      const expected = new Set(parameters.map((parameter) => parts[parameter.in]));
      expect([operationId, Object.values(parts).filter((part) => schemas[part] !== undefined)]).toEqual([
        operationId,
        [...expected],
      ]);
      expect(Object.keys(schemas.body ?? {})).toEqual(requestBody?.content.map(({ type }) => type) ?? []);
      for (const { status, content } of responses) {
        expect(Object.keys(schemas.responses[String(status)]?.body ?? {})).toEqual(content.map(({ type }) => type));
      }
    }
    const list = routes.find(({ operationId }) => operationId === "listOrders")?.schemas.query;
    expect([list?.safeParse({ limit: 20 }).success, list?.safeParse({ limit: "20" }).success]).toEqual([true, false]);
  });

  it("sends every request to its own route", () => {
    const match = createMatcher(routes);
    for (const route of routes) {
      const found = match(route.method, route.path.replace(/\{[^}]*\}/g, "some-id"));
      expect(found).toMatchObject({ kind: "found", route: { operationId: route.operationId } });
    }
    expect(match("GET", "/v1/orders/create")).toMatchObject({
      kind: "found",
      route: { operationId: "getOrder" },
      path: new Map([["orderId", "create"]]),
    });
    expect(match("POST", "/v1/orders/list")).toEqual({ kind: "method-not-allowed", allow: ["GET"] });
  });
});

describe("unimplemented", () => {
  it("rejects with an error that names the operation", async () => {
    for (const { handler, operationId } of routes) {
      const error = await unimplemented[handler]?.({}, undefined).catch((reason: unknown) => reason);
      expect(error).toMatchObject({ name: "NotImplementedError", code: "not_implemented", operationId });
    }
    expect(new NotImplementedError("listOrders").message).toBe('the operation "listOrders" has no handler');
  });
});

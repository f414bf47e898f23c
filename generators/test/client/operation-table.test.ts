// The generated operation table against another reading of the same description, and the methods made from it.
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildRequest } from "../../src/targets/client/runtime/request.ts";
import type { Operation, RequestParts, Send, Server } from "../../src/targets/client/runtime/runtime.ts";
import { type DescribedOperation, describedOperations } from "../http/description.ts";
import { type GeneratedFolder, generateOwn, openapiPath } from "../http/generated.ts";

type AnyOperation = Operation<RequestParts>;
type Methods = Readonly<Record<string, (request?: RequestParts, options?: unknown) => Promise<unknown>>>;

let folder: GeneratedFolder | null = null;
let operations: readonly AnyOperation[];
let names: readonly string[];
let described: readonly DescribedOperation[];
let createClient: (send: Send<unknown>) => Methods;
let servers: readonly Server[];

beforeAll(async () => {
  folder = await generateOwn(["client"]);
  const module = await import(pathToFileURL(path.join(folder.directory, "client/index.gen.ts")).href);
  ({ createClient, servers } = module);
  described = await describedOperations(openapiPath);
  names = described.map(({ operationId }) => operationId);
  operations = names.map((name) => module.operations[name]);
  expect(new Set(Object.keys(module.operations))).toEqual(new Set(names));
});

afterAll(() => folder?.dispose());

describe("the operation table", () => {
  it("has every operation of the description and no other", () => {
    expect(operations.map(({ id, method, path: template }) => ({ operationId: id, method, path: template }))).toEqual(
      described.map(({ operationId, method, path: template }) => ({ operationId, method, path: template })),
    );
  });

  it("has every parameter with its place, and how it is written", () => {
    const found = operations.map(({ parameters }) => parameters.map(({ name, in: place }) => ({ name, in: place })));
    expect(found).toEqual(
      described.map(({ parameters }) => parameters.map(({ name, in: place }) => ({ name, in: place }))),
    );
    const styles = operations.flatMap(({ parameters }) =>
      parameters.map(({ in: place, style, explode }) => `${place} ${style} ${explode}`),
    );
    expect(new Set(styles)).toEqual(new Set(["path simple false", "query form true"]));
  });

  it("has every media type of every body", () => {
    expect(operations.map(({ requestBody }) => Object.keys(requestBody ?? {}))).toEqual(
      described.map(({ requestBody }) => requestBody?.types ?? []),
    );
    const found = operations.map(({ responses }) =>
      Object.entries(responses).map(([status, { content = {} }]) => ({ status, types: Object.keys(content) })),
    );
    expect(found).toEqual(described.map(({ responses }) => responses.map(({ status, types }) => ({ status, types }))));
    const kinds = operations.flatMap(({ responses }) =>
      Object.values(responses).flatMap(({ content = {} }) => Object.entries(content)),
    );
    for (const [type, { kind }] of kinds) expect(kind).toBe(type === "application/json" ? "json" : "text");
  });

  it("has every header of every response, and what its text stands for", () => {
    const found = operations.map(({ responses }) => Object.values(responses).map(({ headers = {} }) => headers));
    expect(found).toEqual(
      described.map(({ responses }) =>
        responses.map(({ headers }) => Object.fromEntries(headers.map(({ name, type }) => [name, type]))),
      ),
    );
  });

  it("says what may be sent twice", () => {
    for (const { method, safe, idempotent } of operations) {
      expect([method, safe]).toEqual([method, ["GET", "HEAD", "OPTIONS", "TRACE"].includes(method)]);
      expect([method, idempotent]).toEqual([method, !["POST", "PATCH"].includes(method)]);
    }
  });

  it("names the security schemes of every operation", () => {
    expect(operations.map(({ security }) => security)).toEqual(
      described.map(({ security }) => security.map((schemes) => Object.keys(schemes))),
    );
  });

  it("has the servers", () => {
    expect(servers.map(({ url }) => url)).toEqual(["{base_url}"]);
  });
});

describe("the client", () => {
  it("sends every operation with what it was given", async () => {
    const sent: unknown[] = [];
    const client = createClient((operation, request, options) => {
      sent.push([operation.id, request, options]);
      return Promise.reject(new Error("sent"));
    });
    expect(Object.keys(client)).toEqual(names);
    for (const name of names) await expect(client[name]?.({ query: { limit: 1 } }, "options")).rejects.toThrow("sent");
    expect(sent).toEqual(names.map((name) => [name, { query: { limit: 1 } }, "options"]));
    await expect(client["listWarehouses"]?.()).rejects.toThrow("sent");
    expect(sent.at(-1)).toEqual(["listWarehouses", {}, undefined]);
  });

  it("builds the requests of the requirements", () => {
    const find = (id: string): AnyOperation => {
      const operation = operations.find((candidate) => candidate.id === id);
      if (operation === undefined) throw new Error(id);
      return operation;
    };
    const list = buildRequest(
      find("listOrders"),
      { query: { limit: 5, orderStatus: "SHIPPED", campaignId: "a&b" } },
      "https://api.example",
    );
    expect([list.method, list.url, list.headers.get("accept")]).toEqual([
      "GET",
      "https://api.example/v1/orders/list?limit=5&campaignId=a%26b&orderStatus=SHIPPED",
      "application/json, text/html; charset=utf-8",
    ]);
    expect(buildRequest(find("getOrder"), { path: { orderId: "../admin" } }, "https://api.example").url).toBe(
      "https://api.example/v1/orders/..%2Fadmin",
    );
    const pages = buildRequest(find("listInventory"), { query: { page: 2, page_size: 50 } }, "https://api.example");
    expect(pages.url).toBe("https://api.example/v1/inventory/list?page=2&page_size=50");
  });
});

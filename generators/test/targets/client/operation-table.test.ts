// The generated operation table against another reading of the same description, and the methods made from it.
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildRequest } from "../../../src/targets/client/runtime/request.ts";
import type { Operation, RequestParts, Send, Server } from "../../../src/targets/client/runtime/runtime.ts";
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
let defaultSecurity: readonly (readonly string[])[];

beforeAll(async () => {
  folder = await generateOwn(["client"]);
  const module = await import(pathToFileURL(path.join(folder.directory, "client/index.gen.ts")).href);
  ({ createClient, servers, defaultSecurity } = module);
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
    const partOf: Readonly<Record<string, string>> = {
      path: "path",
      query: "query",
      header: "headers",
      cookie: "cookies",
    };
    expect(operations.map(({ parameters }) => parameters.map(({ name, part }) => ({ name, part })))).toEqual(
      described.map(({ parameters }) => parameters.map(({ name, in: place }) => ({ name, part: partOf[place] }))),
    );
    // None of them is ever more than one value.
    const found = operations.flatMap(({ parameters }) =>
      parameters.map(({ part, style, explode, write, put }) => [part, style, explode, write.name, put.name].join(" ")),
    );
    expect(new Set(found)).toEqual(new Set(["path   writePathText putInPath", "query   writeQueryText putInQuery"]));
  });

  it("has every media type of every body", () => {
    expect(
      operations.map(({ requestBody }) => requestBody && [Object.keys(requestBody.content), requestBody.put.name]),
    ).toEqual(described.map(({ requestBody }) => (requestBody === null ? undefined : [requestBody.types, "putBody"])));
    const found = operations.map(({ responses }) =>
      Object.entries(responses).map(([status, { content = {} }]) => ({ status, types: Object.keys(content) })),
    );
    expect(found).toEqual(described.map(({ responses }) => responses.map(({ status, types }) => ({ status, types }))));
    const kinds = operations.flatMap(({ responses }) =>
      Object.values(responses).flatMap(({ content = {} }) => Object.entries(content)),
    );
    for (const [type, { kind }] of kinds) expect(kind).toBe(type === "application/json" ? "json" : "text");
  });

  it("has nothing to choose where there is one media type", () => {
    for (const [index, { accept, responses }] of operations.entries()) {
      const types = described[index]?.responses.map((response) => response.types.length) ?? [];
      expect(Object.values(responses).map(({ choose }) => choose !== undefined)).toEqual(
        types.map((count) => count > 1),
      );
      expect(accept !== undefined).toBe(types.some((count) => count > 0));
    }
  });

  it("has every header of every response, and how its text is read", () => {
    const readers: Readonly<Record<string, string>> = { integer: "readNumber", string: "readText" };
    const found = operations.map(({ responses }) =>
      Object.values(responses).map(({ headers = {} }) =>
        Object.fromEntries(Object.entries(headers).map(([name, read]) => [name, read.name])),
      ),
    );
    expect(found).toEqual(
      described.map(({ responses }) =>
        responses.map(({ headers }) =>
          Object.fromEntries(headers.map(({ name, type }) => [name, readers[String(type)]])),
        ),
      ),
    );
  });

  it("marks operations that change nothing on the server", () => {
    for (const { method, safe } of operations) {
      expect([method, safe]).toEqual([method, ["GET", "HEAD", "OPTIONS", "TRACE"].includes(method)]);
    }
  });

  it("names the security schemes of every operation, its own or those that all have", () => {
    expect(operations.map(({ security = defaultSecurity }) => security)).toEqual(
      described.map(({ security }) => security.map((schemes) => Object.keys(schemes))),
    );
    expect(defaultSecurity).toEqual([["bearer"]]);
    expect(operations.filter(({ security }) => JSON.stringify(security) === JSON.stringify(defaultSecurity))).toEqual(
      [],
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
      "application/json, text/html",
    ]);
    expect(buildRequest(find("getOrder"), { path: { orderId: "../admin" } }, "https://api.example").url).toBe(
      "https://api.example/v1/orders/..%2Fadmin",
    );
    const pages = buildRequest(find("listInventory"), { query: { page: 2, page_size: 50 } }, "https://api.example");
    expect(pages.url).toBe("https://api.example/v1/inventory/list?page=2&page_size=50");
  });
});

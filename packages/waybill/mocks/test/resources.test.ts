// `waybill mock --stateful`: what was created is read, listed, changed and deleted, as the description has it.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readApi } from "waybill/description";
import { mockHandlerOf } from "../src/server/mock-handler.ts";

const order = '{ $ref: "#/components/schemas/Order" }';
const issue = '{ $ref: "#/components/schemas/Issue" }';
const article =
  '{ type: object, required: [data], properties: { data: { type: object, required: [id, slug, options], properties: { id: { type: string, example: "17" }, slug: { type: string, example: tea }, kind: { type: string }, options: { type: array, items: { type: string } } } } } }';
const json = (schema: string): string => `{ description: x, content: { application/json: { schema: ${schema} } } }`;
const body = (type: string): string =>
  `requestBody: { required: true, content: { ${type}: { schema: { $ref: "#/components/schemas/Change" } } } }`;
const description = `openapi: 3.1.0
info: { title: Shop, version: "1" }
paths:
  /shops/{shop}/orders:
    parameters: [{ name: shop, in: path, required: true, schema: { type: string } }]
    get:
      operationId: listOrders
      parameters: [{ name: cursor, in: query, schema: { type: string } }, { name: limit, in: query, schema: { type: integer } }]
      responses: { "200": ${json(`{ type: object, required: [data, next_cursor], properties: { data: { type: array, items: ${order} }, next_cursor: { type: [string, "null"] } } }`)} }
    post: { operationId: createOrder, ${body("application/json")}, responses: { "201": ${json(order)} } }
  /shops/{shop}/orders/{orderId}:
    parameters: [{ name: shop, in: path, required: true, schema: { type: string } }, { name: orderId, in: path, required: true, schema: { type: string } }]
    get: { operationId: getOrder, responses: { "200": ${json(order)}, "404": ${json("{ type: object, required: [title], properties: { title: { const: none } } }")} } }
    patch: { operationId: patchOrder, ${body("application/merge-patch+json")}, responses: { "200": ${json(order)} } }
    put: { operationId: putOrder, ${body("application/json")}, responses: { "200": ${json(order)} } }
    delete: { operationId: deleteOrder, responses: { "204": { description: Gone. } } }
  /lines: { get: { operationId: listLines, responses: { "200": ${json("{ type: array, items: { type: integer } }")} } } }
  /numbers:
    get:
      operationId: listNumbers
      parameters: [{ name: page, in: query, schema: { type: integer, minimum: 1 } }, { name: per_page, in: query, schema: { type: integer } }]
      responses: { "200": ${json("{ type: array, items: { type: object, required: [id], properties: { id: { type: integer } } } }")} }
    post: { operationId: createNumber, requestBody: { content: { application/json: { schema: { type: object } } } }, responses: { "201": ${json("{ type: object, required: [id], properties: { id: { type: integer } } }")} } }
  /repos/{owner}/issues:
    parameters: [{ name: owner, in: path, required: true, schema: { type: string } }]
    get:
      operationId: listIssues
      parameters: [{ name: page, in: query, schema: { type: integer } }, { name: per_page, in: query, schema: { type: integer } }]
      responses: { "200": { description: x, headers: { Link: { schema: { type: string }, example: '<https://api.example/repos/a/issues?page=2>; rel="next"' } }, content: { application/json: { schema: { type: array, items: ${issue} } } } } }
    post: { operationId: createIssue, requestBody: { content: { application/json: { schema: { type: object } } } }, responses: { "201": ${json(issue)} } }
  /repos/{owner}/issues/{issue_number}:
    parameters: [{ name: owner, in: path, required: true, schema: { type: string } }, { name: issue_number, in: path, required: true, schema: { type: integer } }]
    get: { operationId: getIssue, responses: { "200": ${json(issue)}, "404": { description: None. } } }
  /articles:
    get:
      operationId: listArticles
      parameters: [{ name: kind, in: query, schema: { type: string } }, { name: per_page, in: query, schema: { type: integer } }]
      responses: { "200": ${json("{ type: object, properties: { articles: { type: array, minItems: 1, items: { type: object, required: [slug], properties: { slug: { type: string }, kind: { type: string } } } } } }")} }
    post:
      operationId: createArticle
      requestBody: { content: { application/json: { schema: { type: object, properties: { kind: { type: string, default: news }, options: { type: array }, secret: { type: string } } } } } }
      responses: { "200": ${json(article)}, "4XX": ${json("{ type: object, required: [reason], properties: { reason: { type: string } } }")} }
  /articles/{articleId}:
    parameters: [{ name: articleId, in: path, required: true, schema: { type: integer } }]
    get: { operationId: getArticle, responses: { "200": ${json(article)}, "404": { description: None. }, default: ${json("{ type: object, required: [reason], properties: { reason: { type: string } } }")} } }
    delete: { operationId: deleteArticle, responses: { "204": { description: Gone. } } }
  /articles/{articleId}/pictures:
    parameters: [{ name: articleId, in: path, required: true, schema: { type: integer } }]
    get: { operationId: listPictures, responses: { "200": ${json("{ type: array, items: { type: string } }")}, "404": { description: None. } } }
components:
  schemas:
    Issue: { type: object, required: [id, number], properties: { id: { type: integer }, number: { type: integer, example: 1347 }, title: { type: string } } }
    Change: { type: object, properties: { name: { type: [string, "null"] }, note: { type: [string, "null"] } } }
    Order: { type: object, required: [id, status], properties: { id: { type: string, format: uuid }, status: { enum: [open] }, name: { type: string }, note: { type: string } } }
`;

const folder = mkdtempSync(path.join(tmpdir(), "waybill-resources-"));
let handler: Awaited<ReturnType<typeof mockHandlerOf>>;
beforeAll(async () => {
  handler = await handlerOf(description);
});

async function handlerOf(text: string) {
  writeFileSync(path.join(folder, "openapi.yaml"), text);
  const { api } = await readApi({ cwd: folder, openapi: "openapi.yaml" });
  if (api === null) throw new Error("nothing was read");
  return mockHandlerOf(api, { dynamic: false, cors: false, auth: false, url: null, secret: null, stateful: true });
}

afterAll(() => {
  handler.dispose();
  rmSync(folder, { recursive: true, force: true });
});

async function call(method: string, url: string, value?: object, type = "application/json") {
  const sent = value === undefined ? {} : { "content-type": type, prefer: "return=minimal" };
  const text = value === undefined ? null : new Response(JSON.stringify(value)).body;
  const { response } = await handler.handle({ method, url, headers: new Headers(sent), body: text });
  const received = await response.text();
  return { status: response.status, body: received === "" ? null : JSON.parse(received) };
}

it("an order is sampled until one is created, then read, changed, replaced, deleted, and missed", async () => {
  expect(await call("GET", "/shops/a/orders/7")).toMatchObject({ status: 200, body: { status: "open" } });
  const created = await call("POST", "/shops/a/orders", { name: "Tea" });
  expect(created).toMatchObject({ status: 201, body: { name: "Tea", status: "open" } });
  const url = `/shops/a/orders/${created.body.id}`;
  expect(await call("GET", url)).toEqual({ status: 200, body: created.body });
  const patched = await call("PATCH", url, { note: "soon", name: null }, "application/merge-patch+json");
  expect(patched.body).toMatchObject({ id: created.body.id, note: "soon" });
  expect(patched.body).not.toHaveProperty("name");
  expect((await call("GET", url)).body).toEqual(patched.body);
  // The status, which the response has to have, stays.
  expect(await call("PUT", url, { name: "Cup" })).toMatchObject({ status: 200, body: { name: "Cup", status: "open" } });
  expect(await call("DELETE", url)).toEqual({ status: 204, body: null });
  expect(await call("GET", url)).toEqual({ status: 404, body: { title: "none" } });
});

it("lists have what was created in their own collection, page by page", async () => {
  const names = ["one", "two", "three"];
  const ids = [];
  for (const name of names) ids.push((await call("POST", "/shops/b/orders", { name })).body.id);
  expect(new Set(ids).size).toBe(3);
  const first = await call("GET", "/shops/b/orders?limit=2");
  expect(first.body.data.map(({ name }: { name: string }) => name)).toEqual(["one", "two"]);
  const second = await call("GET", `/shops/b/orders?limit=2&cursor=${first.body.next_cursor}`);
  expect(second.body).toMatchObject({ data: [{ name: "three" }], next_cursor: null });
  // Another shop has none yet.
  expect((await call("GET", "/shops/c/orders")).body.data).not.toEqual([]);
});

it("pages have numbers where the description has them, as ids do", async () => {
  for (let count = 0; count < 3; count += 1) await call("POST", "/numbers", {});
  const all = (await call("GET", "/numbers")).body;
  expect(all).toHaveLength(3);
  expect((await call("GET", "/numbers?page=2&per_page=2")).body).toEqual([all[2]]);
  expect((await call("GET", "/lines")).status).toBe(200);
});

it("pages by Link are those of what was created, which is known by the member that its path names", async () => {
  const linksOf = async (url: string) => {
    const { response } = await handler.handle({ method: "GET", url, headers: new Headers(), body: null });
    return [/\?page=\d+.*/.exec(response.headers.get("link") ?? "")?.[0], Object(await response.json()).length];
  };
  expect(await linksOf("/repos/a/issues?page=3")).toEqual([undefined, 0]);
  for (const title of ["one", "two", "three"]) await call("POST", "/repos/a/issues", { title });
  expect(await linksOf("/repos/a/issues?page=1&per_page=2")).toEqual(['?page=2&per_page=2>; rel="next"', 2]);
  expect(await linksOf("/repos/a/issues?page=2&per_page=2")).toEqual([undefined, 1]);
  const [first, second] = (await call("GET", "/repos/a/issues")).body;
  expect(second.number).not.toBe(first.number);
  expect((await call("GET", `/repos/a/issues/${second.number}`)).body).toEqual(second);
});

it("a response has what its schema describes of a record, in its envelope, and the sample the rest; below what is deleted there is nothing", async () => {
  const created = await call("POST", "/articles", { options: [{}], secret: "x" });
  expect(created).toEqual({ status: 200, body: { data: { id: "11", slug: "tea", kind: "news", options: ["text"] } } });
  await call("POST", "/articles", { kind: "essay" });
  expect((await call("GET", "/articles?kind=essay")).body).toEqual({ articles: [{ slug: "tea", kind: "essay" }] });
  expect((await call("GET", "/articles?per_page=1")).body.articles).toHaveLength(1);
  // There is no empty list.
  expect((await call("GET", "/articles?kind=poem")).body.articles).toHaveLength(1);
  expect(await call("GET", "/articles/11")).toEqual(created);
  expect((await call("GET", "/articles/11/pictures")).status).toBe(200);
  for (const id of [11, 99]) await call("DELETE", `/articles/${id}`);
  await call("POST", "/articles", {});
  for (const path of ["11", "11/pictures", "99"]) expect((await call("GET", `/articles/${path}`)).status).toBe(404);
  const broken = await call("GET", "/articles/%E0%A4%A");
  expect(broken).toEqual({ status: 400, body: { reason: "A parameter in the path is not percent-encoded UTF-8" } });
});

it("without operations there is nothing but events", async () => {
  expect(
    (
      await (
        await handlerOf('openapi: 3.1.0\ninfo: { title: Shop, version: "1" }\npaths: {}')
      ).handle({ method: "GET", url: "/", headers: new Headers(), body: null })
    ).response.status,
  ).toBe(404);
});

// Paths with a query or a fragment, where they are tolerated: what the generated client sends, and which route the server finds for it.
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readApi } from "../../../src/checks/model-checks.ts";
import { Report } from "../../../src/diagnostics/index.ts";
import { buildRequest } from "../../../src/targets/client/runtime/request.ts";
import type { Operation, RequestParts } from "../../../src/targets/client/runtime/runtime.ts";
import { createMatcher, type Route } from "../../../src/targets/server/runtime/runtime.ts";
import { contextOf, emitAll, temporaryDirectory } from "../../scenarios/generation.ts";
import { cwd, readerOf } from "../../source/memory-files.ts";

const responses = { 204: { description: "done" } };
const text = { type: "string" };
const required = (name: string, place: string, schema: object = text): object => ({
  name,
  in: place,
  required: true,
  schema,
});
const operation = (operationId: string, ...parameters: object[]): object => ({ operationId, parameters, responses });

const paths = {
  "/#X-Amz-Target=Shop.Create": {
    post: operation("create", required("X-Amz-Target", "header", { enum: ["Shop.Create"] })),
  },
  "/#X-Amz-Target=Shop.Delete": {
    post: operation("delete", required("X-Amz-Target", "header", { const: "Shop.Delete" })),
  },
  "/tags/{arn}": { get: operation("list", required("arn", "path")) },
  "/tags/{arn}#keys": { get: operation("some", required("arn", "path"), required("keys", "query")) },
  "/rest?method=a%20b": { get: operation("first") },
  "/rest?method=c&v": { get: operation("second", required("v", "query")) },
  "/rides?page={page}&per={size}": { get: operation("rides", required("page", "path"), required("size", "query")) },
  "/twice/{id}/of/{id}": { get: operation("twice", required("id", "path")) },
  bare: { get: operation("bare") },
};

const folder = temporaryDirectory();
let operations: Readonly<Record<string, Operation<RequestParts>>>;
let routes: readonly Route[];
const report = new Report(new Set(["malformed-path"]));

beforeAll(async () => {
  const document = { openapi: "3.1.1", info: { title: "T", version: "1" }, paths };
  const { api } = readApi(
    { cwd, openapi: "o.json", readText: readerOf({ "o.json": JSON.stringify(document) }) },
    report,
  );
  if (api === null) throw new Error("nothing was read");
  for (const file of await emitAll(api, ["client", "server"], contextOf("o.json"))) {
    const place = path.join(folder.directory, file.target, file.path);
    mkdirSync(path.dirname(place), { recursive: true });
    writeFileSync(place, file.text);
  }
  const module = (target: string): Promise<unknown> =>
    import(pathToFileURL(path.join(folder.directory, target, "index.gen.ts")).href);
  ({ operations } = (await module("client")) as { operations: typeof operations });
  ({ routes } = (await module("server")) as { routes: typeof routes });
});
afterAll(folder.dispose);

it.each([
  ["create", { headers: { "X-Amz-Target": "Shop.Create" } }, "/"],
  ["deleteOperation", { headers: { "X-Amz-Target": "Shop.Delete" } }, "/"],
  ["list", { path: { arn: "a" } }, "/tags/a"],
  ["some", { path: { arn: "a" }, query: { keys: "x" } }, "/tags/a?keys=x"],
  ["first", {}, "/rest?method=a%20b"],
  ["second", {}, "/rest?method=c&v="],
  ["rides", { query: { page: "2", per: "10" } }, "/rides?page=2&per=10"],
  ["twice", { path: { id: "7" } }, "/twice/7/of/7"],
  ["bare", {}, "/bare"],
])("an operation is found by more than its path: %s", (name, request, sent) => {
  const one = operations[name];
  if (one === undefined) throw new Error("no such operation");
  const wire = buildRequest(one, request, "https://a.example");
  expect(wire.url).toBe(`https://a.example${sent}`);
  expect(found(wire.method, sent, wire.headers)).toBe(one.id);
});

it.each([
  ["POST", "/", "not-found"],
  ["DELETE", "/", "method-not-allowed"],
  ["GET", "/rest?method=d", "not-found"],
  ["GET", "/twice/7/of/8", "not-found"],
])("a request that fits no operation is rejected: %s %s, %s", (method, sent, expected) => {
  expect(found(method, sent, new Headers())).toBe(expected);
});

it("a matcher throws without the query or headers that it needs", () => {
  expect(() => createMatcher(routes)("POST", "/")).toThrow("pass them to the matcher");
});

it("each path is reported, and a parameter whose value the path fixes", () => {
  const reported = report.list().map(({ severity, code, message }) => `${severity} ${code} ${message}`);
  expect(reported.filter((line) => line.startsWith("tolerated malformed-path"))).toHaveLength(8);
  expect(reported.filter((line) => !line.startsWith("tolerated malformed-path"))).toEqual([
    'warning no-effect the parameter "v" has no effect: the path already fixes its value',
  ]);
});

function found(method: string, sent: string, headers: Headers): string {
  const { pathname, search } = new URL(sent, "https://a.example");
  const match = createMatcher(routes)(method, pathname, {
    query: search.slice(1),
    header: (name) => headers.get(name),
  });
  return match.kind === "found" ? match.route.operationId : match.kind;
}

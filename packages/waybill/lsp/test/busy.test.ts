// While a large description is read: other documents get their responses, and what no one waits for is not done.
import { setImmediate as turnOfEvents } from "node:timers/promises";
import { expect, test } from "vitest";
import { CancellationTokenSource } from "vscode-languageserver/node";
import type { ApiId, Engine } from "../src/engine/engine.ts";
import { OwnEngine } from "../src/engine/own-engine.ts";
import { threadedEngine } from "../src/engine/thread.ts";
import { withReferred } from "../src/text/excerpt.ts";
import { partMapsOf } from "../src/text/parts.ts";
import { Editor, quickEngine } from "./editor.ts";

const small =
  'openapi: 3.1.0\ninfo: { title: T, version: "1" }\npaths: {}\ncomponents: { schemas: { Small: { type: string } } }\n';
const large = small.replace("Small", "Large");
const withoutEngine = new URL("thread-without-engine.ts", import.meta.url);

/** Reads each document, but one of them only after `released`. */
function engineStuckIn(name: string, released: Promise<void>, asked: string[] = []): Engine {
  const engine = quickEngine();
  return {
    ...engine,
    check: (api) => (fileOf(api).endsWith(name) ? released.then(() => engine.check(api)) : engine.check(api)),
    typeAt: (api, spot, question) => {
      asked.push(fileOf(api));
      return engine.typeAt(api, spot, question);
    },
  };
}

function fileOf(api: ApiId): string {
  return api.configFile === null ? api.file : "";
}

test("hover responds in an open document while another one is read", async () => {
  const engine = engineStuckIn("large.yaml", new Promise(() => undefined));
  const it = await Editor.open({ "small.yaml": small, "large.yaml": large }, { engine });
  const hover = await it.hover("small.yaml", it.place("small.yaml", "Small", 1));
  expect(JSON.stringify(hover?.contents)).toContain("export type Small = string;");
});

test("a second thread responds for another API while the first one reads", async () => {
  const engine = threadedEngine(withoutEngine);
  const api = (file: string): ApiId => ({ configFile: null, file, kind: "openapi", turn: 1 });
  void engine.check(api("/large.yaml"));
  expect(await engine.typeAt(api("/small.yaml"), { path: "/small.yaml", tokens: [] })).toEqual(["typeAt", new Map()]);
  expect(await engine.check(api("/small.yaml"))).toEqual(["check", new Map()]);
});

test("a thread that ends fails what it was asked, and the next one has what editors say", async () => {
  const engine = threadedEngine(withoutEngine);
  const api: ApiId = { configFile: null, file: "/api.yaml", kind: "openapi", turn: 1 };
  const place = { line: 0, character: 0 };
  engine.open("/api.yaml", "end");
  for (const ask of [() => engine.check(api), () => engine.lint(api)]) {
    await expect(ask()).rejects.toThrow("the thread that reads ended with exit code 3");
  }
  engine.edit("/api.yaml", [{ start: 0, end: 3, text: "go on", range: { start: place, end: place } }]);
  engine.open("/other.yaml", "also");
  const texts = new Map([
    ["/api.yaml", "go on"],
    ["/other.yaml", "also"],
  ]);
  expect(await engine.check(api)).toEqual(["check", texts]);
  expect(await engine.lint(api)).toEqual(["lint", texts]);
});

test("a cancelled hover is not asked of the engine", async () => {
  const asked: string[] = [];
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const it = await Editor.open({ "large.yaml": large }, { engine: engineStuckIn("large.yaml", released, asked) });
  const source = new CancellationTokenSource();
  const hovers = Array.from({ length: 20 }, () =>
    it.hover("large.yaml", it.place("large.yaml", "Large", 1), source.token),
  );
  source.cancel();
  await it.symbols("large.yaml");
  release();
  for (const hover of await Promise.allSettled(hovers)) expect(hover).toMatchObject({ reason: { code: -32800 } });
  expect(asked).toEqual([]);
});

test("the engine does not read for a question that was cancelled while it waited", async () => {
  const engine = new OwnEngine();
  engine.open("/small.yaml", small);
  const question = { isCancellationRequested: false };
  const api = { configFile: null, file: "/small.yaml", kind: "openapi", turn: 1 } as const;
  const spot = { path: "/small.yaml", tokens: ["components", "schemas", "Small"] };
  const cancelled = engine.typeAt(api, spot, question);
  question.isCancellationRequested = true;
  expect(await cancelled).toBeNull();
  await turnOfEvents();
  expect(await engine.typeAt(api, spot)).toBe("export type Small = string;");
});

test("a large YAML text without parts is parsed by the engine, also after a key", async () => {
  const asked: string[] = [];
  const engine: Engine = quickEngine();
  const parsed: Engine["parsed"] = async (path) => {
    const json = await engine.parsed(path);
    asked.push(String(json).includes("Larger") ? "after" : "before");
    // Only a parser of this thread would have the text as it is.
    return String(json).replace("as it is", "as the engine has it");
  };
  // A directive makes it one that is not read by its parts.
  const text = `%YAML 1.2\n---\n${large.replace("string", "string, description: as it is")}# ${"x".repeat(200_000)}\n`;
  const it = await Editor.open({ "large.yaml": text }, { engine: { ...engine, parsed } });
  const hover = async (name: string) => JSON.stringify(await it.hover("large.yaml", it.place("large.yaml", name, 1)));
  expect(await hover("Large")).toContain("as the engine has it");
  await it.type("large.yaml", "Large", "Larger");
  expect(await hover("Larger")).toContain("as the engine has it");
  expect(new Set(asked)).toEqual(new Set(["before", "after"]));
});

test.each([
  ["$ref", (next: object) => next],
  ["items", (next: object) => ({ items: next })],
  ["allOf", (next: object) => ({ allOf: [next] })],
  ["properties", (next: object) => ({ properties: { next } })],
])("a long chain through %s is left to the engine", (_, wrapped) => {
  const [chain, short] = [chainOf(20_000, wrapped), chainOf(500, wrapped)];
  expect(referredFrom(chain)).toBeNull();
  expect(referredFrom(short)).toBe(500);
});

function chainOf(length: number, wrapped: (next: object) => object): string {
  const schemas = Array.from({ length }, (_, at): [string, object] => [
    `A${at}`,
    at + 1 === length ? { type: "string" } : wrapped({ $ref: `#/components/schemas/A${at + 1}` }),
  ]);
  return JSON.stringify({ openapi: "3.1.0", components: { schemas: Object.fromEntries(schemas) } });
}

/** How many parts the first refers to. */
function referredFrom(text: string): number | null {
  const maps = partMapsOf(text, "json") ?? [];
  const first = maps.flatMap(({ parts }) => parts.slice(0, 1));
  return withReferred(text, maps, first)?.size ?? null;
}

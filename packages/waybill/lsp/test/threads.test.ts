import { expect, test } from "vitest";
import type { ApiId } from "../src/engine/engine.ts";
import { threadedEngine } from "../src/engine/thread.ts";

const api: ApiId = { configFile: null, file: "/api.yaml", kind: "openapi", turn: 1 };
const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 3 } };

test("a thread that ends fails what it was asked, and the next one has what editors say", async () => {
  const engine = threadedEngine(new URL("mortal-thread.ts", import.meta.url));
  engine.open("/api.yaml", "end");
  for (const ask of [() => engine.check(api), () => engine.lint(api)]) {
    await expect(ask()).rejects.toThrow("the thread that reads ended with exit code 3");
  }
  engine.edit("/api.yaml", [{ start: 0, end: 3, text: "go on", range }]);
  engine.open("/other.yaml", "also");
  const texts = new Map([
    ["/api.yaml", "go on"],
    ["/other.yaml", "also"],
  ]);
  expect(await engine.check(api)).toEqual(texts);
  expect(await engine.lint(api)).toEqual(texts);
});

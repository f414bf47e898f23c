// `waybill mock` reads a description again when it is saved, and keeps the last one while it has errors.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { afterAll, expect, it } from "vitest";
import { testedToolkit } from "../../../../scripts/testing/bundled-programs.ts";
import { sparingNode } from "../../../../scripts/testing/sparing-node.ts";

const folder = mkdtempSync(path.join(tmpdir(), "waybill-reload-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = path.join(folder, "openapi.yaml");
const save = (schema: string): void =>
  writeFileSync(
    file,
    `openapi: 3.1.0\ninfo: { title: T, version: "1" }\npaths: { /a: { get: { operationId: a, responses: { "200": { description: x, content: { application/json: { schema: ${schema} } } } } } } }\n`,
  );

it("a saved description is served, one with errors is not", async () => {
  save("{ const: 1 }");
  const root = path.join(import.meta.dirname, "../../../..");
  const words = [...sparingNode, testedToolkit(), "mock", file, "--port", "0", "--json"];
  const child = spawn(process.execPath, words, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
  try {
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const next = async () => JSON.parse((await lines.next()).value ?? "null");
    const { listening } = await next();
    const served = async () => {
      const response = await fetch(`${listening}/a`);
      const body = await response.json();
      await next();
      return body;
    };
    expect(await served()).toBe(1);
    await fetch(`${listening}/b`);
    expect(await next()).toMatchObject({ status: 404, operation: null, reason: "There is nothing at this path" });
    const { promise: printed, resolve } = Promise.withResolvers<string>();
    child.stderr.once("data", (text) => resolve(String(text)));
    save("{ type: strng }");
    expect(await printed).toContain("strng");
    expect(await served()).toBe(1);
    save("{ const: 22 }");
    expect(await next()).toEqual({ reloaded: true });
    expect(await served()).toBe(22);
  } finally {
    child.kill("SIGKILL");
  }
}, 60_000);

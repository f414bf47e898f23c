// `waybill docs dev` on a description that takes seconds to read: it serves pages meanwhile, and then those of the change.
import { once } from "node:events";
import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type MonitoredProgram, startMonitored } from "../../../../scripts/testing/monitored-program.ts";
import { isCopy } from "./is-copy.ts";

/** Milliseconds of processor time. */
const longestPause = 500;

const waybill = path.join(import.meta.dirname, "../../../../generators/bin/waybill.js");
const folder = mkdtempSync(path.join(tmpdir(), "docs-dev-"));
let server: MonitoredProgram;
let lines: AsyncIterator<string>;
let address: string;

describe.skipIf(isCopy)("docs dev", () => {
  beforeAll(async () => {
    save("Large");
    // Astro has other pages in the environment of a test.
    const { NODE_ENV: _, VITEST: __, ...env } = process.env;
    server = startMonitored(waybill, ["docs", "dev", "openapi.json", "--port", "0"], { cwd: folder, env });
    if (server.child.stdout === null) throw new Error("docs dev has no output");
    lines = createInterface({ input: server.child.stdout })[Symbol.asyncIterator]();
    const first = await nextLine();
    address = /http:\S+/.exec(first)?.[0] ?? `none in ${first}`;
  }, 120_000);

  afterAll(async () => {
    server.child.kill("SIGTERM");
    await once(server.child, "exit");
    rmSync(folder, { recursive: true, force: true });
  });

  test("serves pages while it reads a large description again", { timeout: 120_000 }, async () => {
    expect(await page()).toContain("Large API");
    await server.figures();
    save("Changed");
    let isRead = false;
    const read = nextLine().then((line) => {
      isRead = true;
      return line;
    });
    let served = 0;
    while (!isRead) {
      await page();
      served += 1;
    }
    expect(await read).toMatch(/^docs: \d+ pages, read again/);
    expect(served).toBeGreaterThan(2);
    expect((await server.figures()).longestPause).toBeLessThan(longestPause);
    expect(await page()).toContain("Changed API");
  });

  test("goes on after an error in the description", { timeout: 120_000 }, async () => {
    const { stderr } = server.child;
    if (stderr === null) throw new Error("docs dev has no errors");
    const printed = once(stderr.setEncoding("utf8"), "data");
    writeFileSync(path.join(folder, "openapi.json"), "{");
    expect(String(await printed)).toContain("invalid-json");
    save("Fewer", 500);
    await nextLine();
    save("Mended");
    await nextLine();
    expect(await page()).toContain("Mended API");
    expect(await page("schemas/a599/")).toContain("A599");
  });
});

/** As editors do: the file is there at once. */
function save(title: string, length = 600): void {
  const numbers = Array.from({ length }, (_, at) => at);
  const schemas = numbers.map((at) => [`A${at}`, { type: "object", properties: { id: { type: "string" } } }] as const);
  const paths = numbers.map((at) => {
    const content = { "application/json": { schema: { $ref: `#/components/schemas/A${at}` } } };
    return [
      `/p${at}`,
      { get: { operationId: `op${at}`, responses: { 200: { description: "OK", content } } } },
    ] as const;
  });
  const described = {
    openapi: "3.1.0",
    info: { title: `${title} API`, version: "1" },
    paths: Object.fromEntries(paths),
    components: { schemas: Object.fromEntries(schemas) },
  };
  const next = path.join(folder, "next");
  writeFileSync(next, JSON.stringify(described));
  renameSync(next, path.join(folder, "openapi.json"));
}

async function page(sitePath = ""): Promise<string> {
  const response = await fetch(new URL(sitePath, address));
  expect(response.status).toBe(200);
  return await response.text();
}

async function nextLine(): Promise<string> {
  const { value, done } = await lines.next();
  if (done === true) throw new Error("docs dev ended");
  return value;
}

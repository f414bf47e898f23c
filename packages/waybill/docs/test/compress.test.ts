import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { compressFiles } from "../src/run/compress.ts";

test("texts lie compressed beside themselves, and say the same; small files and others do not", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "waybill-docs-compress-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = (name: string): string => path.join(folder, name);
  const long = "<p>Place the order.</p>".repeat(100);
  for (const name of ["index.html", "font.woff2"]) writeFileSync(file(name), long);
  writeFileSync(file("short.html"), "<p>");
  mkdirSync(file("openapi.yaml"));
  await compressFiles(folder);
  expect(brotliDecompressSync(readFileSync(file("index.html.br"))).toString()).toBe(long);
  expect(gunzipSync(readFileSync(file("index.html.gz"))).toString()).toBe(long);
  expect(["font.woff2.br", "short.html.br", "short.html.gz"].filter((name) => existsSync(file(name)))).toEqual([]);
});

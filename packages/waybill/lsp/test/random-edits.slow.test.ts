// Random edits of the API of this repository, with every request after each: no error, none that is slow, and in the end what `lint` says.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Position } from "vscode-languageserver/node";
import { isLong } from "../../../../scripts/testing/long.ts";
import { OwnEngine } from "../src/engine/own-engine.ts";
import { Editor } from "./editor.ts";

const spec = path.join(import.meta.dirname, "../../../../spec");
const files = Object.fromEntries(
  readdirSync(spec, { recursive: true, encoding: "utf8" })
    .filter((file) => /^(?!node_modules|releases|portal|test).*\.(?:ya?ml|json|md)$/.test(file))
    .map((file) => [file, readFileSync(path.join(spec, file), "utf8")]),
);
const typed = [
  ...["", " ", "\n", ":", "{", "]", "'", "- ", "$ref: ", "#/components/", "é", "\t", "type: object\n", "&a ", "*a "],
];
const positioned = [
  "hover",
  "completion",
  "definition",
  "references",
  "documentHighlight",
  "prepareRename",
  "rename",
  "codeAction",
];
const whole = ["documentSymbol", "documentLink", "codeLens", "foldingRange", "semanticTokens/full", "formatting"];

/** Milliseconds of this thread that a request may take: the engine is in it, and what a virtual machine takes from it. About 150 alone. */
const slowest = 1_500;

const anEdit = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  cut: fc.nat(12),
  text: fc.constantFrom(...typed),
});

test("random edits, with every request after each, end in no error", { timeout: 600_000 }, async () => {
  const it = await Editor.open(files, { engine: new OwnEngine(), opened: ["openapi.yaml"], breakingChanges: false });
  const original = it.text("openapi.yaml");
  const times: [milliseconds: number, method: string][] = [];
  for (const { at, cut, text } of fc.sample(anEdit, isLong ? 1_000 : 200)) {
    const before = it.text("openapi.yaml");
    const offset = Math.floor(at * before.length);
    await it.replace("openapi.yaml", { start: offset, end: offset + cut }, text);
    const line = before.slice(0, offset).split("\n");
    const position: Position = { line: line.length - 1, character: line.at(-1)?.length ?? 0 };
    const context = { includeDeclaration: true, diagnostics: [] };
    const options = { tabSize: 2, insertSpaces: true };
    const more = { context, options, range: { start: position, end: position }, newName: "other" };
    for (const method of [...positioned, ...whole]) {
      const before = process.threadCpuUsage();
      // What cannot be renamed is an error of the response.
      await it.ask(`textDocument/${method}`, "openapi.yaml", position, more).catch((error: Error) => {
        if (method !== "rename") throw error;
      });
      const { user, system } = process.threadCpuUsage(before);
      times.push([(user + system) / 1000, method]);
    }
    // What is broken stays so only for a while.
    if (it.text("openapi.yaml").length < original.length * 0.9 || at > 0.95)
      await it.replace("openapi.yaml", { start: 0, end: it.text("openapi.yaml").length }, original);
  }
  await it.replace("openapi.yaml", { start: 0, end: it.text("openapi.yaml").length }, original);
  await it.diagnostics("openapi.yaml", (found) => found.every(({ severity }) => severity !== 1));
  expect(it.logged).toEqual([]);
  expect(times.filter(([milliseconds]) => milliseconds > slowest)).toEqual([]);
});

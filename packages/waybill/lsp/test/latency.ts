// `node packages/waybill/lsp/test/latency.ts FILE`: the times of the language server, as a process of its own: from a
// key to its diagnostics, hover and completion right after a key and later, and memory. The table of docs/performance.md.
import { spawn } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import {
  createProtocolConnection,
  type Diagnostic,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageserver/node";

const [file = ""] = process.argv.slice(2);
const rounds = 7;
const folder = mkdtempSync(path.join(tmpdir(), "latency-"));
const copy = path.join(folder, path.basename(file));
copyFileSync(file, copy);
const uri = pathToFileURL(copy).href;
const program = path.join(import.meta.dirname, "../../../../generators/bin/waybill.js");
const server = spawn(process.execPath, [program, "lsp", "--stdio"], {
  cwd: folder,
  stdio: ["pipe", "pipe", "inherit"],
});
const connection = createProtocolConnection(
  new StreamMessageReader(server.stdout),
  new StreamMessageWriter(server.stdin),
);
let text = readFileSync(copy, "utf8");
let version = 1;
let shown: readonly Diagnostic[] = [];
let wake = (): void => undefined;
connection.onRequest("client/registerCapability", () => null);
connection.onNotification("textDocument/publishDiagnostics", (all) => {
  if (all.uri !== uri) return;
  shown = all.diagnostics;
  wake();
});
connection.listen();
await connection.sendRequest("initialize", { processId: null, rootUri: pathToFileURL(folder).href, capabilities: {} });
await connection.sendNotification("initialized", {});

const positionOf = (offset: number): { line: number; character: number } => {
  const lines = text.slice(0, offset).split("\n");
  return { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 };
};
const at = (offset: number): object => ({ textDocument: { uri }, position: positionOf(offset) });

/** Replaces characters of the text, as typing does. */
async function type(offset: number, length: number, replacement: string): Promise<void> {
  const range = { start: positionOf(offset), end: positionOf(offset + length) };
  text = text.slice(0, offset) + replacement + text.slice(offset + length);
  version += 1;
  const contentChanges = [{ range, text: replacement }];
  await connection.sendNotification("textDocument/didChange", { textDocument: { uri, version }, contentChanges });
}

/** A minute without it is an error: the place may be in an example, where any value is right. */
async function until(isMeant: () => boolean): Promise<void> {
  const timer = setTimeout(() => {
    server.kill();
    throw new Error("no diagnostics of the key after a minute");
  }, 60_000);
  while (!isMeant()) await new Promise<void>((resolve) => (wake = resolve));
  clearTimeout(timer);
}

const times = new Map<string, number[]>();
async function timed(name: string, work: () => Promise<unknown>): Promise<void> {
  const begin = performance.now();
  await work();
  times.set(name, [...(times.get(name) ?? []), performance.now() - begin]);
}

const document = { uri, languageId: path.extname(file).slice(1), version, text };
await timed("open", async () => {
  await connection.sendNotification("textDocument/didOpen", { textDocument: document });
  await connection.sendRequest("textDocument/hover", at(text.indexOf("$ref")));
});
const references = [...text.matchAll(/"?\$ref"?: ['"]?#\/components\//g)].map(({ index }) => index);
const types = [...text.matchAll(/type"?: "?string/g)].map(({ index, 0: { length } }) => index + length);
const isMarked = (): boolean => shown.some(({ message }) => JSON.stringify(message).includes("strinq"));
for (let round = 0; round < rounds; round += 1) {
  const chosen = types[Math.floor(((round + 0.5) / rounds) * types.length)] ?? 0;
  const reference = (references[Math.floor(((round + 0.3) / rounds) * references.length)] ?? 0) + 12;
  await timed("key to diagnostics", async () => {
    await type(chosen - 1, 1, "q");
    await until(isMarked);
  });
  await timed("hover, right after a key", async () => {
    await type(chosen - 1, 1, "g");
    await connection.sendRequest("textDocument/hover", at(reference));
  });
  await until(() => !isMarked());
  await timed("hover", () => connection.sendRequest("textDocument/hover", at(reference)));
  await timed("completion, right after a key", async () => {
    await type(reference, 1, text.charAt(reference));
    await connection.sendRequest("textDocument/completion", at(reference));
  });
  await timed("completion", () => connection.sendRequest("textDocument/completion", at(reference)));
}
const [, peak = ""] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, "utf8")) ?? [];
console.log("| request | median | slowest |\n|---|---|---|");
for (const [name, all] of times) {
  const sorted = all.toSorted((a, b) => a - b);
  const [median = 0, slowest = 0] = [sorted[sorted.length >> 1], sorted.at(-1)];
  console.log(`| ${name} | ${Math.round(median)} ms | ${Math.round(slowest)} ms |`);
}
console.log(
  `\n${(text.length / 1e6).toFixed(1)} MB, most memory ${Math.round(Number(peak) / 1024)} MB, load average ${loadavg()[0]?.toFixed(1)}`,
);
server.kill();
connection.dispose();

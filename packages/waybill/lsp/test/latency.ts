// `node latency.ts FILE… [--write]`: how long keys and requests take in descriptions, with a server as a process of its own: milliseconds, and
// those of the processor in the thread that handles requests. The table of docs/performance.md.
import { spawn } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Diagnostic } from "vscode-languageserver/node";
import { machineText, markdownTable, medianOf, writeQuoted } from "../../../../scripts/bench/figures.ts";
import { Editor } from "./editor.ts";

const rounds = 7;
const program = path.join(import.meta.dirname, "../../../../generators/bin/waybill.js");

/** By the name of what was measured, with their units. */
async function figuresOf(file: string): Promise<ReadonlyMap<string, string>> {
  const folder = mkdtempSync(path.join(tmpdir(), "latency-"));
  const name = path.basename(file);
  copyFileSync(file, path.join(folder, name));
  const server = spawn(process.execPath, [program, "lsp", "--stdio"], {
    cwd: folder,
    stdio: ["pipe", "pipe", "inherit"],
  });
  const it = await Editor.connected(folder, [server.stdout, server.stdin]);
  const statusOf = (part: string): string => readFileSync(`/proc/${server.pid}/${part}`, "utf8");
  // The first thread has the number of the process; in nanoseconds.
  const processorTime = (): number => Number(statusOf(`task/${server.pid}/schedstat`).split(" ", 1)[0]) / 1e6;
  const times = new Map<string, [wall: number, processor: number][]>();
  const timed = async (what: string, work: () => Promise<unknown>): Promise<void> => {
    const [begin, used] = [performance.now(), processorTime()];
    await work();
    times.set(what, [...(times.get(what) ?? []), [performance.now() - begin, processorTime() - used]]);
  };

  const text = readFileSync(file, "utf8");
  const places = (pattern: RegExp): number[] => [...text.matchAll(pattern)].map((one) => one.index + one[0].length);
  const references = places(/\$ref"?: ['"]?#\/components\//g);
  // Not in an example, where any value is right.
  const types = places(/type"?: "?string/g).filter((offset) => offset > text.search(/^ +"?schemas"?:/m));
  const isMarked = (shown: readonly Diagnostic[]): boolean =>
    shown.some(({ message }) => JSON.stringify(message).includes("strinq"));
  await timed("open", async () => {
    await it.opened(name);
    await it.hover(name, it.position(name, references[0] ?? 0));
  });
  for (let round = 0; round < rounds; round += 1) {
    const end = types[Math.floor(((round + 0.5) / rounds) * types.length)] ?? 0;
    const last = { start: end - 1, end };
    const offset = references[Math.floor(((round + 0.3) / rounds) * references.length)] ?? 0;
    const place = it.position(name, offset);
    await timed("key to diagnostics", async () => {
      await it.replace(name, last, "q");
      await it.diagnostics(name, isMarked);
    });
    await timed("hover, right after a key", async () => {
      await it.replace(name, last, "g");
      await it.hover(name, place);
    });
    await it.diagnostics(name, (shown) => !isMarked(shown));
    await timed("hover", () => it.hover(name, place));
    await timed("completion, right after a key", async () => {
      await it.replace(name, { start: offset, end: offset + 1 }, text.charAt(offset));
      await it.completion(name, place);
    });
    await timed("completion", () => it.completion(name, place));
  }
  const [, peak = ""] = /VmHWM:\s+(\d+)/.exec(statusOf("status")) ?? [];
  server.kill();
  const figures = [...times].map(([what, all]): [string, string] => {
    const [wall, processor] = [all.map((one) => one[0]), all.map((one) => one[1])].map(medianOf);
    return [what, `${Math.round(wall ?? 0)} ms, ${Math.round(processor ?? 0)} ms`];
  });
  return new Map([...figures, ["most memory", `${Math.round(Number(peak) / 1024)} MB`]]);
}

const files = process.argv.slice(2).filter((argument) => argument !== "--write");
const machine = machineText();
const columns: Awaited<ReturnType<typeof figuresOf>>[] = [];
for (const file of files) columns.push(await figuresOf(file));
const rows = [...(columns[0]?.keys() ?? [])].map((what) => [what, ...columns.map((column) => column.get(what) ?? "")]);
const table = `${machine}\n\n${markdownTable(["request", ...files.map((file) => path.basename(file))], rows)}`;
console.log(table);
if (process.argv.includes("--write")) writeQuoted("editor", table, "performance.md");

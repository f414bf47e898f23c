// A reader, an input and a size -> what reading it costs in this process, and twice the size: JSON on standard output.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Cost } from "./cost.ts";
import { costOf } from "./cost.ts";
import { readers } from "./readers.ts";

const [reader = "", input = "", size = "0"] = process.argv.slice(2);
const row = readers[reader];
const worst = row?.inputs[input];
if (row === undefined || worst === undefined) throw new Error(`no row ${reader}, ${input}`);

const folder = mkdtempSync(path.join(tmpdir(), "readers-"));
const costs: Cost[] = [];
// The first run loads the code, the second has it compiled.
for (const one of [4, Math.ceil(Number(size) / 4), Number(size), 2 * Number(size)]) {
  const cwd = path.join(folder, String(one));
  const files = { ...row.files, ...worst.files(one) };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(cwd, name)), { recursive: true });
    writeFileSync(path.join(cwd, name), text);
  }
  const entry = Object.keys(files).find((name) => /^(?:openapi|asyncapi)\./.test(name)) ?? "";
  costs.push(await costOf(cwd, row.words(entry)));
}
rmSync(folder, { recursive: true, force: true });
const memory = process.resourceUsage().maxRSS / 1024;
console.log(JSON.stringify({ once: costs[2], twice: costs[3], memory }));

// Values of `spec/` -> the places of the documentation that state them. `--check` writes nothing and exits 1 where one differs.
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { rewritten, specOf } from "./values/rewritten.ts";
import { stated } from "./values/stated.ts";

const root = path.join(import.meta.dirname, "../..");
const isCheck = process.argv.includes("--check");
const problems: string[] = [];

for (const [file, phrases] of Object.entries(stated)) {
  const before = readFileSync(path.join(root, file), "utf8");
  const { text, missing } = rewritten(before, phrases, specOf(root));
  for (const phrase of missing) report(`${file} has no "${phrase}": correct its row in scripts/docs/values/stated.ts`);
  if (text === before) continue;
  if (isCheck) report(`${file}:${lineOfChange(before, text)} states another value than spec/ has: run pnpm generate`);
  else writeFileSync(path.join(root, file), text);
}
process.exitCode = problems.length > 0 ? 1 : 0;

function report(problem: string): void {
  problems.push(problem);
  console.error(problem);
}

function lineOfChange(before: string, after: string): number {
  const other = after.split("\n");
  return before.split("\n").findIndex((line, at) => line !== other[at]) + 1;
}

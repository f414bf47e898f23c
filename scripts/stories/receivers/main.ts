// `pnpm stories receivers [part of a file's name ...]`: every program of the guide that verifies webhooks, on all vectors of
// signatures and on deliveries to the receiver that it is. One line each; exits 1 when one is wrong, or cannot be run.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { missingTools } from "../../testing/missing-tools.ts";
import { endOf } from "../../testing/programs.ts";
import { freshFolder } from "../harness/fresh-folder.ts";
import { readCases } from "./cases.ts";
import { receiverProblems } from "./deliveries.ts";
import { type Program, programs } from "./programs.ts";

const wanted = process.argv.slice(2);
const chosen = programs.filter(({ file }) => wanted.length === 0 || wanted.some((part) => file.includes(part)));
using folder = freshFolder("receivers");
const casesFile = join(folder.path, "cases.json");
const { right, mistaken } = readCases();
writeFileSync(casesFile, JSON.stringify([...right, ...mistaken]));

let failed = chosen.length === 0 ? 1 : 0;
for (const program of chosen) {
  const problems = await problemsOf(program);
  if (problems.length > 0) failed += 1;
  const did = [
    program.judge === null ? [] : `${right.length} cases, ${mistaken.length} mistakes`,
    program.serve === null ? [] : "4 deliveries",
  ].flat();
  console.log(`${problems.length === 0 ? "pass" : "FAIL"}  ${program.file.padEnd(14)} ${did.join(", ")}`);
  for (const problem of problems) console.log(`      ${problem.trim().replaceAll("\n", "\n      ")}`);
}
process.exitCode = failed === 0 ? 0 : 1;

async function problemsOf({ file, tools, judge, serve }: Program): Promise<string[]> {
  const missing = missingTools(Object.keys(tools)).map((tool) => tools[tool] ?? tool);
  if (missing.length > 0) return [`install ${missing.join(" ")}: bash scripts/testing/install.sh ${missing.join(" ")}`];
  using own = freshFolder("receiver");
  const program = join(import.meta.dirname, "../../../docs/guides/verify", file);
  const run = { program, cases: casesFile, folder: own.path };
  const problems: string[] = [];
  if (judge !== null) {
    const env = { ...process.env, CASES: casesFile };
    const { code, output } = await endOf(judge(run), { cwd: own.path, env });
    const verdicts = output.split("\n").filter((line) => line !== "" && line !== "PASS");
    const expected = mistaken.map(({ name }) => name);
    const others = verdicts.filter((line) => !expected.includes(line));
    problems.push(...others.map((line) => `judges wrong, or says: ${line}`));
    problems.push(...expected.filter((name) => !verdicts.includes(name)).map((name) => `does not notice: ${name}`));
    if (code !== 0) problems.push(`exit code ${code}`);
  }
  if (serve !== null && problems.length === 0)
    problems.push(...(await receiverProblems((port) => serve(run, port), own.path)));
  return problems;
}

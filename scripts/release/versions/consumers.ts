// `pnpm check consumers`: fails when a program that was written for the last release does not compile any more, and the pending
// version is not a major one.
import path from "node:path";
import { type BumpNeed, type Pending, readBumpNeed } from "./bump.ts";
import { type CompilerError, compileConsumers, consumersFolder } from "./compile.ts";
import { type Problem, printProblems } from "./problem.ts";
import { changedConsumers } from "./recorded-consumers.ts";
import { lastRelease } from "./releases.ts";

export interface ConsumerErrors {
  /** Programs that are not as they were when the last release recorded them, or are gone. */
  readonly changed: readonly string[];
  /** Against the packages as they are now. */
  readonly now: readonly CompilerError[];
}

/** What is wrong: nothing, as long as each consumer is yesterday's and compiles, or is one of them before a major version. */
export function checkConsumers({ changed, now }: ConsumerErrors, need: BumpNeed): Problem[] {
  const isMajor = need.pending.given === "major";
  return [
    ...(isMajor ? [] : changed.map((file) => changedProblem(file, need))),
    ...now.filter(({ file }) => !isMajor || changed.includes(file)).map((error) => brokenProblem(error, need)),
  ];
}

function changedProblem(file: string, { since }: BumpNeed): Problem {
  const message = `this is no longer the program that was recorded with ${since}`;
  const hint = `what users of ${since} have written does not change before a major version: put it back, and write new code in a new file`;
  return { file, line: 1, column: 1, code: "not-yesterdays", message, hint };
}

function brokenProblem({ file, line, column, text }: CompilerError, { since, pending }: BumpNeed): Problem {
  const message = `a program for ${since} no longer compiles: ${text}`;
  return { file, line, column, code: "breaks-consumers", message, hint: hintOf(pending) };
}

function hintOf({ given, files }: Pending): string {
  const pending = given === null ? "no changeset is pending" : `${files.join(", ")} give a ${given} version`;
  return `${pending}: take the change back, have old code compile as well, or make it a major version (.changeset)`;
}

if (import.meta.main) {
  const root = process.cwd();
  const { folder, version } = lastRelease(root);
  const [now, need] = await Promise.all([compileConsumers(root), readBumpNeed(root)]);
  const failed = printProblems(checkConsumers({ changed: changedConsumers(root, folder), now }, need));
  const broken = new Set(now.map(({ file }) => path.basename(file)));
  if (!failed && broken.size > 0) {
    const names = [...broken].join(", ");
    console.log(`${need.pending.next} breaks programs for ${version}, as a major version may: ${names}.
Change them in ${consumersFolder} as their owners will have to, at the latest before the release: waybill upgrade --project
${consumersFolder}/tsconfig.json rewrites what it can.`);
    for (const { file, line, column, text } of now) console.log(`  ${file}:${line}:${column} ${text.split("\n")[0]}`);
  } else if (!failed) console.log(`programs for ${version} compile`);
  if (failed) process.exitCode = 1;
}

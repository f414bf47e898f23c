// `pnpm check consumers`: fails when a program that was written for the last release does not compile any more, and the pending
// version is not a major one.
import { readFileSync } from "node:fs";
import path from "node:path";
import { type Change, jsonOfChanges } from "../../../generators/src/entries/description.ts";
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
export function checkConsumers({ changed, now }: ConsumerErrors, need: BumpNeed, lineOf: LineOf): Problem[] {
  const isMajor = need.pending.given === "major";
  return [
    ...(isMajor ? [] : changed.map((file) => changedProblem(file, need))),
    ...now.filter(({ file }) => !isMajor || changed.includes(file)).map((error) => brokenProblem(error, need, lineOf)),
  ];
}

/** A line of a file, as text. */
type LineOf = (file: string, line: number) => string;

function changedProblem(file: string, { since }: BumpNeed): Problem {
  const message = `this is no longer the program that was recorded with ${since}`;
  const hint = `what users of ${since} have written does not change before a major version: put it back, and write new code in a new file`;
  return { file, line: 1, column: 1, code: "not-yesterdays", message, hint };
}

function brokenProblem(error: CompilerError, need: BumpNeed, lineOf: LineOf): Problem {
  const { file, line, column, text } = error;
  const blamed = blamedChanges(`${text}\n${lineOf(file, line)}`, need.changes);
  const because =
    blamed.length > 0
      ? `because of ${blamed.map(changeText).join("; ")}`
      : "no change of the description explains it: a package itself changed, or what is generated from the same description";
  const message = `a program for ${need.since} no longer compiles: ${text}\n  ${because}`;
  return { file, line, column, code: "breaks-consumers", message, hint: hintOf(need.pending) };
}

function hintOf({ given, files }: Pending): string {
  const pending = given === null ? "no changeset is pending" : `${files.join(", ")} give a ${given} version`;
  return `${pending}: take the change back, have old code compile as well, or make it a major version (.changeset)`;
}

/** Those that change something which the text names: a value in quotes, or the last name of the subject. A change of texts breaks no code. */
export function blamedChanges<Known extends Pick<Change, "subject" | "message" | "scope">>(
  text: string,
  changes: readonly Known[],
): Known[] {
  const words = new Set(text.match(/\w+/g));
  return changes.filter(({ subject, message, scope }) => {
    const values = [...message.matchAll(/"(\w+)"/g)].map(([, value = ""]) => value);
    const [name = ""] = /\w+$/.exec(subject) ?? [];
    return scope !== "words" && [...values, name].some((word) => words.has(word));
  });
}

/** `minor ShipTo.zip: maximum number of characters: 20 before, 21 now (spec/schemas/ship-to.yaml:48:5)` */
function changeText(change: Change): string {
  const [{ bump, message, revision } = {}] = jsonOfChanges({ changes: [change], prefixes: { base: "", revision: "" } });
  return `${bump} ${message} (${revision?.file}:${revision?.line}:${revision?.column})`;
}

if (import.meta.main) {
  const root = process.cwd();
  const { folder, version } = lastRelease(root);
  const [now, need] = await Promise.all([compileConsumers(root), readBumpNeed(root)]);
  const lineOf: LineOf = (file, line) => readFileSync(path.join(root, file), "utf8").split("\n")[line - 1] ?? "";
  const failed = printProblems(checkConsumers({ changed: changedConsumers(root, folder), now }, need, lineOf));
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

// `pnpm check consumers`: fails when a program that was written for the last release does not compile any more, and the pending
// version is not a major one.
import { readFileSync } from "node:fs";
import path from "node:path";
import { blamedChanges, toldChange } from "./blame.ts";
import { type BumpNeed, type Pending, readBumpNeed } from "./bump.ts";
import { type CompilerError, compileConsumers, consumersFolder } from "./compile.ts";
import { releasedPaths } from "./declarations.ts";
import { type Problem, printProblems } from "./problem.ts";
import { lastRelease } from "./releases.ts";

export interface ConsumerErrors {
  /** Against the packages as they were released. */
  readonly released: readonly CompilerError[];
  /** Against the packages as they are now. */
  readonly now: readonly CompilerError[];
}

/** What is wrong: nothing, as long as each consumer is yesterday's and today's, or one of them before a major version. */
export function checkConsumers({ released, now }: ConsumerErrors, need: BumpNeed, lineOf: LineOf): Problem[] {
  const isMajor = need.pending.given === "major";
  const filesOf = (errors: readonly CompilerError[]): Set<string> => new Set(errors.map(({ file }) => file));
  const [old, broken] = [filesOf(released), filesOf(now)];
  const isAllowed = ({ file }: CompilerError): boolean => isMajor && !(old.has(file) && broken.has(file));
  return [
    ...released.filter((error) => !isAllowed(error)).map((error) => unreleasedProblem(error, need)),
    ...now
      .filter((error) => !isAllowed(error) && !released.some((one) => isSame(one, error)))
      .map((error) => brokenProblem(error, need, lineOf)),
  ];
}

function isSame(a: CompilerError, b: CompilerError): boolean {
  return a.file === b.file && a.line === b.line && a.column === b.column;
}

/** A line of a file, as text. */
type LineOf = (file: string, line: number) => string;

function unreleasedProblem({ file, line, column, text }: CompilerError, { since }: BumpNeed): Problem {
  const message = `this does not compile with ${since} as it was released: ${text}`;
  const hint = `a consumer here is what users of ${since} have written: change it as they have to; what is new comes in once it is released`;
  return { file, line, column, code: "not-yesterdays", message, hint };
}

function brokenProblem(error: CompilerError, need: BumpNeed, lineOf: LineOf): Problem {
  const { file, line, column, text } = error;
  // A change of texts breaks no code.
  const changes = need.changes.filter(({ scope }) => scope !== "words");
  const blamed = blamedChanges(`${text}\n${lineOf(file, line)}`, changes);
  const because =
    blamed.length > 0
      ? `because of ${blamed.map(toldChange).join("; ")}`
      : "no change of the description explains it: a package itself changed, or what is generated from the same description";
  const message = `a program for ${need.since} no longer compiles: ${text}\n  ${because}`;
  return { file, line, column, code: "breaks-consumers", message, hint: hintOf(need.pending) };
}

function hintOf({ given, files }: Pending): string {
  const pending = given === null ? "no changeset is pending" : `${files.join(", ")} give a ${given} version`;
  return `${pending}: take the change back, have old code compile as well, or make it a major version (.changeset)`;
}

if (import.meta.main) {
  const root = process.cwd();
  const { folder, version } = lastRelease(root);
  const [released, now, need] = await Promise.all([
    compileConsumers(root, releasedPaths(root, folder)),
    compileConsumers(root),
    readBumpNeed(root),
  ]);
  const lineOf: LineOf = (file, line) => readFileSync(path.join(root, file), "utf8").split("\n")[line - 1] ?? "";
  const problems = checkConsumers({ released, now }, need, lineOf);
  const failed = printProblems(problems);
  const broken = new Set(now.map(({ file }) => path.basename(file)));
  if (!failed && broken.size > 0) {
    const names = [...broken].join(", ");
    console.log(`${need.pending.next} breaks programs for ${version}, as a major version may: ${names}.
Change them in ${consumersFolder} as their owners will have to, at the latest before the release.`);
    for (const { file, line, column, text } of now) console.log(`  ${file}:${line}:${column} ${text.split("\n")[0]}`);
  } else if (!failed) console.log(`programs for ${version} compile`);
  process.exitCode = failed ? 1 : 0;
}

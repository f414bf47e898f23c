// The callers' edited code and the generated code -> the disk: both, or neither.
import { realpathSync } from "node:fs";
import path from "node:path";
import { pathFrom } from "../run/config/paths.ts";
import { applyChanges, type Change } from "../run/output/apply-changes.ts";
import type { EditedFile } from "./caller-project.ts";
import { isInside } from "./repository.ts";

export interface CallerProblem {
  /** Absolute. */
  readonly file: string;
  readonly reason: string;
}

/**
 * The output is written when all of the callers' code is; if it returns `false`, their code is as before. A file behind a link is
 * written where the link leads, inside of the repository.
 */
export function writeCallers(
  files: readonly EditedFile[],
  repository: string,
  writeOutput: () => boolean,
): CallerProblem | null {
  const outside = files.find(({ file }) => !isInside(file, repository));
  if (outside !== undefined) return { file: outside.file, reason: `it is outside of the repository ${repository}` };
  const texts = new Map(files.map(({ file, text }) => [realpathSync(file), text]));
  const changes = [...texts].map(([real, text]) => ({ path: pathFrom(repository, real), text }));
  const end = changes.at(-1);
  if (end === undefined) {
    writeOutput();
    return null;
  }
  const closing: Change = {
    path: end.path,
    text: () => {
      if (!writeOutput()) throw new Error("the generated code could not be written");
      return end.text;
    },
  };
  const problem = applyChanges(repository, [...changes.slice(0, -1), closing]);
  return problem === null ? null : { file: path.join(repository, problem.path), reason: problem.reason };
}

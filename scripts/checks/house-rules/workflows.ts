// Workflows run with rights that no other code has: every action is pinned to a commit with its version beside it, every job ends
// by a time, no right is given to all jobs but reading, and the file is what GitHub's schema of workflows says. Workflows that docs show
// are checked in the same way, except that readers pin the actions.
import { type ValidationError, validateWorkflow } from "@action-validator/core";
import type { Position } from "../../../generators/src/source/document.ts";
import { yamlPositions } from "../../../generators/src/source/positions-yaml.ts";
import type { Finding, Rule, Tree } from "./tree.ts";

export const workflows: Rule = {
  name: "workflows",
  check: (tree) => [
    ...tree.files.filter((file) => folder.test(file)).flatMap((file) => checkWorkflow(tree, file)),
    ...tree.files.filter((file) => page.test(file)).flatMap((file) => checkPage(tree, file)),
  ],
};

const folder = /^\.github\/workflows\/[^/]+\.ya?ml$/;
const page = /^(?:docs\/(?:[^/]+|guides\/[^/]+)|(?:[^/]+\/){0,2}README)\.md$/;

/** Blocks of YAML with `jobs` and what starts them. */
function checkPage(tree: Tree, file: string): Finding[] {
  return [...tree.text(file).matchAll(/^(```yaml[^\n]*\n)(.*?)^```$/gms)].flatMap(
    ({ 1: start = "", 2: text = "", index }) => {
      if (!/^on:/m.test(text) || !/^jobs:/m.test(text)) return [];
      const found = [...endless(text), ...rights(text), ...invalid(text)];
      return found.map((one) => ({ ...one, file, offset: index + start.length + one.offset }));
    },
  );
}

function checkWorkflow(tree: Tree, file: string): Finding[] {
  const text = tree.text(file);
  return [...unpinned(text), ...endless(text), ...rights(text), ...invalid(text)].map((one) => ({ file, ...one }));
}

type Found = Omit<Finding, "file">;

/** Workflows of this repository are called by their paths, which are of the same commit. */
function unpinned(text: string): Found[] {
  return [...text.matchAll(/^[ \t-]*uses:(?![ \t]*["']?\.\/)[ \t]*(.*)$/gm)].flatMap(
    ({ 1: used = "", 0: line, index }) => {
      if (/^[\w.-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(used)) return [];
      const message = `${used.split(/[@ ]/)[0]} is not pinned to a commit`;
      const hint = "uses: owner/name@<40 hexadecimal digits> # v1.2.3, where the digits are the commit of that tag";
      return [{ offset: index + line.indexOf("uses:"), message, hint }];
    },
  );
}

/** A job that calls another workflow ends with its jobs. */
function endless(text: string): Found[] {
  return jobsOf(text).flatMap(({ name, offset, body }) => {
    if (/^ {4}(?:timeout-minutes|uses):/m.test(body)) return [];
    return [{ offset, message: `the job ${name} may run for six hours`, hint: "give it timeout-minutes" }];
  });
}

function rights(text: string): Found[] {
  const given = /^permissions:(.*\n(?:[ #].*\n)*)/m.exec(text);
  const hint = "start with `permissions: {}` or `contents: read`, and give a job what that job needs";
  if (given === null) return [{ offset: 0, message: "every job has all rights of the token", hint }];
  return /write/.test(given[1] ?? "") ? [{ offset: given.index, message: "every job may write", hint }] : [];
}

interface Job {
  readonly name: string;
  readonly offset: number;
  readonly body: string;
}

function jobsOf(text: string): Job[] {
  const jobs = /^jobs:[ \t]*\n/m.exec(text);
  if (jobs === null) return [];
  const start = jobs.index + jobs[0].length;
  const block = /^(?:(?:[ #].*)?\n)*/.exec(text.slice(start))?.[0] ?? "";
  return [...block.matchAll(/^ {2}([\w-]+):[ \t]*\n((?:(?: {3}.*| *#.*)?\n)*)/gm)].map(
    ({ 1: name = "", 2: body = "", index }) => ({ name, offset: start + index + 2, body }),
  );
}

function invalid(text: string): Found[] {
  return validateWorkflow(text).errors.map((error) => {
    const message = [error.title, error.detail].filter((part) => part !== undefined).join(": ");
    return { offset: offsetOf(error, text), message, hint: "compare it with GitHub's syntax of workflows" };
  });
}

function offsetOf(error: ValidationError, text: string): number {
  if (!("path" in error)) return error.location?.index ?? 0;
  let position: Position | undefined = yamlPositions(text).root;
  for (const key of error.path.split("/").slice(1)) position = position?.children.get(key);
  return position?.value.start ?? 0;
}

// `pnpm check bump`: the last release, spec/ and the pending changesets -> fails when the description changed by more than the changesets
// state, and lists those changes.
import { getReleasePlan } from "@changesets/get-release-plan";
import {
  type Bump,
  bumpOf,
  type Change,
  diffDescriptions,
  isLarger,
  jsonOfChanges,
  textOf,
} from "../../../generators/src/entries/description.ts";
import { lastRelease } from "./places.ts";
import { type Problem, printProblems } from "./problem.ts";

/** Changes listed in a message; more would not help the reader. */
const mostShown = 20;

/** The package whose version is that of the description. */
const describingPackage = "@fulfillment/spec";

const need = await readBumpNeed(process.cwd()).catch((error: unknown) => {
  console.log(error instanceof Error ? error.message : error);
  process.exit(1);
});
const problems = checkBump(need);
printProblems(problems.slice(0, mostShown));
if (problems.length > mostShown)
  console.log(`… and ${problems.length - mostShown} more: pnpm waybill diff spec/releases/${need.since} spec\n`);
console.log(explanationOf(need));
process.exitCode = problems.length > 0 ? 1 : 0;

function checkBump({ changes, pending }: BumpNeed): Problem[] {
  const uncovered = changes.filter(({ bump }) => isUncovered(bump, pending.given));
  return jsonOfChanges({ changes: uncovered, prefixes: { base: "", revision: "" } }).map((change): Problem => {
    const { bump, rule, message, means, base, revision } = change;
    return {
      file: revision.file ?? "spec/openapi.yaml",
      line: revision.line ?? 1,
      column: revision.column ?? 1,
      code: `needs-${bump}`,
      message: `${message} (${rule})\n  ${means}\n  was ${base.file}:${base.line}:${base.column}`,
      hint: null,
    };
  });
}

/** The bump that is needed, the bump of the changesets, and the fix. */
function explanationOf({ since, changes, needed, pending }: BumpNeed): string {
  const { given, next, files } = pending;
  const count = `${changes.length} change${changes.length === 1 ? "" : "s"} since ${since}`;
  if (needed === null) return `the description is that of ${since}`;
  if (!isUncovered(needed, given))
    return `${count}, which ask for a ${needed} version; ${files.join(", ")}: ${next} is a ${given} one`;
  const have = given === null ? "no pending changeset raises it" : `${files.join(", ")} give a ${given} one`;
  return `the description needs a ${needed} version (${count}), and ${have}.
Run \`pnpm waybill changeset\`, which writes a changeset with the changes listed, or write one yourself, as .changeset/<any-name>.md:

---
"${describingPackage}": ${needed}
---

What users notice, in a sentence or two.`;
}

interface BumpNeed {
  /** The version that `spec/` is compared with. */
  readonly since: string;
  /** The largest bump first. */
  readonly changes: readonly Change[];
  readonly needed: Bump | null;
  readonly pending: Pending;
}

interface Pending {
  /** What the changesets raise the packages of the API by. */
  readonly given: Bump | null;
  /** The version that results. */
  readonly next: string | null;
  /** The files that raise them: `.changeset/brave-boats-sing.md` */
  readonly files: readonly string[];
}

/** Throws when a description has errors, or a changeset is invalid. */
async function readBumpNeed(root: string): Promise<BumpNeed> {
  const { version, openapi, asyncapi } = lastRelease(root);
  const { changes, problems } = diffDescriptions(
    { cwd: root, openapi, asyncapi },
    { cwd: root, openapi: "spec/openapi.yaml", asyncapi: "spec/asyncapi.yaml" },
  );
  if (changes === null) {
    const errors = problems.filter(({ severity }) => severity === "error").map(textOf);
    throw new Error(`${errors.join("\n\n")}\n\nthe description has errors, so nothing was compared`);
  }
  return { since: version, changes, needed: bumpOf(changes), pending: await readPending(root) };
}

/** Throws when a changeset is none. */
async function readPending(root: string): Promise<Pending> {
  const { releases, changesets } = await getReleasePlan(root);
  const ours = releases.find(({ name, type }) => name === describingPackage && type !== "none");
  if (ours === undefined || ours.type === "none") return { given: null, next: null, files: [] };
  const raising = new Set(releases.filter(({ name }) => name.startsWith("@fulfillment/")).map(({ name }) => name));
  const files = changesets
    .filter((changeset) => changeset.releases.some(({ name, type }) => type !== "none" && raising.has(name)))
    .map(({ id }) => `.changeset/${id}.md`)
    .sort();
  return { given: ours.type, next: ours.newVersion, files };
}

/** Whether a change needs more than the changesets give. */
function isUncovered(bump: Bump, given: Bump | null): boolean {
  return given === null || isLarger(bump, given);
}

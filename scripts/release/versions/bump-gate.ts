// `pnpm check bump`: fails when the description changed by more than the pending changesets state, and lists those changes.
import { jsonOfChanges } from "../../../generators/src/entries/description.ts";
import { type BumpNeed, describingPackage, isUncovered, readBumpNeed } from "./bump.ts";
import { type Problem, printProblems } from "./problem.ts";

/** Changes listed in a message; more would not help the reader. */
const mostShown = 20;

export function checkBump({ changes, pending }: BumpNeed): Problem[] {
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
export function explanationOf({ since, changes, needed, pending }: BumpNeed): string {
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

if (import.meta.main) {
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
}

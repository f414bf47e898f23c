// Two descriptions -> what changed from one to the other, as `waybill diff` finds it, in sentences for the changelog.
import { diffDescriptions } from "../../../generators/src/description.ts";
import type { DescriptionChange, Differ } from "./described.ts";

/** `root` is the workspace: places and problems are relative to it. */
export function differOf(root: string): Differ {
  return async (base, revision) => {
    const { changes, problems } = diffDescriptions({ cwd: root, ...base }, { cwd: root, ...revision });
    if (changes === null) {
      throw new Error(
        `the changelog needs both descriptions without errors: ${problems.map(({ message }) => message).join("; ")}`,
      );
    }
    return changes
      .filter(({ scope }) => scope !== "code")
      .map(({ bump, message, means }): DescriptionChange => ({ bump, text: `${message}. ${means}` }));
  };
}

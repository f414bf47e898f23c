// The programs for the last release, upgraded to the description as it is now -> what `waybill upgrade` leaves to their owners. A major
// version lists it in its changelog.
import path from "node:path";
import { type DiffSide, upgrade } from "../../../generators/src/entries/index.ts";
import { consumersFolder } from "./compile.ts";

export interface Leftover {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** `from`: the description of the release, below `root`. Writes nothing. */
export async function leftovers(root: string, from: DiffSide): Promise<readonly Leftover[]> {
  const projects = [path.join(consumersFolder, "tsconfig.json")];
  const { left, usage, diagnostics, unread } = await upgrade("waybill.config.ts", { cwd: root, from, projects });
  const problems = [...usage, ...diagnostics.filter(({ severity }) => severity === "error")];
  if (unread.length > 0) throw new Error(`the description of the last release cannot be read: ${from.openapi}`);
  if (problems.length > 0) throw new Error(problems.map(({ message }) => message).join("\n"));
  return left.filter(({ file }) => file.startsWith(`${consumersFolder}/`));
}

/** Those whose message none of the changelogs has, each message once. */
export function unlistedLeftovers(left: readonly Leftover[], changelogs: readonly string[]): Leftover[] {
  const unlisted = left.filter(({ message }) => !changelogs.some((text) => text.includes(message)));
  return [...new Map(unlisted.map((place) => [place.message, place])).values()];
}

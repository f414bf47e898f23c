// The versions of a checkout that are published -> a git tag for each that has none yet, and the line by which GitHub's action of
// changesets learns of it: it pushes the tag and makes a release of it.
import { execFileSync } from "node:child_process";
import { published } from "./plan.ts";

/** `New tag:  @fulfillment/spec@1.1.0`, a line for each tag that was made. */
export function tagPublished(checkout: string): string[] {
  const git = (...parameters: string[]): string => execFileSync("git", parameters, { cwd: checkout, encoding: "utf8" });
  const there = new Set(git("tag", "--list").split("\n"));
  const missing = published(checkout)
    .map(({ name, version }) => `${name}@${version}`)
    .filter((tag) => !there.has(tag));
  for (const tag of missing) git("tag", tag);
  return missing.map((tag) => `New tag:  ${tag}`);
}

// `archives.ts fetch DIR`: the archives of older versions' docs, from the files of their releases on GitHub -> DIR.
// `archives.ts keep DIR`: the archive in DIR -> a file of this version's release. Both use GitHub's command line.
import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { apiVersion } from "../versions/places.ts";
import { archiveName, olderVersions } from "./sites.ts";

const checkout = resolve(import.meta.dirname, "../../..");
const [task, folder] = process.argv.slice(2);
if ((task !== "fetch" && task !== "keep") || folder === undefined) {
  console.error("usage: archives.ts fetch DIR | keep DIR");
  process.exit(2);
}

if (task === "keep")
  gh("upload", tagOf(apiVersion(checkout)), join(folder, archiveName(apiVersion(checkout))), "--clobber");
else {
  mkdirSync(folder, { recursive: true });
  for (const { version } of olderVersions(checkout))
    gh("download", tagOf(version), "--pattern", archiveName(version), "--dir", folder, "--clobber");
}

/** Changesets tags every package; the description's stands for the API. */
function tagOf(version: string): string {
  return `@fulfillment/spec@${version}`;
}

function gh(...parameters: string[]): void {
  execFileSync("gh", ["release", ...parameters], { stdio: "inherit" });
}

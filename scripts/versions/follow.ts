// `pnpm versions:follow`: the packages' versions -> every other place that states one, the switch of the docs, and the record of
// the release. `pnpm version-packages` runs it after `changeset version`.
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { listedVersions } from "./docs-versions.ts";
import { apiVersion, readPlaces } from "./places.ts";
import { recordRelease } from "./record.ts";
import { readRecorded } from "./releases.ts";

/** What changed, a line each. */
export function follow(root: string): string[] {
  const lines: string[] = [];
  for (const { file, offset, stated, version } of readPlaces(root)) {
    if (stated === version) continue;
    const text = readFileSync(path.join(root, file), "utf8");
    writeFileSync(path.join(root, file), `${text.slice(0, offset)}${version}${text.slice(offset + stated.length)}`);
    lines.push(`${file}: ${stated} -> ${version}`);
  }
  const version = apiVersion(root);
  if (listedVersions(root, version)) lines.push(`docs/versions.json: lists ${version}`);
  if (!readRecorded(root).some((release) => release.version === version)) {
    lines.push(`${recordRelease(root, version).folder}: what the next release is compared with`);
  }
  return lines;
}

if (import.meta.main) {
  const lines = follow(process.cwd());
  console.log(lines.length === 0 ? "versions: every place agrees" : lines.join("\n"));
}

// The packages' versions -> every other place that states one, and the switch of the docs. The first step of `pnpm versions:follow`,
// which then generates and records the release; `pnpm version-packages` runs all of it after `changeset version`.
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { listedVersions } from "./docs-versions.ts";
import { apiVersion, readPlaces } from "./places.ts";

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
  return lines;
}

if (import.meta.main) {
  const lines = follow(process.cwd());
  console.log(lines.length === 0 ? "versions: every place agrees" : lines.join("\n"));
}

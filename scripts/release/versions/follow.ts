// The packages' versions -> every other place that states one, and the switch of the docs. The first step of `pnpm release follow`,
// which then generates and records the release; `pnpm version-packages` runs all of it after `changeset version`.
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { apiVersion, readPlaces } from "./places.ts";

const listFile = "docs/versions.json";
const versionList = z.object({
  versions: z.array(
    z.object({ version: z.string(), path: z.string(), note: z.string().optional(), date: z.iso.date() }),
  ),
});

/** What changed, a line each. `today` is the day of the release: `2026-11-22`. */
export function follow(root: string, today: string = new Date().toISOString().slice(0, 10)): string[] {
  const lines: string[] = [];
  for (const { file, offset, stated, version } of readPlaces(root)) {
    if (stated === version) continue;
    const text = readFileSync(path.join(root, file), "utf8");
    writeFileSync(path.join(root, file), `${text.slice(0, offset)}${version}${text.slice(offset + stated.length)}`);
    lines.push(`${file}: ${stated} -> ${version}`);
  }
  const version = apiVersion(root);
  if (listVersion(root, { version, today })) lines.push(`${listFile}: lists ${version}`);
  return lines;
}

/** Puts that version at the root of the site, and the one before into a folder of its name. Whether the file had to change. */
function listVersion(root: string, { version, today }: { version: string; today: string }): boolean {
  const file = path.join(root, listFile);
  const { versions } = versionList.parse(JSON.parse(readFileSync(file, "utf8")));
  const [first, ...older] = versions;
  if (first?.version === version) return false;
  const before = first === undefined ? [] : [{ version: first.version, path: `/${first.version}/`, date: first.date }];
  const all = [{ version, path: "/", note: "current", date: today }, ...before, ...older];
  const lines = all.map((each) => `    { ${pairs(each)} }`);
  writeFileSync(file, `{\n  "current": ${JSON.stringify(version)},\n  "versions": [\n${lines.join(",\n")}\n  ]\n}\n`);
  return true;
}

function pairs(record: Readonly<Record<string, string>>): string {
  return Object.entries(record)
    .map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`)
    .join(", ");
}

if (import.meta.main) {
  const lines = follow(process.cwd());
  console.log(lines.length === 0 ? "versions: every place agrees" : lines.join("\n"));
}

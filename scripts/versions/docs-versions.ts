// A version -> docs/versions.json with that version at the root of the site, and the one before in a folder of its name.
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";

const file = "docs/versions.json";
const versionsFile = z.object({
  current: z.string(),
  versions: z.array(z.object({ version: z.string(), path: z.string(), note: z.string().optional() })),
});

/** Whether the file had to change. */
export function listedVersions(root: string, version: string): boolean {
  const { versions } = versionsFile.parse(JSON.parse(readFileSync(path.join(root, file), "utf8")));
  const [first, ...older] = versions;
  if (first?.version === version) return false;
  const before = first === undefined ? [] : [{ version: first.version, path: `/${first.version}/` }];
  const all = [{ version, path: "/", note: "current" }, ...before, ...older];
  const lines = all.map((each) => `    { ${pairs(each)} }`);
  const text = `{\n  "current": ${JSON.stringify(version)},\n  "versions": [\n${lines.join(",\n")}\n  ]\n}\n`;
  writeFileSync(path.join(root, file), text);
  return true;
}

function pairs(record: Readonly<Record<string, string>>): string {
  return Object.entries(record)
    .map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`)
    .join(", ");
}

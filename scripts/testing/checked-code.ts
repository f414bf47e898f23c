// Generated TypeScript -> the same without `// @ts-nocheck`, which hides its type errors from the projects that import it.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Removes the line from all TypeScript files of a folder, except for installed packages. Returns the number of changed files. */
export function removeTsNocheck(folder: string): number {
  let changed = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && entry.name !== "node_modules") changed += removeTsNocheck(path);
    if (!entry.isFile() || !/\.[cm]?tsx?$/.test(entry.name)) continue;
    const text = readFileSync(path, "utf8");
    const checked = withoutTsNocheck(text);
    if (checked === text) continue;
    writeFileSync(path, checked);
    changed += 1;
  }
  return changed;
}

/** TypeScript reads the directive in any comment above the first statement, and nowhere else. */
function withoutTsNocheck(text: string): string {
  const [head = ""] = /^(?:\s|\/\/.*|\/\*[\s\S]*?\*\/)*/.exec(text) ?? [];
  return head.includes("@ts-nocheck") ? head.replace(directive, "") + text.slice(head.length) : text;
}

const directive = /(?:^[^\S\n]*)?\/\/\/?\s*@ts-nocheck\b.*(?:\r?\n)?/gm;

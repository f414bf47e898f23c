// Generated TypeScript -> the same with its code checked. `// @ts-nocheck`, which projects that import the code want, hides its errors.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Takes the line out of all TypeScript of a folder, except for installed packages. The number of changed files. */
export function haveChecked(folder: string): number {
  let changed = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && entry.name !== "node_modules") changed += haveChecked(path);
    if (!entry.isFile() || !/\.[cm]?tsx?$/.test(entry.name)) continue;
    const text = readFileSync(path, "utf8");
    const checked = checkedText(text);
    if (checked === text) continue;
    writeFileSync(path, checked);
    changed += 1;
  }
  return changed;
}

/** TypeScript reads the directive in any comment above the first statement, and nowhere else. */
export function checkedText(text: string): string {
  const [head = ""] = /^(?:\s|\/\/.*|\/\*[\s\S]*?\*\/)*/.exec(text) ?? [];
  return head.includes("@ts-nocheck") ? head.replace(directive, "") + text.slice(head.length) : text;
}

const directive = /(?:^[^\S\n]*)?\/\/\/?\s*@ts-nocheck\b.*(?:\r?\n)?/gm;

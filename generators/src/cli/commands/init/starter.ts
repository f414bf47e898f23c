// The packages and files of a repository -> where the starter that made it keeps code, the file for a first call, and linters that skip
// generated files.
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { applyEdits, modify, parse } from "jsonc-parser";
import type { FileStep, OwnManifest } from "./find-descriptions.ts";

interface Starter {
  /** A package that only its projects have. Earlier ones win: others build on Vite. */
  readonly needs: string;
  /** Where a first call may be, the first that exists; otherwise in any file beside the generated folder. */
  readonly entries: readonly string[];
}

const starters: readonly Starter[] = [
  { needs: "next", entries: ["src/app/page.tsx", "app/page.tsx", "src/app/page.js", "app/page.js"] },
  { needs: "expo", entries: ["src/app/index.tsx", "app/index.tsx", "App.tsx", "App.js"] },
  { needs: "@nestjs/core", entries: ["src/main.ts", "src/main.js"] },
  { needs: "@angular/core", entries: ["src/main.ts"] },
  { needs: "@sveltejs/kit", entries: [] },
  { needs: "vite", entries: ["src/main.tsx", "src/main.ts", "src/main.jsx", "src/main.js"] },
];

export interface EntryFile {
  readonly path: string;
  /** Whether it exports a component that renders on a server. */
  readonly isPage: boolean;
}

export function entryOf(folder: string, { dependencies }: OwnManifest): EntryFile | null {
  const starter = starters.find(({ needs }) => dependencies.has(needs));
  const file = starter?.entries.find((one) => existsSync(path.join(folder, one)));
  return file === undefined ? null : { path: file, isPage: starter?.needs === "next" };
}

/** `src` holds nothing of a project that has its pages in `app`; `src/lib` is `$lib` of SvelteKit. */
export function usualOut(folder: string, { dependencies }: OwnManifest): string {
  const has = (name: string): boolean => existsSync(path.join(folder, name));
  if (dependencies.has("@sveltejs/kit") && has("src/lib")) return "src/lib/generated";
  const isRouted = dependencies.has("next") || dependencies.has("expo");
  return isRouted && has("app") && !has("src") ? "generated" : "src/generated";
}

const pattern = "**/*.gen.*";

/** Generated files have directives for linters, which read the files all the same; formatters have nothing of the kind. */
export function ignoreSteps(folder: string, manifest: OwnManifest): FileStep[] {
  const hasPrettier = manifest.dependencies.has("prettier");
  const changes: readonly (readonly [string, (text: string) => string])[] = [
    ...["eslint.config.mjs", "eslint.config.js", "eslint.config.ts"].map((name) => [name, withIgnored] as const),
    [".oxlintrc.json", (text) => withElement(text, ["ignorePatterns"], pattern)],
    ["biome.json", withExcluded],
    ["biome.jsonc", withExcluded],
    ...(hasPrettier ? [[".prettierignore", (text: string) => withLine(text, pattern)] as const] : []),
  ];
  return changes.flatMap(([name, change]): FileStep[] => {
    const file = path.join(folder, name);
    const isThere = existsSync(file);
    if (!isThere && name !== ".prettierignore") return [];
    const before = isThere ? readFileSync(file, "utf8") : "";
    const text = before.includes(".gen.") ? before : change(before);
    return text === before
      ? []
      : [{ path: name, action: isThere ? "change" : "create", text, note: `skips ${pattern}` }];
  });
}

/** The list of ignored files of a flat configuration; the same text where it has none. */
function withIgnored(text: string): string {
  return text.replace(/^([ \t]*)(.*\b(?:globalIgnores\(|ignores:\s*)\[)(\s*)/m, (_, indent: string, start, space) => {
    const added = space.includes("\n")
      ? `${space.endsWith("\n") ? `${indent}  ` : ""}"${pattern}",${space}`
      : `"${pattern}", `;
    return space.includes("\n") ? `${indent}${start}${space}${added}` : `${indent}${start}${added}${space}`;
  });
}

/** Without `includes`, Biome checks all files. */
function withExcluded(text: string): string {
  const { files } = Object(parse(text));
  const all = Array.isArray(Object(files).includes) ? text : withElement(text, ["files", "includes"], "**");
  return withElement(all, ["files", "includes"], `!${pattern}`);
}

function withElement(text: string, at: readonly string[], value: string): string {
  const isFlat = !/\n[ \t]/.test(text) && text.trim() !== "{}";
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const formatting = { formattingOptions: { insertSpaces: !/\n\t/.test(text), tabSize: 2, eol } };
  const options = { isArrayInsertion: true, ...(isFlat ? {} : formatting) };
  return applyEdits(text, modify(text, [...at, -1], value, options));
}

function withLine(text: string, line: string): string {
  return `${text === "" || text.endsWith("\n") ? text : `${text}\n`}${line}\n`;
}

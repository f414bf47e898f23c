// The CHANGELOG.md files that changesets writes, and the changesets not yet released -> what changed, by version.
import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { splitFrontMatter } from "../pages.ts";

export const bumps = ["major", "minor", "patch"] as const;
export type Bump = (typeof bumps)[number];

export interface PackageChange {
  readonly package: string;
  readonly bump: Bump;
  /** Markdown. */
  readonly text: string;
}

export interface Release {
  /** `1.1.0`; `null` for what is not released yet. */
  readonly version: string | null;
  readonly changes: readonly PackageChange[];
}

/** In no order. */
export function readReleases(root: string): Release[] {
  const files = globSync(["generators/CHANGELOG.md", "spec/CHANGELOG.md", "packages/*/*/CHANGELOG.md"], {
    cwd: root,
  }).sort();
  const released = files.flatMap((file) => releasesOf(readFileSync(path.join(root, file), "utf8"), file));
  const pending = pendingOf(root);
  const versions = [...new Set(released.map(({ version }) => version))];
  return [
    ...(pending.length === 0 ? [] : [{ version: null, changes: pending }]),
    ...versions.map((version) => ({
      version,
      changes: released.filter((release) => release.version === version).flatMap(({ changes }) => changes),
    })),
  ];
}

/** `# name`, `## 1.1.0`, `### Minor Changes`, and a list. A heading that is none of these is an error: it would be lost. */
export function releasesOf(markdown: string, file: string): { version: string; changes: PackageChange[] }[] {
  const name = /^# (.+)$/m.exec(markdown)?.[1];
  if (name === undefined) throw new Error(`${file} names no package: its first line has to be "# name"`);
  const [, ...sections] = markdown.split(/^## /m);
  return sections.map((section) => {
    const version = section.split("\n", 1)[0]?.trim() ?? "";
    if (!/^\d+\.\d+\.\d+/.test(version)) throw new Error(`${file}: "## ${version}" is no version`);
    const [, ...kinds] = section.split(/^### /m);
    return { version, changes: kinds.flatMap((kind) => changesOf(kind, name, file)) };
  });
}

function changesOf(section: string, name: string, file: string): PackageChange[] {
  const [heading = "", ...rest] = section.split("\n");
  const bump = bumps.find((known) => heading.trim().toLowerCase() === `${known} changes`);
  if (bump === undefined)
    throw new Error(`${file}: "### ${heading}" is not what changesets writes: Major, Minor or Patch Changes`);
  return itemsOf(rest.join("\n"))
    .map((item) => item.replace(/^[0-9a-f]{7,40}: /, "").replace(/^Thanks .*?! - /, ""))
    .filter((item) => !item.startsWith("Updated dependencies") && !isOnlyVersions(item))
    .map((text) => ({ package: name, bump, text }));
}

/** What changesets writes of dependencies that were raised along with the others of their group: `zod@4.1.0`, a line each. */
function isOnlyVersions(item: string): boolean {
  return item.split("\n").every((line) => /^(?:- )?\S+@\d\S*$/.test(line));
}

/** Each item of a list with all lines that belong to it, without the indent. */
function itemsOf(list: string): string[] {
  const [, ...items] = `\n${list}`.split(/\n- /);
  return items.map((item) => item.replaceAll(/\n {2}/g, "\n").trim());
}

function pendingOf(root: string): PackageChange[] {
  const folder = path.join(root, ".changeset");
  if (!existsSync(folder)) return [];
  const files = globSync("*.md", { cwd: folder })
    .filter((file) => file !== "README.md")
    .sort();
  return files.flatMap((file) => changesetOf(readFileSync(path.join(folder, file), "utf8"), `.changeset/${file}`));
}

/** Front matter with a bump for each package, and the text for all of them. */
export function changesetOf(markdown: string, file: string): PackageChange[] {
  const { data, body } = splitFrontMatter(markdown);
  return Object.entries(data).map(([name, value]) => {
    const bump = bumps.find((known) => known === value);
    if (bump === undefined)
      throw new Error(`${file}: ${name} is to become ${String(value)}: write major, minor or patch`);
    return { package: name, bump, text: body.trim() };
  });
}

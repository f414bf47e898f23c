// No released version that is known to be malware is installed, and no range admits one.
import type { Finding, Rule } from "./rule.ts";
import type { Tree } from "./tree.ts";

/** By package. docs/security.md has the sources; a package that the lockfile does not have needs no row. */
const badReleases: Readonly<Record<string, readonly string[]>> = {
  // AsyncAPI: November 2025 (Shai-Hulud), and July 2026.
  "@asyncapi/specs": ["6.8.2", "6.8.3", "6.9.1", "6.10.1", "6.11.2", "6.11.2-alpha.1"],
  "@asyncapi/parser": ["3.4.1", "3.4.2"],
  "@asyncapi/diff": ["0.5.1", "0.5.2"],
  // September 2025.
  "@ctrl/tinycolor": ["4.1.1", "4.1.2"],
  "ansi-regex": ["6.2.1"],
  "ansi-styles": ["6.2.2"],
  chalk: ["5.6.1"],
  "color-convert": ["3.1.1"],
  "color-name": ["2.0.1"],
  debug: ["4.4.2"],
  "strip-ansi": ["7.1.1"],
  "supports-color": ["10.2.1"],
  "wrap-ansi": ["9.0.1"],
};

export const badReleasesRule: Rule = {
  name: "bad-releases",
  check: (tree) =>
    tree.files.flatMap((file) => {
      if (file === "pnpm-lock.yaml") return checkLockfile(tree.text(file));
      return /(?:^|\/)package\.json$/.test(file) ? checkPackage(tree, file) : [];
    }),
};

const hint = "pin the version before or after, in `overrides` of pnpm-workspace.yaml for what other packages depend on";

function checkLockfile(text: string): Finding[] {
  const file = "pnpm-lock.yaml";
  // Of what is installed, and of what replaces the ranges of other packages.
  const installed = [...text.matchAll(/^ {2}'?(@?[^@\s']+)@(\d[^(':]*)(?:\([^:]*\))?'?:/gm)];
  const overrides = /^overrides:\n((?: +.*\n)+)/m.exec(text)?.[1] ?? "";
  const found = new Map<string, Finding>();
  for (const { 1: name = "", 2: version = "", index } of installed) {
    const versions = badReleases[name] ?? [];
    const range = pinned(overrides, name, version);
    const bad = versions.find((one) => one.split(".")[0] === version.split(".")[0] && admitted(range, one));
    if (versions.includes(version)) found.set(name, { file, offset: index, message: `has ${name}@${version}`, hint });
    else if (bad !== undefined)
      found.set(name, { file, offset: index, message: `ranges may admit ${name}@${bad}`, hint });
  }
  return [...found.values()];
}

/** What the ranges of other packages are replaced by: `'debug@^4': 4.4.3`. */
function pinned(overrides: string, name: string, version: string): string {
  const [major = ""] = version.split(".");
  const lines = overrides.split("\n").map((line) => /^ +'?(@?[^@']+)(?:@\^([\d.]+))?'?: (\S+)$/.exec(line));
  const line = lines.find((one) => one?.[1] === name && (one[2] ?? version).split(".")[0] === major);
  return line?.[3] ?? "*";
}

function checkPackage(tree: Tree, file: string): Finding[] {
  const text = tree.text(file);
  return Object.entries(badReleases).flatMap(([name, versions]) => {
    const declared = new RegExp(`"${name}": "([^"]+)"`).exec(text);
    const bad = declared === null ? undefined : versions.find((version) => admitted(declared[1] ?? "", version));
    if (declared === null || bad === undefined) return [];
    return [{ file, offset: declared.index, message: `admits ${name}@${bad}`, hint }];
  });
}

/** Whether a range admits a version; of ranges other than `1.2.3` and `^1.2.3`, any. */
function admitted(range: string, version: string): boolean {
  const [, caret, base = ""] = /^(\^?)(\d+\.\d+\.\d+)$/.exec(range) ?? [];
  if (caret === undefined) return true;
  if (caret === "") return base === version;
  return majorOf(base) === majorOf(version) && version.localeCompare(base, "en", { numeric: true }) >= 0;
}

function majorOf(version: string): string | undefined {
  return version.split(".")[0];
}

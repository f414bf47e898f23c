// A package whose installed version is the new one -> files of the version before, from the registry that npm is configured for.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { memberOf } from "../../model/fields.ts";
import { attempt } from "../../source/attempt.ts";
import { textHash } from "../../source/document.ts";

/** What is asked of the package manager. */
export interface PublishedPackage {
  /** Every published version, oldest first; `null` if that cannot be found out. */
  readonly versions: (name: string) => readonly string[] | null;
  /** The folder of the unpacked version, inside of `into`; `null` if it cannot be fetched. */
  readonly unpack: (name: string, version: string, into: string) => string | null;
}

export interface WantedFiles {
  readonly name: string;
  /** The folder of the installed version. */
  readonly place: string;
  readonly files: readonly { readonly path: string; readonly hash: string }[];
}

/** The newest versions are tried first. */
const tried = 12;

/** `null` if no version has all of the files. */
export function packageTexts(
  { name, place, files }: WantedFiles,
  published: PublishedPackage,
): ReadonlyMap<string, string> | null {
  const installed = versionIn(place);
  const versions = published.versions(name)?.filter((version) => version !== installed) ?? [];
  const folder = mkdtempSync(path.join(tmpdir(), "waybill-base-"));
  try {
    for (const version of versions.slice(-tried).reverse()) {
      const unpacked = published.unpack(name, version, folder);
      const texts = unpacked === null ? null : textsIn(unpacked, files);
      if (texts !== null) return texts;
    }
    return null;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function textsIn(folder: string, files: WantedFiles["files"]): Map<string, string> | null {
  const texts = new Map<string, string>();
  for (const { path: file, hash } of files) {
    const text = textOf(path.join(folder, file));
    if (text === null || textHash(text) !== hash) return null;
    texts.set(file, text);
  }
  return texts;
}

function textOf(file: string): string | null {
  return attempt(() => readFileSync(file, "utf8"));
}

function versionIn(folder: string): string | null {
  const version = memberOf(JSON.parse(textOf(path.join(folder, "package.json")) ?? "{}"), "version");
  return typeof version === "string" ? version : null;
}

/** npm, in a folder whose settings say which registry it uses. */
export function npmIn(cwd: string): PublishedPackage {
  const shell = process.platform === "win32";
  const npm = (...args: readonly string[]): string | null =>
    attempt(() => execFileSync("npm", args, { cwd, encoding: "utf8", shell, stdio: ["ignore", "pipe", "ignore"] }));
  return {
    versions: (name) => {
      const printed = npm("view", name, "versions", "--json");
      const listed: unknown = printed === null ? null : JSON.parse(printed);
      const all = typeof listed === "string" ? [listed] : Array.isArray(listed) ? listed : [];
      return printed === null ? null : all.filter((version) => typeof version === "string");
    },
    unpack: (name, version, into) => {
      const printed = npm("pack", `${name}@${version}`, "--json", "--pack-destination", into);
      const listed: unknown = printed === null ? null : JSON.parse(printed);
      const [packed]: unknown[] = Array.isArray(listed) ? listed : [];
      const file = memberOf(packed, "filename");
      if (typeof file !== "string") return null;
      const tarball = path.join(into, file.replace(/^@/, "").replace("/", "-"));
      const folder = mkdtempSync(path.join(into, "version-"));
      return attempt(() => {
        execFileSync("tar", ["-xzf", tarball, "-C", folder, "--strip-components=1"], { stdio: "ignore" });
        return folder;
      });
    },
  };
}

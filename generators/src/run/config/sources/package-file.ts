// `npm:@acme/spec/openapi.yaml` -> the file in the package as it is installed for a folder, by the rules of Node, `exports` included.

import { readFileSync, realpathSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { memberOf } from "../../../model/fields.ts";
import { attempt } from "../../../source/attempt.ts";
import { withParents } from "../../../source/roots.ts";
import { type Usable, unusable, usable } from "../usage.ts";

export interface PackageFile {
  /** Absolute, through `node_modules`: the same for every package manager. */
  readonly file: string;
  /** The folder of the package, absolute. */
  readonly folder: string;
  /** `@acme/spec` */
  readonly name: string;
  readonly version: string;
}

export const packagePrefix = "npm:";

/** `kind`: what a specifier without a path looks for, `openapi.yaml`. `at`: how messages call what names it. */
export function packageFile(
  written: string,
  { from, kind, at }: { readonly from: string; readonly kind: "openapi" | "asyncapi" | "overlay"; readonly at: string },
): Usable<PackageFile> {
  const [, name, rest = ""] = /^npm:((?:@[a-z0-9-~][\w.~-]*\/)?[a-z0-9-~][\w.~-]*)(?:\/(.+))?$/i.exec(written) ?? [];
  if (name === undefined || rest.split("/").includes(".."))
    return unusable(`${at}: ${written} does not name a file of a package`, "for example npm:@acme/spec/openapi.yaml");
  const folder = installedFolder(name, from);
  if (folder === null) return unusable(`${at}: the package ${name} is not installed`, `npm install --save-dev ${name}`);
  const version = versionIn(folder);
  const candidates = rest === "" ? ["yaml", "yml", "json"].map((ending) => `${kind}.${ending}`) : [rest];
  for (const candidate of candidates) {
    const file = exported(folder, { name, candidate, from });
    if (file !== null) return usable({ file, folder, name, version });
  }
  const [first = "", ...others] = candidates;
  const missing =
    others.length === 0 ? `has, or exports, no ${first}` : `has, or exports, none of ${candidates.join(", ")}`;
  return unusable(`${at}: the package ${name}@${version} ${missing}`, `name a file that it has: npm:${name}/…`);
}

/** The nearest `node_modules` above that has it, as Node looks for it. */
export function installedFolder(name: string, from: string): string | null {
  const folders = withParents(from).map((at) => path.join(at, "node_modules", name));
  const manifestOf = (folder: string) => statSync(path.join(folder, "package.json"), { throwIfNoEntry: false });
  return folders.find((folder) => manifestOf(folder)?.isFile() === true) ?? null;
}

/** The path below `node_modules` instead of the one that a link leads to, which differs from one package manager to the next. */
function exported(
  folder: string,
  { name, candidate, from }: { readonly name: string; readonly candidate: string; readonly from: string },
): string | null {
  return attempt(() => {
    const real = createRequire(path.join(from, "_")).resolve(`${name}/${candidate}`);
    const below = path.relative(realpathSync(folder), realpathSync(real));
    return below.startsWith("..") || path.isAbsolute(below) ? null : path.join(folder, below);
  });
}

export function versionIn(folder: string): string {
  const version = memberOf(JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8")), "version");
  return typeof version === "string" ? version : "0.0.0";
}

export type Kind = "openapi" | "asyncapi";

/** What the first lines of a document say it is; whether the rest is right is for `generate` to say. */
export function kindOf(file: string): Kind | null {
  if (statSync(file).isDirectory()) return null;
  const text = readFileSync(file, "utf8");
  const [, kind] = /^[\s{\uFEFF]*["']?(openapi|asyncapi|swagger)["']?\s*:\s*["']?[23]\./m.exec(text) ?? [];
  // Minified JSON, in which it need not come first.
  const [, inside = kind] =
    /^\uFEFF?\s*\{.*?[{,]\s*"(openapi|asyncapi|swagger)"\s*:\s*"[23]\./.exec(kind ? "" : text) ?? [];
  // Swagger 2.0 is read as the OpenAPI document that it is converted to.
  return inside === undefined ? null : inside === "asyncapi" ? "asyncapi" : "openapi";
}

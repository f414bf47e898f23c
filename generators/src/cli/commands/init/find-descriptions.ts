// The packages a repository has, and the folders where descriptions usually are -> the descriptions in them.
import { existsSync, readdirSync, statSync } from "node:fs";
import path from "node:path";
import { nearestAbove } from "../../../run/config/nearest-above.ts";
import { pathFrom } from "../../../run/config/path-from.ts";
import { type Kind, kindOf } from "../../../run/config/sources/document-kind.ts";
import { packageFile, packagePrefix } from "../../../run/config/sources/package-file.ts";
import type { OwnManifest } from "./own-manifest.ts";

/** What belongs together: an HTTP API, the events it sends, or both, as a configuration in the repository names them. */
export interface Found {
  readonly name: string;
  readonly openapi: string | null;
  readonly asyncapi: string | null;
  /** How messages name the documents. */
  readonly documents: readonly string[];
  /** The package; `null` for files of the repository. */
  readonly place: string | null;
}

/** One for each package that has some, and one for those of the repository itself. */
export function foundIn(folder: string, manifest: OwnManifest): Found[] {
  const packages = [...manifest.dependencies.keys()].flatMap((name) => inPackage(folder, name) ?? []);
  return [...packages, ...ownFiles(folder).map((found) => ({ ...found, name: nameOfApi(manifest.name) }))];
}

function inPackage(folder: string, name: string): Found | null {
  // In the repository, or in a workspace around it.
  const place = nearestAbove(folder, (at) => [path.join(at, "node_modules", name)].find((one) => existsSync(one)));
  if (place === null) return null;
  for (const part of ["", "spec", "dist"]) {
    const files = documentsOf(path.join(place, part));
    const { openapi, asyncapi } = files;
    if (openapi === null && asyncapi === null) continue;
    const documents = [openapi, asyncapi].flatMap((file) => (file === null ? [] : path.basename(file)));
    const written = (kind: Kind): string | null => {
      const file = files[kind];
      return file === null ? null : writtenOf(file, { folder, place, name, kind });
    };
    return {
      name: nameOfApi(name),
      openapi: written("openapi"),
      asyncapi: written("asyncapi"),
      documents,
      place: name,
    };
  }
  return null;
}

interface InPackage {
  readonly folder: string;
  readonly place: string;
  readonly name: string;
  readonly kind: Kind;
}

/** `npm:@acme/spec`, with the path where it takes one; the path alone where the package does not export the file. */
function writtenOf(file: string, { folder, place, name, kind }: InPackage): string {
  const ways = [`${packagePrefix}${name}`, `${packagePrefix}${name}/${pathFrom(place, file)}`];
  const leading = ways.find((way) => {
    const found = packageFile(way, { from: folder, kind, at: "init" });
    return found.ok && found.value.file === file;
  });
  return leading ?? pathFrom(folder, file);
}

function inOneFolder(base: string, folder: string): Omit<Found, "name"> | null {
  const { openapi, asyncapi } = documentsOf(folder);
  if (openapi === null && asyncapi === null) return null;
  const relative = (file: string | null): string | null => (file === null ? null : pathFrom(base, file));
  return own(relative(openapi), relative(asyncapi));
}

function own(openapi: string | null, asyncapi: string | null): Omit<Found, "name"> {
  return { openapi, asyncapi, documents: [openapi, asyncapi].filter((file) => file !== null), place: null };
}

const usual = [
  "",
  "spec",
  "specs",
  "api",
  "apis",
  "openapi",
  "asyncapi",
  "docs",
  "schema",
  "schemas",
  "contract",
  "contracts",
  "description",
];

/** One document of each kind is one API, wherever the two lie; more of them are as many as there are folders. */
function ownFiles(folder: string): Omit<Found, "name">[] {
  const named = usual.flatMap((one) => inOneFolder(folder, path.join(folder, one)) ?? []);
  const all = named.length > 0 ? named : usual.flatMap((one) => otherwiseNamed(folder, path.join(folder, one)));
  const [openapi, ...otherHttp] = all.flatMap((found) => found.openapi ?? []);
  const [asyncapi, ...otherEvents] = all.flatMap((found) => found.asyncapi ?? []);
  if (all.length < 2 || otherHttp.length > 0 || otherEvents.length > 0) return all;
  return [own(openapi ?? null, asyncapi ?? null)];
}

/** `petstore.yaml`, `orders.v1.json`: documents whose first lines say what they are. */
function otherwiseNamed(base: string, folder: string): Omit<Found, "name">[] {
  return describedFilesIn(folder).map(({ file, kind }) => {
    const relative = pathFrom(base, file);
    return kind === "openapi" ? own(relative, null) : own(null, relative);
  });
}

/** Descriptions of any name, in the order of their names. */
export function describedFilesIn(folder: string): { readonly file: string; readonly kind: Kind }[] {
  return entriesOf(folder)
    .filter((name) => /\.(?:ya?ml|json)$/.test(name) && !/^(?:package|package-lock|npm-shrinkwrap)\.json$/.test(name))
    .sort()
    .flatMap((name) => {
      const file = path.join(folder, name);
      const kind = kindOf(file);
      return kind === null ? [] : [{ file, kind }];
    });
}

/** Files that are named as descriptions are, and do not say that they are one: empty, or without a version at the top. */
export function undeclaredIn(folder: string): string[] {
  return usual
    .flatMap((one) => usuallyNamedIn(path.join(folder, one)))
    .filter((file) => statSync(file).isFile() && kindOf(file) === null)
    .map((file) => pathFrom(folder, file));
}

const names = ["openapi", "swagger", "asyncapi", "api", "events", "webhooks"];
const extensions = ["yaml", "yml", "json"];

/** The first of each kind: `openapi.yaml` before `openapi.json`, which is mostly a copy of it. */
export function documentsOf(folder: string): Record<Kind, string | null> {
  const kinds = usuallyNamedIn(folder).map((file) => ({ file, kind: kindOf(file) }));
  const first = (kind: Kind): string | null => kinds.find((one) => one.kind === kind)?.file ?? null;
  return { openapi: first("openapi"), asyncapi: first("asyncapi") };
}

function usuallyNamedIn(folder: string): string[] {
  const there = new Set(entriesOf(folder));
  return names
    .flatMap((name) => extensions.map((extension) => `${name}.${extension}`))
    .filter((file) => there.has(file))
    .map((file) => path.join(folder, file));
}

function entriesOf(folder: string): string[] {
  const isFolder = statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;
  return isFolder ? readdirSync(folder) : [];
}

/** The scope is more specific than `spec`: `@acme/spec` is the API of acme, `@acme/orders-openapi` that of orders. */
export function nameOfApi(packageName: string): string {
  const [, scope, bare = packageName] = /^@([^/]+)\/(.+)$/.exec(packageName) ?? [];
  const short = bare.replace(/-?(?:open-?api|async-?api|api|spec|specs|schemas?|contracts?|descriptions?)$/i, "");
  return short || scope || "api";
}

// The package.json of a repository, its packages, and the folders where descriptions usually are -> the descriptions in them.
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { applyEdits, type JSONPath, modify } from "jsonc-parser";
import { nearestAbove, pathFrom } from "../../../run/config/paths.ts";
import { type Kind, kindOf, packageFile, packagePrefix } from "../../../run/config/sources/package-file.ts";
import { type Usable, unusable, usable } from "../../../run/config/usage.ts";

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
  return [...packages, ...ownFiles(folder).map((description) => ({ ...description, name: nameOfApi(manifest.name) }))];
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
    const resolvedFile = packageFile(way, { from: folder, kind, at: "init" });
    return resolvedFile.ok && resolvedFile.value.file === file;
  });
  return leading ?? pathFrom(folder, file);
}

function inOneFolder(base: string, folder: string): Omit<Found, "name"> | null {
  const { openapi, asyncapi } = documentsOf(folder);
  if (openapi === null && asyncapi === null) return null;
  const relative = (file: string | null): string | null => (file === null ? null : pathFrom(base, file));
  return localDescription(relative(openapi), relative(asyncapi));
}

function localDescription(openapi: string | null, asyncapi: string | null): Omit<Found, "name"> {
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
  const [openapi, ...otherHttp] = all.flatMap((description) => description.openapi ?? []);
  const [asyncapi, ...otherEvents] = all.flatMap((description) => description.asyncapi ?? []);
  if (all.length < 2 || otherHttp.length > 0 || otherEvents.length > 0) return all;
  return [localDescription(openapi ?? null, asyncapi ?? null)];
}

/** `petstore.yaml`, `orders.v1.json`: documents whose first lines say what they are. */
function otherwiseNamed(base: string, folder: string): Omit<Found, "name">[] {
  return describedFilesIn(folder).map(({ file, kind }) => {
    const relative = pathFrom(base, file);
    return kind === "openapi" ? localDescription(relative, null) : localDescription(null, relative);
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

export interface OwnManifest {
  /** `null` when there is no package.json yet. */
  readonly text: string | null;
  /** The package's name; its folder's where it has none. */
  readonly name: string;
  readonly isModule: boolean;
  /** The version range of each dependency by name, development dependencies included. */
  readonly dependencies: ReadonlyMap<string, string>;
  readonly scripts: ReadonlyMap<string, string>;
  /** `pnpm@12.0.0`, if the package names it. */
  readonly packageManager: string | null;
}

const command = "waybill generate";

export function readOwnManifest(folder: string): Usable<OwnManifest> {
  const file = path.join(folder, "package.json");
  if (!existsSync(file)) {
    const above = nearestAbove(folder, (at) => (existsSync(path.join(at, "package.json")) ? at : undefined));
    if (above === null) return usable(manifestOf(folder, null, {}));
    return unusable(
      `the package begins in ${pathFrom(folder, above)}, not here`,
      `run init there: cd ${pathFrom(folder, above)}; or make a package of this folder: npm init -y`,
    );
  }
  const text = readFileSync(file, "utf8");
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ""));
    if (typeof value === "object" && value !== null && !Array.isArray(value)) {
      return usable(manifestOf(folder, text, value));
    }
    return unusable("package.json is not an object", "npm init -y creates one");
  } catch (error) {
    return unusable(`package.json cannot be read: ${error instanceof Error ? error.message : error}`, "fix it first");
  }
}

function manifestOf(folder: string, text: string | null, value: object): OwnManifest {
  const member = (name: string): unknown => Reflect.get(value, name);
  const packageName = member("name");
  const manager = member("packageManager");
  return {
    text,
    name: typeof packageName === "string" && packageName !== "" ? packageName : path.basename(folder),
    isModule: text === null || member("type") === "module",
    dependencies: new Map(
      ["devDependencies", "optionalDependencies", "dependencies"].flatMap((name) => textsOf(member(name))),
    ),
    scripts: new Map(textsOf(member("scripts"))),
    packageManager: typeof manager === "string" ? manager : null,
  };
}

function textsOf(value: unknown): [string, string][] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => (typeof one === "string" ? [[name, one]] : []));
}

/** `name` is the script to run. A `generate` that does something else stays, and ours gets another name. */
export function scriptStep({ text, name: packageName, scripts }: OwnManifest): { name: string; step: FileStep } {
  const file = "package.json";
  const there = [...scripts].find(([, line]) => line.includes(command) && !line.includes("--check"))?.[0];
  if (there !== undefined) {
    const note = `its script ${JSON.stringify(there)} already runs ${command}`;
    return { name: there, step: { path: file, action: "keep", text: null, note } };
  }
  const name = scripts.has("generate") ? "generate:api" : "generate";
  if (text === null) {
    const newManifest = { name: nameFrom(packageName), private: true, type: "module", scripts: { [name]: command } };
    const note = `new, with the script "${name}": "${command}"`;
    return { name, step: { path: file, action: "create", text: `${JSON.stringify(newManifest, null, 2)}\n`, note } };
  }
  const existingScript = scripts.get("generate");
  const because = existingScript === undefined ? "" : ` ("generate" is ${JSON.stringify(existingScript)} already)`;
  const note = `"${name}": "${command}"${because}`;
  return { name, step: { path: file, action: "change", text: withMember(text, ["scripts", name], command), note } };
}

/** Everything else of the text stays, byte for byte; what is added is indented and ended as the rest is. */
function withMember(text: string, at: JSONPath, value: string): string {
  const indent = /\n([ \t]+)\S/.exec(text)?.[1] ?? "  ";
  const formattingOptions = {
    insertSpaces: !indent.startsWith("\t"),
    tabSize: indent.length,
    eol: text.includes("\r\n") ? "\r\n" : "\n",
  };
  const bom = text.startsWith("\uFEFF") ? "\uFEFF" : "";
  const json = text.slice(bom.length);
  const changed = applyEdits(json, modify(json, at, value, { formattingOptions }));
  return `${bom}${changed}`;
}

/** A folder's name, turned into a valid npm package name. */
function nameFrom(folder: string): string {
  return (
    folder
      .toLowerCase()
      .replace(/[^a-z0-9._-]+/g, "-")
      .replace(/^[._-]+/, "") || "project"
  );
}

export interface FileStep {
  /** Relative to the working directory. */
  readonly path: string;
  readonly action: "create" | "change" | "keep";
  /** What the file becomes; `null` when it is kept. */
  readonly text: string | null;
  /** What changes, or why nothing does. */
  readonly note: string | null;
}

// The flags of init, else the packages and folders of the repository -> the descriptions to generate from.
import { statSync } from "node:fs";
import path from "node:path";
import { pathFrom } from "../../config/path-from.ts";
import { packagePrefix } from "../../config/sources/package-file.ts";
import { type Usable, unusable, usable } from "../../config/usage.ts";
import { ownTargets } from "../../targets/own-targets.ts";
import type { Arguments } from "../arguments.ts";
import { type Found, foundIn, kindOf, nameOfApi } from "./find-descriptions.ts";
import type { OwnManifest } from "./own-manifest.ts";

export interface DescribedApi {
  /** What the configuration calls it. */
  readonly name: string;
  /** As the configuration names it: a path relative to it, or a package. */
  readonly openapi: string | null;
  readonly asyncapi: string | null;
  readonly out: string;
  readonly targets: readonly string[];
  /** How messages name it: the documents, and the package or folder they are in; `null` when flags name them. */
  readonly documents: readonly string[];
  readonly place: string | null;
}

export interface Search {
  readonly args: Arguments;
  readonly folder: string;
  readonly manifest: OwnManifest;
  /** Those asked for; none means those that a repository which uses an API needs. */
  readonly targets: readonly string[];
}

/** Targets that a consumer of an API does not need by default. */
const forConsumers: readonly string[] = ["types", "zod", "client", "webhooks"];

export function describedApi(search: Search): Usable<DescribedApi> {
  const { args, folder, manifest } = search;
  if (args.has("openapi") || args.has("asyncapi")) return named(search);
  const all = foundIn(folder, manifest);
  const [only, ...others] = all;
  if (only === undefined) return unusable("there is no description here", hintForNone(folder, manifest));
  if (others.length > 0) {
    const listed = all.map(({ openapi, asyncapi }) => [openapi, asyncapi].filter((one) => one !== null).join(" and "));
    const flags = [
      ...(only.openapi === null ? [] : [`--openapi ${only.openapi}`]),
      ...(only.asyncapi === null ? [] : [`--asyncapi ${only.asyncapi}`]),
    ].join(" ");
    return unusable(`there are several descriptions: ${listed.join("; ")}`, `choose one: waybill init ${flags}`);
  }
  return withTargets(only, search);
}

function hintForNone(folder: string, { dependencies }: OwnManifest): string {
  const flags = "or name it: waybill init --openapi path/to/openapi.yaml";
  const missing = [...dependencies.keys()].filter((name) => /(?:^|[/-])(?:spec|openapi|asyncapi)$/.test(name));
  const [package_] = missing;
  if (package_ !== undefined && !exists(path.join(folder, "node_modules"))) {
    return `${package_} is not installed yet: install first, then run init again; ${flags}`;
  }
  return `install the package that has it, put openapi.yaml or asyncapi.yaml here or into spec/, ${flags}`;
}

function named(search: Search): Usable<DescribedApi> {
  const { args, folder, manifest } = search;
  const documents = (["openapi", "asyncapi"] as const).map((flag) => ({ flag, file: args.one(flag) }));
  for (const { flag, file } of documents) {
    if (file === null || file.startsWith(packagePrefix)) continue;
    if (/^https?:/.test(file)) return unusable(`--${flag}: a URL requires the hash of its content`, byHand(file));
    const place = path.resolve(folder, file);
    if (!exists(place)) return unusable(`--${flag}: there is no file ${file}`, "the path is relative to this folder");
    const kind = kindOf(place);
    if (kind === null) return unusable(`--${flag}: ${file} is not a description that waybill reads`, readable);
    if (kind !== flag) return unusable(`--${flag}: ${file} is an ${kind} document`, `write --${kind} ${file}`);
  }
  const relative = (file: string | null): string | null =>
    file === null || file.startsWith(packagePrefix) ? file : pathFrom(folder, path.resolve(folder, file));
  const [openapi = null, asyncapi = null] = documents.map(({ file }) => relative(file));
  const files = [openapi, asyncapi].filter((file) => file !== null);
  return withTargets({ openapi, asyncapi, documents: files, place: null, name: nameOfApi(manifest.name) }, search);
}

function byHand(url: string): string {
  return `waybill pin ${url} prints what to write into waybill.config.ts; init writes one for a local file`;
}

const readable = "it reads OpenAPI 3.x, Swagger 2.0, and AsyncAPI 2.x and 3.x, as YAML or JSON";

function withTargets(found: Found, { args, folder, targets }: Search): Usable<DescribedApi> {
  const { openapi, asyncapi } = found;
  const documents = { openapi, asyncapi };
  const documentOf = (name: string): "openapi" | "asyncapi" | undefined =>
    ownTargets.find((target) => target.name === name)?.document;
  const has = (name: string): boolean => {
    const document = documentOf(name);
    return document === undefined || documents[document] !== null;
  };
  const without = targets.find((target) => !has(target));
  if (without !== undefined) {
    const document = documentOf(without);
    return unusable(`--target ${without} needs an ${document} document`, `name it: --${document} path/to/the/file`);
  }
  return usable({
    ...found,
    out: pathFrom(folder, path.resolve(folder, args.one("out") ?? "src/generated")) || ".",
    targets: targets.length > 0 ? targets : forConsumers.filter(has),
  });
}

function exists(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false }) !== undefined;
}

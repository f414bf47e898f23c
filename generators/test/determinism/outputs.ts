// Descriptions in other orders and files, and everything that is generated from them.

import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { load } from "js-yaml";
import { corpusPath } from "../../../scripts/testing/shared-corpus.ts";
import { readApi } from "../../src/checks/model-checks.ts";
import { Report, textOf } from "../../src/diagnostics/index.ts";
import { type FlagInputs, projectOfFlags } from "../../src/run/flags/select-project.ts";
import { renderApi } from "../../src/run/render.ts";
import { builtInTargets } from "../../src/targets/built-in-targets.ts";

export interface Inputs {
  /** Absolute; names in the output are relative to it. */
  readonly cwd: string;
  readonly openapi?: string;
  readonly asyncapi?: string;
  /** The files, by path relative to `cwd`; from disk when there are none. */
  readonly files?: ReadonlyMap<string, string>;
}

/** What the command line would write. */
export async function outputOf({ cwd, openapi, asyncapi, files }: Inputs): Promise<string> {
  const report = new Report();
  const readText = (file: string): string => files?.get(path.relative(cwd, file)) ?? missing(file);
  const { api } = readApi({ cwd, openapi, asyncapi, ...(files === undefined ? {} : { readText }) }, report);
  if (api === null || report.hasErrors) throw new Error(report.list().map(textOf).join("\n"));
  const documents = { openapi, asyncapi };
  const wanted = builtInTargets.filter(({ document }) => document === undefined || documents[document] !== undefined);
  const flags: FlagInputs = {
    openapi: openapi ?? null,
    asyncapi: asyncapi ?? null,
    out: "out",
    targets: wanted.map((target) => target.name),
  };
  const project = projectOfFlags(flags, cwd);
  const own = project.ok ? project.value.apis[0] : undefined;
  if (!project.ok || own === undefined) throw new Error("the project is not usable");
  const rendered = await renderApi(own, api, { command: project.value.command, version: "0.0.0", report });
  const texts = rendered
    .flatMap((target) => target.files)
    .map((file) => `==> ${file.path} <==\n${withoutLines(file.text)}`);
  return texts.join("\n");
}

/** One file names lines of the description, which depend on how that is written. */
function withoutLines(text: string): string {
  return text.replace(/(: MissingHandler<"\w+", "[^"]+):\d+">;/g, '$1">;');
}

function missing(file: string): never {
  throw Object.assign(new Error(`there is no ${file}`), { code: "ENOENT" });
}

/** Picks a number from 0 up to, and without, the given one. */
export type Pick = (below: number) => number;

/** The kind of an object: fields of the standard, or keys of the author, in an order that shows in the output or not. */
type Kind = "fields" | "list" | "set";

/** Maps whose order is the order of what is generated from them. */
const lists = new Set(
  (
    "paths properties patternProperties schemas $defs definitions dependentSchemas dependentRequired mapping content headers examples " +
    "links variables messages channels operations bindings securitySchemes responses x-enumDescriptions"
  ).split(" "),
);

/** Below `components` these are only referred to; the order of the references counts. */
const sets = new Set("responses parameters examples requestBodies headers links".split(" "));

/** Values of the author, which are unchanged. */
const data = new Set("default example examples enum const value".split(" "));

export function shuffled(value: Json, pick: Pick, key = "", kind: Kind = "fields"): Json {
  if (Array.isArray(value)) return value.map((element) => shuffled(element, pick));
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).map(([name, member]): Member => {
    const isSet = key === "components" && sets.has(name);
    if (kind === "fields" && !isSet && (data.has(name) || name.startsWith("x-"))) return [name, member];
    return [name, shuffled(member, pick, name, kindOf(name, kind, isSet))];
  });
  return Object.fromEntries(kind === "list" ? members : inAnyOrder(members, pick));
}

function kindOf(name: string, parent: Kind, isSet: boolean): Kind {
  if (isSet) return "set";
  return parent === "fields" && lists.has(name) ? "list" : "fields";
}

type Member = [name: string, value: Json];

/** Extensions move too, but keep their order among each other: they are listed in the author's order. */
function inAnyOrder(members: readonly Member[], pick: Pick): Member[] {
  const rest = [...members];
  const extensions = members.filter(isExtension);
  return members
    .flatMap(() => rest.splice(pick(rest.length), 1))
    .map((member) => (isExtension(member) ? (extensions.shift() ?? member) : member));
}

function isExtension([name]: Member): boolean {
  return name.startsWith("x-");
}

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

export interface Description {
  readonly name: string;
  readonly openapi?: string;
  readonly asyncapi?: string;
  /** Parsed, by path. */
  readonly files: ReadonlyMap<string, Json>;
}

export const repository: string = path.join(import.meta.dirname, "../../..");

/** The name of the largest one. */
export const large = "adyen-management.json.gz";

/** They need the corpus. */
export function publicDescriptions(): Description[] {
  return [
    publicDescription("asyncapi", "slack-rtm-asyncapi.yml"),
    publicDescription("asyncapi", "streetlights-mqtt-asyncapi.yml"),
    publicDescription("openapi", large),
  ];
}

export function ownDescription(): Description {
  const home = path.join(repository, "spec");
  const folders = ["", "paths", "schemas", "messages", "examples"];
  const names = folders.flatMap((folder) =>
    readdirSync(path.join(home, folder), { recursive: folder !== "", encoding: "utf8" })
      .filter((name) => /\.(?:yaml|json)$/.test(name) && !/^(?:redocly|package|\.spectral)\./.test(name))
      .map((name) => path.posix.join("spec", folder, name)),
  );
  const files = new Map(names.map((name) => [name, parsed(path.join(repository, name))]));
  return { name: "spec", openapi: "spec/openapi.yaml", asyncapi: "spec/asyncapi.yaml", files };
}

function publicDescription(kind: "openapi" | "asyncapi", name: string): Description {
  return { name, [kind]: "document.yaml", files: new Map([["document.yaml", parsed(corpusPath(kind, name))]]) };
}

function parsed(file: string): Json {
  const bytes = readFileSync(file);
  const value: unknown = load((file.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8"));
  // Some authors write the `nullable` of OpenAPI 3.0 into 3.1, where it has no effect and is rejected.
  const json: Json = JSON.parse(
    JSON.stringify(value, (key, member: Json) => (key === "nullable" ? undefined : member)),
  );
  return json;
}

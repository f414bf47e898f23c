// Flags and configurations -> the documents of the APIs they name, as absolute paths.
import path from "node:path";
import type { Code } from "../diagnostics/tolerance.ts";
import type { EnumRules } from "../model/enum-rules.ts";
import type { Arguments } from "./arguments.ts";
import { findConfig, loadConfig } from "./config/config-file.ts";
import { noRules, type ReadingRules, readRules } from "./config/reading-rules.ts";
import { codesOf, toleratedOf } from "./config/tolerate-flag.ts";
import { pathFrom } from "./path-from.ts";
import { locateConfig } from "./sources/locate.ts";
import { hintFor, type Usable, unusable, usable } from "./usage.ts";

/** The documents of one API, and how they are read. */
export interface Documents {
  readonly openapi: string | null;
  readonly asyncapi: string | null;
  readonly rules: ReadingRules;
  /** Codes of errors in them that are let pass. */
  readonly tolerate: ReadonlySet<Code>;
  /** Whether enums of strings may grow. */
  readonly enums: EnumRules;
}

/** How documents are read, whatever they are. */
export type Manner = Pick<Documents, "rules" | "tolerate" | "enums">;

/** What `--openapi` and `--asyncapi` name; `null` when neither is given. */
export function flaggedDocuments(args: Arguments, cwd: string, manner: Manner): Documents | null {
  const absolute = (file: string | null): string | null => (file === null ? null : path.resolve(cwd, file));
  const documents = { openapi: absolute(args.one("openapi")), asyncapi: absolute(args.one("asyncapi")), ...manner };
  return documents.openapi === null && documents.asyncapi === null ? null : documents;
}

/** The APIs of a configuration, by name; `tolerate` counts for each of them. */
export async function configuredDocuments(
  file: string,
  args: Arguments,
  { cwd, tolerate }: { readonly cwd: string; readonly tolerate: ReadonlySet<Code> },
): Promise<Usable<ReadonlyMap<string, Documents>>> {
  const config = await loadConfig(file, pathFrom(cwd, file));
  if (!config.ok) return config;
  const rules = readRules(args, cwd, { value: config.value, base: path.dirname(file) });
  if (!rules.ok) return rules;
  const base = path.dirname(file);
  const place = { name: pathFrom(cwd, file), base, root: base, limits: rules.value.limits };
  const located = await locateConfig(config.value, place);
  if (!located.ok) return located;
  const { value, foreign } = located.value;
  const apis = Object.entries(value).map(([name, api]): [string, Documents] => {
    const codes = codesOf([...(api.tolerate ?? []), ...tolerate]);
    const named = { openapi: api.openapi ?? null, asyncapi: api.asyncapi ?? null };
    const enums = enumsOf(args) ?? api.enums ?? "closed";
    return [name, { ...named, rules: { ...rules.value, foreign }, tolerate: codes, enums }];
  });
  return usable(new Map(apis));
}

/** The one API that a command is about: by flags, or the only one of a configuration, or the one that `--api` names. */
export async function selectApi(args: Arguments, cwd: string): Promise<Usable<Documents>> {
  const tolerated = toleratedOf(args);
  if (!tolerated.ok) return tolerated;
  const tolerate = tolerated.value;
  const flagged = flaggedDocuments(args, cwd, { rules: noRules, tolerate, enums: "closed" });
  const given = args.one("config");
  const name = args.one("api");
  if (flagged !== null) {
    if (given === null && name === null) return usable(flagged);
    const other = given === null ? "--api" : "--config";
    return unusable(`--openapi and --asyncapi name the whole API`, `leave out ${other}`);
  }
  const file = given === null ? findConfig(cwd) : path.resolve(cwd, given);
  if (file === null) {
    const hint = "name the description: --openapi openapi.yaml --asyncapi asyncapi.yaml";
    return unusable("there is no waybill.config.ts here or in a folder above", hint);
  }
  const apis = await configuredDocuments(file, args, { cwd, tolerate });
  return apis.ok ? oneOf(apis.value, name, pathFrom(cwd, file)) : apis;
}

/** What `--enums` says; `null` where nothing does. */
export function enumsOf(args: Arguments): "open" | "closed" | null {
  const value = args.one("enums");
  return value === "open" || value === "closed" ? value : null;
}

function oneOf(apis: ReadonlyMap<string, Documents>, name: string | null, file: string): Usable<Documents> {
  const names = [...apis.keys()];
  const [first = ""] = names;
  const chosen = apis.get(name ?? first);
  if (name !== null && chosen === undefined) {
    return unusable(`${file} has no API ${JSON.stringify(name)}`, hintFor(name, names));
  }
  if (chosen === undefined) return unusable(`${file} has no API`, "name one in apis, or give --openapi");
  if (name === null && names.length > 1) {
    return unusable(`${file} has ${names.length} APIs: ${names.join(", ")}`, `choose one: --api ${first}`);
  }
  return usable(chosen);
}

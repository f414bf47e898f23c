// `docs.config.ts`, or the file that --docs-config names -> its fields, each checked.
import { existsSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { type Arguments, hintFor, type Usable, type UsageProblem, unusable, usable } from "waybill/command";
import type { DocsConfig } from "../config.ts";

export interface LoadedDocsConfig {
  readonly config: DocsConfig;
  /** Paths of files in it start here. */
  readonly folder: string;
}

const names = ["ts", "mts", "js", "mjs"].map((extension) => `docs.config.${extension}`);

/** Without such a file, a configuration of no fields. */
export async function docsConfigOf(args: Arguments, cwd: string): Promise<Usable<LoadedDocsConfig>> {
  const configPath = args.one("docs-config");
  const file =
    configPath === null ? names.map((name) => path.join(cwd, name)).find(existsSync) : path.resolve(cwd, configPath);
  if (file === undefined) return usable({ config: {}, folder: cwd });
  const displayPath = path.relative(cwd, file) || file;
  if (!existsSync(file)) return unusable(`there is no ${displayPath}`, "--docs-config takes the path of the file");
  try {
    const module: unknown = await import(pathToFileURL(file).href);
    const value = isObject(module) ? module["default"] : undefined;
    const problems = problemsOf(value, displayPath);
    return problems.length > 0 || !isConfig(value, problems)
      ? { ok: false, problems }
      : usable({ config: value, folder: path.dirname(file) });
  } catch (error) {
    return unusable(
      `${displayPath} cannot be loaded: ${error instanceof Error ? error.message : String(error)}`,
      "fix the file; the message shows where loading failed",
    );
  }
}

type Kind =
  | "text"
  | "texts"
  | "flag"
  | "tryIt"
  | "pairs"
  | "paths"
  | "functions"
  | "function"
  | "list"
  | "record"
  | "card";

const fields: Readonly<Record<keyof DocsConfig, Kind>> = {
  name: "text",
  logo: "text",
  accent: "text",
  css: "texts",
  guides: "text",
  out: "text",
  base: "text",
  site: "text",
  client: "text",
  source: "text",
  paths: "paths",
  redocly: "flag",
  tryIt: "tryIt",
  language: "text",
  words: "record",
  synonyms: "pairs",
  additions: "functions",
  searched: "list",
  samples: "function",
  navigation: "function",
  products: "list",
  redirects: "record",
  footer: "list",
  versions: "list",
  edit: "text",
  card: "card",
  hosts: "texts",
  strict: "flag",
  introduction: "text",
  public: "text",
  routes: "record",
  components: "record",
  policy: "text",
  policies: "record",
  scripts: "texts",
  connect: "texts",
  feedback: "text",
  compress: "flag",
  content: "function",
};

const places = ["overview", "authentication", "operations", "webhooks", "callbacks", "events", "channels", "schemas"];
const pages = ["operation", "response", "event", "schema"];

const expected: Readonly<Record<Kind, string>> = {
  text: "a string",
  texts: "a list of strings",
  flag: "true or false",
  tryIt: '"servers", "origin" or "none"',
  pairs: 'a list of pairs such as [/\\bapi key\\b/, "authentication"]',
  paths: `an object with some of: ${places.join(", ")}`,
  functions: `an object with some of: ${pages.join(", ")}`,
  function: "a function",
  list: "a list of objects",
  record: "an object whose values are strings",
  card: 'an object such as { path: "/card.png", words: "What is on it" }',
};

function problemsOf(value: unknown, displayPath: string): UsageProblem[] {
  if (!isObject(value))
    return [
      {
        message: `${displayPath} has no default export that is an object`,
        hint: "write: export default defineDocs({ … })",
      },
    ];
  return Object.entries(value).flatMap(([name, member]) => {
    const kind = Object.entries(fields).find(([known]) => known === name)?.[1];
    if (kind === undefined)
      return [{ message: `${displayPath}: unknown field ${name}`, hint: hintFor(name, Object.keys(fields)) }];
    if (member === undefined) return [];
    const wrong: UsageProblem = {
      message: `${displayPath}: ${name} must be ${expected[kind]}`,
      hint: "the type DocsConfig of @waybill/docs has every field",
    };
    switch (kind) {
      case "text":
        return typeof member === "string" ? [] : [wrong];
      case "texts":
        return Array.isArray(member) && member.every((one) => typeof one === "string") ? [] : [wrong];
      case "tryIt":
        return ["servers", "origin", "none"].some((one) => one === member) ? [] : [wrong];
      case "pairs":
        return Array.isArray(member) && member.every(isPair) ? [] : [wrong];
      case "function":
        return typeof member === "function" ? [] : [wrong];
      case "list":
        return Array.isArray(member) && member.every(isObject) ? [] : [wrong];
      case "record":
        return isObject(member) && Object.values(member).every((one) => typeof one === "string") ? [] : [wrong];
      case "card":
        return isObject(member) && typeof member["words"] === "string" && isPathOfFile(member["path"]) ? [] : [wrong];
      case "flag":
        return typeof member === "boolean" ? [] : [wrong];
      case "paths":
        return isObject(member)
          ? memberProblems(member, { name, shown: displayPath, known: places, isRight: isPath })
          : [wrong];
      case "functions":
        return isObject(member)
          ? memberProblems(member, { name, shown: displayPath, known: pages, isRight: isFunction })
          : [wrong];
      default:
        return kind satisfies never;
    }
  });
}

interface Members {
  readonly name: string;
  readonly shown: string;
  readonly known: readonly string[];
  /** `null` where a value is right, else what it must be. */
  readonly isRight: (value: unknown) => string | null;
}

function memberProblems(value: object, { name, shown, known, isRight }: Members): UsageProblem[] {
  return Object.entries(value).flatMap(([key, member]) => {
    if (!known.includes(key)) return [{ message: `${shown}: unknown field ${name}.${key}`, hint: hintFor(key, known) }];
    const wanted = member === undefined ? null : isRight(member);
    return wanted === null
      ? []
      : [
          {
            message: `${shown}: ${name}.${key} must be ${wanted}`,
            hint: "the type DocsConfig of @waybill/docs has every field",
          },
        ];
  });
}

function isPath(value: unknown): string | null {
  return typeof value === "string" && /^\/(?:[^/\s]+\/)*$/.test(value)
    ? null
    : "a path with a slash at both ends, such as /reference/";
}

function isPathOfFile(value: unknown): boolean {
  return typeof value === "string" && /^\/[^/\s]/.test(value);
}

function isPair(value: unknown): boolean {
  return Array.isArray(value) && value.length === 2 && value[0] instanceof RegExp && typeof value[1] === "string";
}

function isFunction(value: unknown): string | null {
  return typeof value === "function" ? null : "a function that returns blocks";
}

function isConfig(_value: unknown, problems: readonly UsageProblem[]): _value is DocsConfig {
  return problems.length === 0;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

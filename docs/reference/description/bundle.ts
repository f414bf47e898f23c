// A description in many files -> one value, by way of `redocly bundle`, and then the one that `redocly build-docs` draws.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { withNever } from "./decorate.ts";
import { isObject, type Json, type JsonObject, objectIn } from "./json.ts";

/** The whole description; a schema that `components` only refers to gets that name. */
export function bundled(file: string): JsonObject {
  const text = redocly(["bundle", file, "--ext", "json", "--lint-config", "off"], path.dirname(file));
  return withoutAliases(objectIn(JSON.parse(text)));
}

/** What Redoc is given on the page that `redocly build-docs` makes. */
export function definitionOf(description: JsonObject): string {
  const folder = mkdtempSync(path.join(tmpdir(), "reference-"));
  try {
    const [source, page] = [path.join(folder, "description.json"), path.join(folder, "page.html")];
    writeFileSync(source, JSON.stringify(withNever(description)));
    redocly(["build-docs", source, "--output", page], folder);
    const html = readFileSync(page, "utf8");
    const definition = /^\s*const __redoc_definition = (.*);$/m.exec(html)?.[1];
    if (definition === undefined) {
      throw new Error("`redocly build-docs` no longer writes __redoc_definition: see its page, and fix definitionOf");
    }
    return definition;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function redocly(args: readonly string[], cwd: string): string {
  const manifest = createRequire(import.meta.url).resolve("@redocly/cli/package.json");
  const command = path.join(path.dirname(manifest), "bin", "cli.js");
  const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
  const run = spawnSync(process.execPath, [command, ...args], { cwd, env, encoding: "utf8", maxBuffer: 2 ** 28 });
  if (run.status !== 0) throw new Error(`redocly ${args.join(" ")} fails:\n${run.stderr}`);
  return run.stdout;
}

/** `redocly bundle` names schemas after their files and lets `Order` point to `order`; here there is only `Order`. */
function withoutAliases(description: JsonObject): JsonObject {
  const schemas = objectIn(objectIn(description["components"] ?? {})["schemas"] ?? {});
  const names = new Map<string, string>();
  for (const [name, schema] of Object.entries(schemas)) {
    const target = isObject(schema) ? aliasTarget(schema) : null;
    if (target !== null && schemas[target] !== undefined && !names.has(target)) names.set(target, name);
  }
  if (names.size === 0) return description;
  const kept = Object.entries(schemas).flatMap(([name, schema]): [string, Json][] => {
    if (names.has(name)) return [];
    const target = isObject(schema) ? aliasTarget(schema) : null;
    const real = target !== null && names.get(target) === name ? schemas[target] : schema;
    return [[name, real ?? schema]];
  });
  const components = { ...objectIn(description["components"] ?? {}), schemas: Object.fromEntries(kept) };
  return objectIn(renamed({ ...description, components }, names));
}

const prefix = "#/components/schemas/";

function aliasTarget(schema: JsonObject): string | null {
  const { $ref } = schema;
  return Object.keys(schema).length === 1 && typeof $ref === "string" && $ref.startsWith(prefix)
    ? $ref.slice(prefix.length)
    : null;
}

function renamed(value: Json, names: ReadonlyMap<string, string>): Json {
  if (Array.isArray(value)) return value.map((item) => renamed(item, names));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => {
      const name = key === "$ref" && typeof member === "string" ? names.get(member.slice(prefix.length)) : undefined;
      return [key, name !== undefined && String(member).startsWith(prefix) ? prefix + name : renamed(member, names)];
    }),
  );
}

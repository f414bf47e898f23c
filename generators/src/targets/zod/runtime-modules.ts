// The runtime: hand-written modules with tests of their own, copied as they are, only those that something needs. In `runtime/`, formats and
// checks are functions without Zod; strings (a schema for each format) and schemas are made with it.
import { readFileSync } from "node:fs";
import path from "node:path";
import { styledText, type ZodStyle } from "./style.ts";

/** Every function and schema that generated code may name, by the module that has it. */
const modules = {
  "schemas/unchanged": ["lazily", "unchanged"],
  "schemas/object-schema": ["object"],
  "schemas/array-schema": ["array"],
  "schemas/dated-codec": ["datedCodec"],
  "schemas/json-codec": ["jsonCodec"],
  "schemas/combining": ["allOf", "not", "conditional", "perType"],
  "schemas/discriminated": ["discriminatedUnion"],
  "schemas/constant": ["equalTo"],
  "schemas/numbers": ["integer", "multipleOf"],
  "schemas/elements": ["uniqueItems", "contains"],
  "schemas/unevaluated": ["unevaluatedProperties", "unevaluatedItems"],
  "schemas/tuple": ["tuple"],
  "schemas/objects": ["objectWith", "record"],
  "schemas/members": ["propertyNames", "minProperties", "maxProperties", "requires", "dependentSchema"],
  "formats/time": ["isDate", "isTime", "isDateTime", "isDuration"],
  "formats/email": ["isEmail"],
  "formats/email-idn": ["isIdnEmail"],
  "formats/hostname": ["isHostname"],
  "formats/hostname-idn": ["isIdnHostname"],
  "formats/address": ["isIpv4", "isIpv6"],
  "formats/uri": ["isUri", "isUriReference"],
  "formats/iri": ["isIri", "isIriReference"],
  "formats/uri-template": ["isUriTemplate"],
  "formats/text": ["isUuid", "isJsonPointer", "isRelativeJsonPointer", "isRegex", "isByte"],
  "strings/time": ["dateTimeString", "dateString", "timeString", "durationString"],
  "strings/email": ["emailString"],
  "strings/email-idn": ["idnEmailString"],
  "strings/hostname": ["hostnameString"],
  "strings/hostname-idn": ["idnHostnameString"],
  "strings/address": ["ipv4String", "ipv6String"],
  "strings/uri": ["uriString", "uriReferenceString"],
  "strings/iri": ["iriString", "iriReferenceString"],
  "strings/uri-template": ["uriTemplateString"],
  "strings/text": ["uuidString", "jsonPointerString", "relativeJsonPointerString", "regexString", "byteString"],
  "checks/json-object": ["isObject", "ownMember", "hasSize"],
  "checks/json-array": ["isArray", "isUnique"],
  "checks/lengths": ["hasAtLeast", "hasAtMost"],
  "checks/multiples": ["isMultipleOf"],
  "checks/equality": ["isEqual"],
} as const;

export type Helper = (typeof modules)[keyof typeof modules][number];

const moduleByHelper: ReadonlyMap<Helper, string> = new Map(
  Object.entries<readonly Helper[]>(modules).flatMap(([module, names]) => names.map((name) => [name, module])),
);

export const helperNames: readonly Helper[] = [...moduleByHelper.keys()];

/** The parts of the runtime that guards need are in a file without Zod; the rest, in `runtime.gen.ts`, imports from it. */
export type RuntimeFile = "checks.gen.ts" | "runtime.gen.ts";

/** The folders whose modules import no package. */
const plainModules = /^(?:formats|checks)\//;

export function moduleOfHelper(name: Helper): string {
  const module = moduleByHelper.get(name);
  if (module === undefined) throw new TypeError(`no module has ${name}`);
  return module;
}

/** The file that has a helper. */
export function fileOfHelper(name: Helper): RuntimeFile {
  return fileOf(moduleOfHelper(name));
}

function fileOf(module: string): RuntimeFile {
  return plainModules.test(module) ? "checks.gen.ts" : "runtime.gen.ts";
}

/**
 * The text of each file with all the helpers asked for and what they need, `null` for one that is not needed.
 */
export function runtimeTexts(
  used: ReadonlySet<Helper>,
  { withOperations, checks, zod, withBigints = false }: RuntimeSettings,
): Readonly<Record<RuntimeFile, string | null>> {
  const wanted = helperNames.filter((name) => used.has(name)).map(moduleOfHelper);
  const names = withOperations ? [...wanted, "schemas/operations", "checks/operation-guards"] : wanted;
  const modules = withDependencies(names).map((module) => (withBigints ? exactly(module) : module));
  const plain = modules.filter(({ name }) => fileOf(name) === "checks.gen.ts");
  const rest = modules.filter(({ name }) => fileOf(name) === "runtime.gen.ts");
  return { "checks.gen.ts": textOf(plain, []), "runtime.gen.ts": styled(textOf(rest, lentLines(rest, checks)), zod) };
}

export interface RuntimeSettings {
  /** Whether there are operations, for which it has types. */
  readonly withOperations: boolean;
  /** The specifier under which the second file imports the first. */
  readonly checks: string;
  readonly zod: Pick<ZodStyle, "flavor">;
  readonly withBigints?: boolean;
}

function styled(text: string | null, zod: Pick<ZodStyle, "flavor">): string | null {
  return text === null ? null : styledText(text, zod);
}

/** What a `bigint` needs in the modules, so that those who do not ask for any have not a byte more: it is a number of JSON. */
const forBigints: Readonly<Record<string, readonly [written: string, exact: string]>> = {
  "schemas/combining": [
    "const type = typeof value;",
    'const type = typeof value === "bigint" ? "number" : typeof value;',
  ],
  "checks/equality": [
    'if (typeof value !== "object" || value === null) return',
    'if (typeof value === "bigint") return String(value);\n  if (typeof value !== "object" || value === null) return',
  ],
  "schemas/constant": ["JSON.stringify(value)", "canonical(value)"],
};

function exactly(module: RuntimeModule): RuntimeModule {
  const [written, exact] = forBigints[module.name] ?? ["", ""];
  if (!module.body.includes(written)) throw new TypeError(`runtime/${module.name}.ts has no ${written}`);
  return { ...module, body: module.body.replace(written, exact) };
}

function textOf(modules: readonly RuntimeModule[], lent: readonly string[]): string | null {
  if (modules.length === 0) return null;
  const imports = [...importsOf(modules), ...lent];
  const head = imports.length === 0 ? [] : [imports.join("\n")];
  return `${[...head, ...modules.map((module) => module.body)].join("\n\n")}\n`;
}

/** `import { canonical } from "./checks.gen.ts";` */
function lentLines(modules: readonly RuntimeModule[], checks: string): string[] {
  const names = new Set(
    modules.flatMap(({ named }) =>
      named.filter(({ module }) => fileOf(module) === "checks.gen.ts").flatMap((each) => each.names),
    ),
  );
  return names.size === 0 ? [] : [`import { ${[...names].sort().join(", ")} } from ${JSON.stringify(checks)};`];
}

interface RuntimeModule {
  readonly name: string;
  /** The text below the imports, under the module's opening comment. */
  readonly body: string;
  /** What it imports from other modules of the runtime. */
  readonly named: readonly { readonly module: string; readonly names: readonly string[] }[];
  readonly namespaces: readonly NamespaceImport[];
}

/** `import * as local from "package"`: the modules' use of Zod, since a bundler can drop the rest. */
interface NamespaceImport {
  readonly local: string;
  readonly from: string;
  readonly typeOnly: boolean;
}

/** The modules named and all they import, each after those it needs. */
function withDependencies(names: readonly string[]): RuntimeModule[] {
  const found = new Map<string, RuntimeModule>();
  const visit = (name: string): void => {
    if (found.has(name)) return;
    const module = readModule(name);
    for (const each of module.named) visit(each.module);
    found.set(name, module);
  };
  names.forEach(visit);
  return [...found.values()];
}

const importLine = /^import (type )?(?:\{([^}]*)\}|\* as (\w+)) from "([^"]+)";\n/gm;

function readModule(name: string): RuntimeModule {
  const text = readFileSync(new URL(`./runtime/${name}.ts`, import.meta.url), "utf8").replaceAll("\r\n", "\n");
  const imports = [...text.matchAll(importLine)].map(([, type, names = "", local, from = ""]) => ({
    typeOnly: type !== undefined,
    names: names.split(",").map((each) => each.trim()),
    local,
    from,
  }));
  const own = imports.filter(({ from }) => from.startsWith("."));
  return {
    name,
    body: text.replace(importLine, "").trimEnd(),
    named: own.map(({ from, names }) => ({ module: moduleOf(from, name), names })),
    namespaces: imports.flatMap(({ local, from, typeOnly }) =>
      local === undefined ? [] : [{ local, from, typeOnly }],
    ),
  };
}

/** `formats/uri` of `../formats/uri.ts` in `strings/uri`. */
function moduleOf(specifier: string, importer: string): string {
  return path.posix.join(path.posix.dirname(importer), specifier.slice(0, -".ts".length));
}

/** Each package once: as a value where any of the modules wants its values. Types first, then by package. */
function importsOf(modules: readonly RuntimeModule[]): string[] {
  const byPackage = new Map<string, NamespaceImport>();
  for (const found of modules.flatMap(({ namespaces }) => namespaces)) {
    const typeOnly = found.typeOnly && (byPackage.get(found.from)?.typeOnly ?? true);
    byPackage.set(found.from, { ...found, typeOnly });
  }
  return [...byPackage.values()].sort(compareImports).map(importText);
}

function compareImports(a: NamespaceImport, b: NamespaceImport): number {
  return Number(b.typeOnly) - Number(a.typeOnly) || (a.from < b.from ? -1 : 1);
}

function importText({ local, from, typeOnly }: NamespaceImport): string {
  return `import ${typeOnly ? "type " : ""}* as ${local} from ${JSON.stringify(from)};`;
}

// The runtime: hand-written modules with tests of their own, copied as they are, only those that something needs.
import { readFileSync } from "node:fs";

/** Every function and schema that generated code may name, and the module that has it. */
const helpers = {
  lazily: "unchanged",
  unchanged: "unchanged",
  allOf: "combining",
  not: "combining",
  conditional: "combining",
  perType: "combining",
  discriminatedUnion: "discriminated",
  equalTo: "constant",
  integer: "numbers",
  multipleOf: "numbers",
  uniqueItems: "elements",
  contains: "elements",
  unevaluatedProperties: "unevaluated",
  unevaluatedItems: "unevaluated",
  tuple: "tuple",
  objectWith: "objects",
  record: "objects",
  propertyNames: "members",
  minProperties: "members",
  maxProperties: "members",
  requires: "members",
  dependentSchema: "members",
  isDate: "format-time",
  isTime: "format-time",
  isDateTime: "format-time",
  isDuration: "format-time",
  isEmail: "format-email",
  isIdnEmail: "format-email-idn",
  isHostname: "format-hostname",
  isIdnHostname: "format-hostname-idn",
  isIpv4: "format-address",
  isIpv6: "format-address",
  isUri: "format-uri",
  isUriReference: "format-uri",
  isIri: "format-iri",
  isIriReference: "format-iri",
  isUriTemplate: "format-uri-template",
  isUuid: "format-text",
  isJsonPointer: "format-text",
  isRelativeJsonPointer: "format-text",
  isRegex: "format-text",
  isByte: "format-text",
  dateTimeString: "string-time",
  dateString: "string-time",
  timeString: "string-time",
  durationString: "string-time",
  emailString: "string-email",
  idnEmailString: "string-email-idn",
  hostnameString: "string-hostname",
  idnHostnameString: "string-hostname-idn",
  ipv4String: "string-address",
  ipv6String: "string-address",
  uriString: "string-uri",
  uriReferenceString: "string-uri",
  iriString: "string-iri",
  iriReferenceString: "string-iri",
  uriTemplateString: "string-uri-template",
  uuidString: "string-text",
  jsonPointerString: "string-text",
  relativeJsonPointerString: "string-text",
  regexString: "string-text",
  byteString: "string-text",
  isObject: "json-object",
  ownMember: "json-object",
  hasSize: "json-object",
  isArray: "json-array",
  isUnique: "json-array",
  hasAtLeast: "lengths",
  hasAtMost: "lengths",
  isMultipleOf: "multiples",
  isEqual: "equality",
} as const;

export type Helper = keyof typeof helpers;

export const helperNames: readonly Helper[] = Object.keys(helpers).filter((name): name is Helper =>
  Object.hasOwn(helpers, name),
);

/** The parts of the runtime that guards need are in a file without Zod; the rest, in `runtime.gen.ts`, imports from it. */
export type RuntimeFile = "checks.gen.ts" | "runtime.gen.ts";

/** The modules that import no package. */
const plainModules = /^(?:format-.*|json-object|json-array|lengths|multiples|equality|operation-guards)$/;

export function moduleOfHelper(name: Helper): string {
  return helpers[name];
}

/** The file that has a helper. */
export function fileOfHelper(name: Helper): RuntimeFile {
  return fileOf(helpers[name]);
}

function fileOf(module: string): RuntimeFile {
  return plainModules.test(module) ? "checks.gen.ts" : "runtime.gen.ts";
}

/**
 * The text of each file with all the helpers asked for and what they need, `null` for one that is not needed.
 * `withOperations`: and the type of operations. `checks`: the specifier under which the second file imports the first.
 */
export function runtimeTexts(
  used: ReadonlySet<Helper>,
  { withOperations, checks }: { readonly withOperations: boolean; readonly checks: string },
): Readonly<Record<RuntimeFile, string | null>> {
  const wanted = helperNames.filter((name) => used.has(name)).map((name) => helpers[name]);
  const modules = withDependencies(withOperations ? [...wanted, "operations", "operation-guards"] : wanted);
  const plain = modules.filter(({ name }) => fileOf(name) === "checks.gen.ts");
  const rest = modules.filter(({ name }) => fileOf(name) === "runtime.gen.ts");
  return { "checks.gen.ts": textOf(plain, []), "runtime.gen.ts": textOf(rest, lentLines(rest, checks)) };
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
  readonly needs: readonly string[];
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
    module.needs.forEach(visit);
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
  const own = imports.filter(({ from }) => from.startsWith("./"));
  return {
    name,
    body: text.replace(importLine, "").trimEnd(),
    needs: own.map(({ from }) => moduleOf(from)),
    named: own.map(({ from, names }) => ({ module: moduleOf(from), names })),
    namespaces: imports.flatMap(({ local, from, typeOnly }) =>
      local === undefined ? [] : [{ local, from, typeOnly }],
    ),
  };
}

function moduleOf(specifier: string): string {
  return specifier.slice("./".length, -".ts".length);
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

// The runtime: hand-written modules with tests of their own, copied as they are, only those that something needs.
import { readFileSync } from "node:fs";

/** Every function generated code may call, and the module that has it. */
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
} as const;

export type Helper = keyof typeof helpers;

export const helperNames: readonly Helper[] = Object.keys(helpers).filter((name): name is Helper =>
  Object.hasOwn(helpers, name),
);

/** The text of one module with all the helpers asked for and what they need; `withOperations`: and the type of operations. */
export function runtimeText(used: ReadonlySet<Helper>, withOperations: boolean): string {
  const wanted = helperNames.filter((name) => used.has(name)).map((name) => helpers[name]);
  const modules = withDependencies(withOperations ? [...wanted, "operations"] : wanted);
  return `${[...importsOf(modules), ...modules.map((module) => module.body)].join("\n\n")}\n`;
}

interface RuntimeModule {
  readonly name: string;
  /** The text below the imports, under the module's opening comment. */
  readonly body: string;
  readonly needs: readonly string[];
  readonly namespaces: readonly NamespaceImport[];
}

/** `import * as local from "package"`: what the modules import of Zod, since a bundler can drop what it has besides. */
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

const importLine = /^import (type )?(?:\{[^}]*\}|\* as (\w+)) from "([^"]+)";\n/gm;

function readModule(name: string): RuntimeModule {
  const text = readFileSync(new URL(`./runtime/${name}.ts`, import.meta.url), "utf8").replaceAll("\r\n", "\n");
  const imports = [...text.matchAll(importLine)].map(([, type, local, from = ""]) => ({
    typeOnly: type !== undefined,
    local,
    from,
  }));
  return {
    name,
    body: text.replace(importLine, "").trimEnd(),
    needs: imports.flatMap(({ from }) => (from.startsWith("./") ? [from.slice(2, -".ts".length)] : [])),
    namespaces: imports.flatMap(({ local, from, typeOnly }) =>
      local === undefined ? [] : [{ local, from, typeOnly }],
    ),
  };
}

/** Each package once: as a value where any of the modules wants its values. Types first, then by package. */
function importsOf(modules: readonly RuntimeModule[]): string[] {
  const byPackage = new Map<string, NamespaceImport>();
  for (const found of modules.flatMap(({ namespaces }) => namespaces)) {
    const typeOnly = found.typeOnly && (byPackage.get(found.from)?.typeOnly ?? true);
    byPackage.set(found.from, { ...found, typeOnly });
  }
  const lines = [...byPackage.values()].sort(compareImports).map(importText);
  return lines.length === 0 ? [] : [lines.join("\n")];
}

function compareImports(a: NamespaceImport, b: NamespaceImport): number {
  return Number(b.typeOnly) - Number(a.typeOnly) || (a.from < b.from ? -1 : 1);
}

function importText({ local, from, typeOnly }: NamespaceImport): string {
  return `import ${typeOnly ? "type " : ""}* as ${local} from ${JSON.stringify(from)};`;
}

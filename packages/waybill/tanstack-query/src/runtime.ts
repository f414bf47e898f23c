// The package of an adapter -> the types of keys, which are tagged with its types; and what else options and keys call.
import {
  type Code,
  type CodeSymbol,
  code,
  type Declaration,
  docOfText,
  type ExportDeclaration,
  exported,
  generatedSymbol,
  generatedType,
  type ModuleRef,
  nothing,
  objectTypeOf,
  packageType,
  StructureKind,
  typeAlias,
} from "waybill/plugin";
import type { Context } from "./options.ts";

/** In the runtime that generated code shares. */
const queries = { target: "client", path: "queries.gen.ts" } as const;

export function runtimeSymbol(name: string): CodeSymbol {
  return generatedSymbol(name, queries.target, queries.path);
}

export function runtimeType(name: string): CodeSymbol {
  return generatedType(name, queries.target, queries.path);
}

/** A type that the file of queries declares. */
export function keyType(name: string): CodeSymbol {
  return generatedType(name, "tanstack-query", "queries.gen.ts");
}

/** The last argument of the types of options: what calls that validate fail with besides. */
export function moreErrorsOf({ apiOptions }: Pick<Context, "apiOptions">): Code {
  return apiOptions.validation === "none"
    ? nothing
    : code`, ${generatedType("ValidationError", "client", "validation.gen.ts")}`;
}

/** The types of keys, which are tagged with the types of data and errors: in the way of the adapter. `hasPages`: whether a query does. */
export function keyTypesOf(adapter: string, hasPages: boolean, moreErrors: Code): Declaration[] {
  const [tag, data] = [packageType("DataTag", adapter), runtimeType("QueryData")];
  const tagged = code`${tag}<readonly [...Path, Request], ${data}<Response>, ${runtimeType("CallError")}<Response${moreErrors}>>`;
  const key = typeWith(
    { name: "OperationKey", parameters: { Path: code`readonly string[]`, Request: null, Response: null } },
    objectTypeOf([code`(): Path`, code`(request: Request): ${tagged}`], true),
    "The key of the data of a request; without one, what the keys of all requests begin with.",
  );
  if (!hasPages) return [key];
  const pages = code`${packageType("InfiniteData", adapter)}<Page, ${generatedType("PageRequest", "client", "pages.gen.ts")}<Request>>`;
  const ofPages = code`${tag}<readonly [...Path, Request, "infinite"], ${pages}, ${runtimeType("PageError")}<Response${moreErrors}>>`;
  const result = objectTypeOf([code`(): Path`, code`(request: Request): ${ofPages}`], true);
  const infinite = typeWith(
    { name: "InfiniteKey", parameters: { Key: null, Response: null, Page: null } },
    code`Key extends OperationKey<infer Path, infer Request, Response> ? ${result} : never`,
    "The key of the pages from a request on: the key of the request, with a word after it. Without a request, what all of them begin with.",
  );
  return [key, infinite];
}

interface Parametrized {
  readonly name: string;
  /** With their constraints. */
  readonly parameters: Readonly<Record<string, Code | null>>;
}

function typeWith({ name, parameters }: Parametrized, type: Code, text: string): Declaration {
  const typeParameters = Object.entries(parameters).map(([parameter, constraint]) => ({
    name: parameter,
    ...(constraint === null ? {} : { constraint }),
  }));
  return { ...exported(typeAlias(name, type, docOfText(text))), typeParameters };
}

/** What programs name. */
const publicTypes = ["CallError", "MutationOptions", "QueryData", "QueryOptions", "QuerySend", "ScopeKey"];
const typesOfPages = ["InfiniteOptions", "PageError", "QueryPage", "QueryPageWithBody"];

export function runtimeExport(hasPages: boolean, { runtime }: Context): ExportDeclaration {
  const namedExports = [...publicTypes, ...(hasPages ? typesOfPages : [])].sort();
  const from = { target: "tanstack-query" };
  const modules = namedExports.map((name): ModuleRef => {
    runtime?.offer(queries, name, from);
    return runtime?.moduleOf(queries, name, from) ?? { kind: "generated", ...queries };
  });
  const [moduleSpecifier = { kind: "generated", ...queries }] = modules;
  return { kind: StructureKind.ExportDeclaration, isTypeOnly: true, namedExports, moduleSpecifier };
}

// The runtime: hand-written modules with tests of their own, copied as they are, only those that something needs. In `runtime/`, formats and
// checks are functions without Zod; strings (a schema for each format) and schemas are made with it.
import { type RuntimeFile, type RuntimeVariant, readRuntimeModule } from "../../emit/runtime/index.ts";
import type { Flavor } from "./style.ts";

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

export const helperNames: readonly Helper[] = Object.values<readonly Helper[]>(modules).flat();

/** The functions that check formats are exported too, to the schemas of messages; others of such names have other names in a file. */
export const formatHelpers: readonly string[] = Object.entries<readonly Helper[]>(modules).flatMap(([module, names]) =>
  module.startsWith("formats/") ? names : [],
);

/** Types that generated code names. */
const types = {
  "schemas/array-schema": ["ArraySchemaOf"],
  "schemas/object-schema": ["ObjectSchemaOf"],
  "schemas/operations": ["OperationSchemas", "ResponseSchemas"],
  "checks/operation-guards": ["Guard", "OperationGuards"],
} as const;

const moduleByName: ReadonlyMap<string, string> = new Map(
  [modules, types].flatMap((table) =>
    Object.entries<readonly string[]>(table).flatMap(([module, names]) => names.map((name) => [name, module] as const)),
  ),
);

/** The file that targets name for all of it. */
export const helpersPath = "runtime.gen.ts";

const folder = new URL("./runtime/", import.meta.url);

/** The module that has a helper, or a type of the runtime. */
export function moduleOfExport(path: string, name: string): URL | null {
  const module = moduleByName.get(name);
  return path !== helpersPath || module === undefined ? null : new URL(`${module}.ts`, folder);
}

/** Each after those that it imports, of other folders too. */
const orderedModules = [
  ...["checks/equality", "checks/json-object", "checks/json-array", "checks/lengths", "checks/multiples"],
  ...["checks/operation-guards", "formats/punycode", "formats/idna", "formats/time", "formats/hostname"],
  ...["formats/hostname-idn", "formats/address", "formats/email", "formats/email-idn", "formats/uri", "formats/iri"],
  ...["formats/uri-template", "formats/text"],
  ...Object.keys(modules).filter((name) => name.startsWith("strings/")),
  ...["schemas/checked", "schemas/unchanged", "schemas/object-schema", "schemas/array-schema", "schemas/dated-codec"],
  ...["schemas/json-codec", "schemas/combining", "schemas/discriminated", "schemas/constant", "schemas/numbers"],
  ...["schemas/elements", "schemas/unevaluated", "schemas/tuple", "schemas/objects", "schemas/members"],
  "schemas/operations",
];

/** The folders whose modules import no package. */
const plainModules = /^(?:formats|checks)\//;

function urlsOf(isPlain: boolean): URL[] {
  return orderedModules
    .filter((name) => plainModules.test(name) === isPlain)
    .map((name) => new URL(`${name}.ts`, folder));
}

/** What guards need too is in a file without Zod. */
export const checksFile: RuntimeFile = {
  name: "checks",
  summary: "What guards and schemas call.",
  modules: urlsOf(true),
};

export const schemasFile: RuntimeFile = {
  name: "zod",
  summary: "What schemas call where Zod has nothing that means the same.",
  modules: urlsOf(false),
};

export interface SchemasVariant {
  readonly flavor: Flavor;
  readonly withBigints: boolean;
}

/** The runtime is written for `zod` and numbers. Types of `zod/mini` have names of their own; a `bigint` is a number of JSON. */
export function schemasVariantOf({ flavor, withBigints }: SchemasVariant): RuntimeVariant {
  const isOwn = ({ href }: URL): boolean => href.startsWith(folder.href);
  const bigints = new URL("bigints.ts", folder);
  return {
    packageOf: (specifier) =>
      flavor === "mini" && specifier === "zod" ? { kind: "package", specifier: "zod/mini" } : null,
    memberOf: (object, member, { pathname }) => {
      if (flavor === "mini" && object === "z" && /^Zod[A-Z]/.test(member))
        return { text: `z.${member.replace("Zod", "ZodMini")}` };
      const isConstant = withBigints && pathname.endsWith("/schemas/constant.ts");
      return isConstant && object === "JSON" ? { text: "canonical" } : null;
    },
    ...(withBigints ? { declarationsFor: (url) => (isOwn(url) ? readRuntimeModule(bigints) : null) } : {}),
  };
}

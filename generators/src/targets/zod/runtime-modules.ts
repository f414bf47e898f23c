// The runtime: hand-written modules with tests of their own, copied as they are, only those that something needs. In `runtime/`, formats and
// checks are functions without Zod; strings (a schema for each format) and schemas are made with it.
import {
  type Assembly,
  neededModules,
  type RuntimeFile,
  type RuntimeVariant,
  readRuntimeModule,
} from "../../emit/runtime/index.ts";
import type { ZodStyle } from "./style.ts";

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
export type RuntimePath = "checks.gen.ts" | "runtime.gen.ts";

/** The folders whose modules import no package. */
const plainModules = /^(?:formats|checks)\//;

export function moduleOfHelper(name: Helper): string {
  const module = moduleByHelper.get(name);
  if (module === undefined) throw new TypeError(`no module has ${name}`);
  return module;
}

/** The file that has a helper. */
export function fileOfHelper(name: Helper): RuntimePath {
  return plainModules.test(moduleOfHelper(name)) ? "checks.gen.ts" : "runtime.gen.ts";
}

const folder = new URL("./runtime/", import.meta.url);

/** The files with all the helpers asked for and what they need. */
export function runtimeAssembly(
  used: ReadonlySet<Helper>,
  { withOperations, withGuards, zod, withBigints }: RuntimeSettings,
): Assembly {
  const wanted = helperNames.filter((name) => used.has(name)).map(moduleOfHelper);
  const names = [
    ...wanted,
    ...(withOperations ? ["schemas/operations"] : []),
    ...(withGuards ? ["checks/operation-guards"] : []),
  ];
  const needed = neededModules(names.map((name) => ({ module: new URL(`${name}.ts`, folder) })));
  const modules = needed.map(({ url }) => url);
  const isPlain = ({ href }: URL): boolean => plainModules.test(href.slice(folder.href.length));
  const files: RuntimeFile[] = [
    {
      name: "checks",
      summary: "What guards and schemas call: a part of Waybill, copied as it is.",
      modules: modules.filter(isPlain),
    },
    {
      name: "runtime",
      summary: "What the schemas call where Zod has nothing that means the same: a part of Waybill, copied as it is.",
      modules: modules.filter((url) => !isPlain(url)),
    },
  ];
  return { target: "zod", files, needed, variant: variantOf(zod, withBigints), hasLongImports: true };
}

export interface RuntimeSettings {
  /** Whether there are operations, for which it has types. */
  readonly withOperations: boolean;
  /** Whether these have guards, for which it has types too. */
  readonly withGuards: boolean;
  readonly zod: Pick<ZodStyle, "flavor">;
  readonly withBigints: boolean;
}

/** The runtime is written for `zod` and numbers. Types of `zod/mini` have names of their own; a `bigint` is a number of JSON. */
function variantOf({ flavor }: RuntimeSettings["zod"], withBigints: boolean): RuntimeVariant {
  return {
    packageOf: (specifier) =>
      flavor === "mini" && specifier === "zod" ? { kind: "package", specifier: "zod/mini" } : null,
    memberOf: (object, member, { pathname }) => {
      if (flavor === "mini" && object === "z" && /^Zod[A-Z]/.test(member))
        return { text: `z.${member.replace("Zod", "ZodMini")}` };
      const isConstant = withBigints && pathname.endsWith("/schemas/constant.ts");
      return isConstant && object === "JSON" ? { text: "canonical" } : null;
    },
    ...(withBigints ? { declarations: readRuntimeModule(new URL("bigints.ts", folder)) } : {}),
  };
}

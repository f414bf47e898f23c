// How schemas are written: with methods (`zod`), or with functions (`zod/mini`), of which a bundler keeps only the used ones.
import { type Code, type CodeSymbol, call, code, join, literal, namespaceSymbol } from "../../emit/index.ts";
import type { ApiOptions } from "../../model/api-options.ts";
import { unreachable } from "../../model/unreachable.ts";

export type Flavor = ApiOptions["zod"];

export interface ZodStyle {
  readonly flavor: Flavor;
  /** `import * as z` of the package: what both have under one name is called on it. */
  readonly z: CodeSymbol;
  /** `z.ZodType` */
  readonly type: Code;
  /** `z.ZodEnum` */
  readonly enumType: Code;
  /** `z.ZodString` */
  readonly string: Code;
  /** `z.ZodCodec` */
  readonly codec: Code;
  readonly optional: (schema: Code) => Code;
  readonly nullable: (schema: Code) => Code;
  /** With a value for `undefined`, which is returned as it is (`default`) or parsed first (`prefault`). */
  readonly withDefault: (schema: Code, kind: "default" | "prefault", value: Code) => Code;
  /** With restrictions that are checked in their order. */
  readonly restricted: (schema: Code, restrictions: readonly Restriction[]) => Code;
}

/** One of Zod's, with its limit; or a check of the runtime. */
export type Restriction = { readonly name: RestrictionName; readonly value: Code } | { readonly own: Code };

type RestrictionName =
  | "minimum"
  | "maximum"
  | "gt"
  | "lt"
  | "minLength"
  | "maxLength"
  | "length"
  | "multipleOf"
  | "regex";

export function limit(name: RestrictionName, value: number | bigint): Restriction {
  return { name, value: literal(value) };
}

/** How many elements an array, or characters a string, has. */
export function lengthOf(min: number | null, max: number | null): Restriction[] {
  if (min !== null && min === max) return [limit("length", min)];
  return [
    ...(min === null || min === 0 ? [] : [limit("minLength", min)]),
    ...(max === null ? [] : [limit("maxLength", max)]),
  ];
}

/** The names of the function and of the method. */
const restrictionNames: Readonly<Record<RestrictionName, readonly [Code, Code]>> = {
  minimum: [code`minimum`, code`min`],
  maximum: [code`maximum`, code`max`],
  gt: [code`gt`, code`gt`],
  lt: [code`lt`, code`lt`],
  minLength: [code`minLength`, code`min`],
  maxLength: [code`maxLength`, code`max`],
  length: [code`length`, code`length`],
  multipleOf: [code`multipleOf`, code`multipleOf`],
  regex: [code`regex`, code`regex`],
};

export function styleOf({ zod }: Pick<ApiOptions, "zod">): ZodStyle {
  switch (zod) {
    case "classic":
      return methods;
    case "mini":
      return functions;
    default:
      return unreachable(zod);
  }
}

const classic = namespaceSymbol("z", "zod");
const mini = namespaceSymbol("z", "zod/mini");

const methods: ZodStyle = {
  flavor: "classic",
  z: classic,
  type: code`${classic}.ZodType`,
  enumType: code`${classic}.ZodEnum`,
  string: code`${classic}.ZodString`,
  codec: code`${classic}.ZodCodec`,
  optional: (schema) => code`${schema}.optional()`,
  nullable: (schema) => code`${schema}.nullable()`,
  withDefault: (schema, kind, value) =>
    kind === "default" ? code`${schema}.default(${value})` : code`${schema}.prefault(${value})`,
  restricted: (schema, restrictions) => join([schema, ...restrictions.map(methodOf)], ""),
};

function methodOf(restriction: Restriction): Code {
  if ("own" in restriction) return code`.check(${restriction.own})`;
  const [, method] = restrictionNames[restriction.name];
  return code`.${method}(${restriction.value})`;
}

const functions: ZodStyle = {
  flavor: "mini",
  z: mini,
  type: code`${mini}.ZodMiniType`,
  enumType: code`${mini}.ZodMiniEnum`,
  string: code`${mini}.ZodMiniString`,
  codec: code`${mini}.ZodMiniCodec`,
  optional: (schema) => call(code`${mini}.optional`, [schema]),
  nullable: (schema) => call(code`${mini}.nullable`, [schema]),
  withDefault: (schema, kind, value) =>
    call(kind === "default" ? code`${mini}._default` : code`${mini}.prefault`, [schema, value]),
  restricted: (schema, restrictions) =>
    restrictions.length === 0 ? schema : call(code`${schema}.check`, restrictions.map(checkOf)),
};

function checkOf(restriction: Restriction): Code {
  if ("own" in restriction) return restriction.own;
  const [check] = restrictionNames[restriction.name];
  return code`${mini}.${check}(${restriction.value})`;
}

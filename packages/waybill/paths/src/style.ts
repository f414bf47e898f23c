// How the types are written: the options of the target, which are also the flags of `waybill paths`.
import { oneOf, type RenderContext, type Target } from "waybill/plugin";

export interface PathsOptions {
  /** Whether a member with a default is always there, except in what a client sends. */
  readonly defaultNonNullable: boolean;
  /** Whether `type: object` alone has unknown members instead of none. */
  readonly emptyObjectsUnknown: boolean;
  /** Whether objects without `additionalProperties` have other members. */
  readonly additionalProperties: boolean;
  /** Whether an object without a list of required members requires all of them. */
  readonly propertiesRequiredByDefault: boolean;
  /** Whether `minItems` and `maxItems` make a tuple of an array. */
  readonly arrayLength: boolean;
  /** Whether members, arrays and tuples are readonly. */
  readonly immutable: boolean;
  /** Whether paths, members and components are in the order of the alphabet. */
  readonly alphabetize: boolean;
  /** Whether what is deprecated is left out. */
  readonly excludeDeprecated: boolean;
  /** Whether read-only and write-only members are marked, for clients that tell requests from responses. */
  readonly readWriteMarkers: boolean;
  /** Type aliases instead of interfaces. */
  readonly exportType: boolean;
  /** Types of components at the root: `none`, `prefixed` (`SchemaOrder`), or schemas under their own names (`unprefixed`). */
  readonly rootTypes: "none" | "prefixed" | "unprefixed";
}

export type Context = RenderContext<PathsOptions>;

/** As openapi-typescript has them. */
export const defaults: PathsOptions = {
  defaultNonNullable: true,
  emptyObjectsUnknown: false,
  additionalProperties: false,
  propertiesRequiredByDefault: false,
  arrayLength: false,
  immutable: false,
  alphabetize: false,
  excludeDeprecated: false,
  readWriteMarkers: false,
  exportType: false,
  rootTypes: "none",
};

const isFlag = {
  accepts: (value: unknown) => typeof value === "boolean",
  message: "must be true or false",
  all: [true, false],
};

export const accepts: NonNullable<Target<PathsOptions>["accepts"]> = {
  defaultNonNullable: isFlag,
  emptyObjectsUnknown: isFlag,
  additionalProperties: isFlag,
  propertiesRequiredByDefault: isFlag,
  arrayLength: isFlag,
  immutable: isFlag,
  alphabetize: isFlag,
  excludeDeprecated: isFlag,
  readWriteMarkers: isFlag,
  exportType: isFlag,
  rootTypes: oneOf("none", "prefixed", "unprefixed"),
};

/** Flags of openapi-typescript that the command has no equal of, and what to use instead. */
export const elsewhere: Readonly<Record<string, string>> = {
  enum: "the target types with enumObjects has the values of enums as constants",
  "enum-values": "the target types with enumObjects has the values of enums as constants",
  "make-paths-enum": "keyof paths are the paths; the target client has an operation for each",
  "path-params-as-types": "the target client has a typed parameter for each part of a path",
};

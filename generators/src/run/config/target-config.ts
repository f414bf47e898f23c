// The configuration of one target of an API; `check-target.ts` has a reader for each field.
import { type OptionsOf, type TargetName, targetNames } from "../../targets/built-in-targets.ts";
import type { Target } from "../../targets/target.ts";

/** A target with its own folder or options. */
export type TargetConfig = TargetEntry | BuiltInTargetConfig;

export interface TargetPlaceConfig {
  /** The folder for the target's files: `packages/fulfillment/types/src`. */
  readonly out?: string;
  /** The specifier with which other targets import this one: `@acme/types`. Default: a relative path. */
  readonly import?: string;
}

/** The name of a built-in target or of a package that is a target, or your own target: the result of `defineTarget` from "waybill/plugin". */
export type TargetReference = TargetName | PackagedName | Target;

/** An installed package whose default export is a target. */
export type PackagedName = ShortName | `@${string}/${string}`;

type ShortName = "paths" | "tanstack-query" | "mocks" | "mcp" | "channels";

/** One of ours, with its options beside its name. */
type BuiltInTargetConfig = {
  readonly [Name in TargetName]: TargetPlaceConfig & { readonly target: Name } & Partial<OptionsOf<Name>>;
}[TargetName];

/** Short names of packages that are targets, with what each writes. */
export const packaged: { readonly [Name in ShortName]: { readonly package: string; readonly summary: string } } = {
  paths: {
    package: "@waybill/paths",
    summary: "the `paths` type, for openapi-fetch and related libraries",
  },
  "tanstack-query": {
    package: "@waybill/tanstack-query",
    summary: "keys, query options, infinite queries and mutations for TanStack Query",
  },
  mocks: {
    package: "@waybill/mocks",
    summary: "an MSW handler for every operation, typed per status, with sampled responses",
  },
  mcp: { package: "@waybill/mcp", summary: "a Model Context Protocol server: chosen operations as tools" },
  channels: {
    package: "@waybill/channels",
    summary: "typed publish and subscribe over WebSocket, server-sent events, NATS, Kafka, MQTT and AMQP",
  },
};

/** What can be named without the scope of a package. */
export const nameableTargets: readonly string[] = [...targetNames, ...Object.keys(packaged)];

/** The package of a short or scoped name; `null` for any other name. */
export function packageOf(name: string): string | null {
  if (/^@[a-z0-9-~][\w.~-]*\/[a-z0-9-~][\w.~-]*$/i.test(name)) return name;
  return Object.entries(packaged).find(([short]) => short === name)?.[1].package ?? null;
}

export function isPackagedName(name: string): name is PackagedName {
  return packageOf(name) !== null;
}

/** A target with its own folder or options. */
export interface TargetEntry extends TargetPlaceConfig {
  /** `"client"`, `"@acme/my-target"`, or your own target. */
  readonly target: TargetReference;
  /** The target's options. Options of Waybill's targets may also be next to `target`. */
  readonly options?: Readonly<Record<string, unknown>>;
}

export function entryOf(entry: TargetReference | TargetConfig): TargetEntry {
  return typeof entry === "object" && !("render" in entry) ? entry : { target: entry };
}

export function nameOf({ target }: Pick<TargetEntry, "target">): string {
  return typeof target === "string" ? target : target.name;
}

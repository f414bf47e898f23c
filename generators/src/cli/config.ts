// What a configuration file says. `defineConfig` is what such a file imports, so nothing heavy may be imported here.
import type { Emission } from "../emit/emission.ts";
import type { Limits } from "../source/limits.ts";
import type { SampleClient } from "../targets/samples/sample-client.ts";
import type { FormatRules, TargetName } from "../targets/target.ts";

export interface Config {
  /**
   * The APIs of this repository, by name. The name groups them in the manifest; it does not reach the generated code.
   * Every path is relative to the configuration file.
   */
  readonly apis: Readonly<Record<string, ApiConfig>>;
  /** What the header of generated files says to run. Default: `waybill generate`. */
  readonly command?: string;
  /**
   * Local files that stand for URLs in references: a path by a URL, or by the beginning of one, as in
   * `{ "https://example.com/schemas/": "vendor/schemas" }`. Nothing is fetched.
   */
  readonly map?: Readonly<Record<string, string>>;
  /** Folders outside of the project that references may lead to. */
  readonly roots?: readonly string[];
  /** How much of something a run takes, where the default is too little or too much: `{ files: 50_000 }`. */
  readonly limits?: Partial<Limits>;
}

/** One API: an OpenAPI document, an AsyncAPI document, or both, read together. */
export interface ApiConfig {
  /** The OpenAPI 3.x entry document: `spec/openapi.yaml`. */
  readonly openapi?: string;
  /** The AsyncAPI 2.x or 3.x entry document: `spec/asyncapi.yaml`. */
  readonly asyncapi?: string;
  /** The folder for targets that name none of their own: each is written to `<out>/<target>/`. */
  readonly out?: string;
  /**
   * How generated files import each other. `.ts` (default) runs as it is in Node, Deno, Bun and bundlers, and needs
   * `allowImportingTsExtensions` or `rewriteRelativeImportExtensions` in tsconfig; `.js` is what tsc emits;
   * `none` is for bundlers that resolve.
   */
  readonly importExtension?: ImportExtension;
  /**
   * `ts` (default) writes TypeScript. `js` writes JavaScript with a declaration file beside it, which compilers read in a
   * fraction of the time and nothing has to compile; imports then end in `.js` unless told otherwise.
   */
  readonly emit?: Emission;
  /**
   * What is done about `format`: `assert` (default) refuses values that lack one, `annotate` leaves it a word for readers. By
   * format where they differ, with `*` for those not named: `{ "*": "annotate", "date-time": "assert" }`.
   */
  readonly formats?: FormatRules;
  /**
   * `open`: enums of two or more strings may grow, so any string is accepted, and types list the values known so far. Default:
   * `closed`, which is what the description says. `x-extensible-enum: true` or `false` beside an `enum` decides for that one.
   */
  readonly enums?: "open" | "closed";
  /** What to generate. Default: every target the documents allow, except `paths` and `samples`. */
  readonly targets?: readonly (TargetName | TargetConfig)[];
  /**
   * Codes of errors in the description that are let pass, `invalid-default` for one. The page of each code that can be
   * tolerated says which meaning is assumed; every place is listed in the output of each run.
   */
  readonly tolerate?: readonly string[];
}

export type ImportExtension = ".ts" | ".js" | "none";

/** A target with a place of its own. */
export interface TargetConfig {
  readonly target: TargetName;
  /** The folder the target's files go to: `packages/types/src`. */
  readonly out?: string;
  /** What other targets import this one by: `@acme/types`. Default: a relative path. */
  readonly import?: string;
  /** Of `samples`: the client that TypeScript samples call, where it is written by hand over the generated one. */
  readonly client?: SampleClient;
}

/** Returns its argument: it is there so that an editor completes and checks a configuration. */
export function defineConfig(config: Config): Config {
  return config;
}

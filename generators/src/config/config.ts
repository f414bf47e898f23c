// What a configuration file says. `defineConfig` is what such a file imports, so nothing heavy may be imported here.
import type { Limits } from "../source/limits.ts";
import type { ApiConfig } from "./api-config.ts";

export interface Config {
  /**
   * The APIs of this repository, by name. The name groups them in the manifest; it does not reach the generated code.
   * Every path is relative to the configuration file.
   */
  readonly apis: Readonly<Record<string, ApiConfig>>;
  /** The command in the header of generated files. Default: `waybill generate`. */
  readonly command?: string;
  /**
   * Local files to read instead of URLs in references: a path by URL or URL prefix, as in
   * `{ "https://example.com/schemas/": "vendor/schemas" }`. References are never fetched.
   */
  readonly map?: Readonly<Record<string, string>>;
  /** Folders outside the project that references may read from. */
  readonly roots?: readonly string[];
  /** Limits that differ from the defaults: `{ files: 50_000 }`. */
  readonly limits?: Partial<Limits>;
  /** What `waybill diff` and `waybill changeset` make of the changes they find. */
  readonly diff?: DiffConfig;
}

/** What `waybill diff` and `waybill changeset` make of the changes they find. */
export interface DiffConfig {
  /** The bump that a rule needs instead of its own, or `off`: `{ "scope-required": "minor", "text-changed": "off" }`. */
  readonly rules?: Readonly<Record<string, "major" | "minor" | "patch" | "off">>;
  /** The file of accepted changes, which `waybill diff --accept` writes. Default: `waybill.accepted.json`. */
  readonly accepted?: string;
  /** What consumers may rely on where something is deprecated, or not stable yet. Default: no promise. */
  readonly deprecation?: DeprecationConfig;
}

export interface DeprecationConfig {
  /** The days between a deprecation and the removal. Default: a removal needs a deprecation in the base, and no day. */
  readonly days?: number;
  /** The extension with the day of the removal. Default: `x-sunset`. */
  readonly sunset?: string;
  /** The extension of operations with `draft`, `alpha`, `beta` or `stable`. Default: `x-stability-level`. */
  readonly stability?: string;
}

/** Returns its argument; with it, an editor completes and type-checks a configuration. */
export function defineConfig(config: Config): Config {
  return config;
}

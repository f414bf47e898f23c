// What a configuration file says. `defineConfig` is what such a file imports, so nothing heavy may be imported here.
import type { Limits } from "../../source/limits.ts";
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
  /** Limits that differ from their defaults: `{ files: 50_000 }`. */
  readonly limits?: Partial<Limits>;
  /** The policy for changes that `waybill diff` and `waybill changeset` find. */
  readonly diff?: DiffConfig;
}

/** The policy for changes that `waybill diff` and `waybill changeset` find. */
export interface DiffConfig {
  /** The bump that a rule needs instead of its own, or `off`: `{ "scope-required": "minor", "text-changed": "off" }`. */
  readonly rules?: Readonly<Record<string, "major" | "minor" | "patch" | "off">>;
  /** The file of accepted changes, which `waybill diff --accept` writes. Default: `waybill.accepted.json`. */
  readonly accepted?: string;
  /** The promises to consumers about deprecated and unstable parts of the API. Default: none. */
  readonly deprecation?: DeprecationConfig;
}

export interface DeprecationConfig {
  /** The days between a deprecation and the removal. Default: a removal needs a deprecation in the base, but no waiting time. */
  readonly days?: number;
  /** The extension with the removal date. Default: `x-sunset`. */
  readonly sunset?: string;
  /** The extension that marks operations as `draft`, `alpha`, `beta` or `stable`. Default: `x-stability-level`. */
  readonly stability?: string;
}

/** Returns its argument; with it, an editor completes and type-checks a configuration. */
export function defineConfig(config: Config): Config {
  return config;
}

// What a configuration file says. `defineConfig` is what such a file imports, so nothing heavy may be imported here.
import type { Limits } from "../../source/limits.ts";
import type { ApiConfig } from "./api-config.ts";

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
   * `{ "https://example.com/schemas/": "vendor/schemas" }`. What references name is never fetched.
   */
  readonly map?: Readonly<Record<string, string>>;
  /** Folders outside of the project that references may lead to. */
  readonly roots?: readonly string[];
  /** How much of something a run takes, where the default is too little or too much: `{ files: 50_000 }`. */
  readonly limits?: Partial<Limits>;
}

/** Returns its argument: it is there so that an editor completes and checks a configuration. */
export function defineConfig(config: Config): Config {
  return config;
}

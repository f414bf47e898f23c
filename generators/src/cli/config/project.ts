// What a run is about: absolute inputs, how they are read, and a folder for every target.
import type { Code } from "../../diagnostics/tolerance.ts";
import type { Emission } from "../../emit/emission.ts";
import type { EnumRules } from "../../model/enum-rules.ts";
import type { Filters } from "../../model/filters.ts";
import type { NameHooks } from "../../model/name-hooks.ts";
import type { SampleClient } from "../../targets/samples/sample-client.ts";
import type { FormatRules, TargetDefinition } from "../../targets/target.ts";
import type { ConfigModules } from "./config-modules.ts";
import type { ReadingRules } from "./reading-rules.ts";

export interface Project {
  /** The folder of the manifest, absolute. Every output lies inside it. */
  readonly root: string;
  /** What names in messages and generated comments are relative to, absolute. */
  readonly base: string;
  readonly configFile: string | null;
  /** The code of the configuration, where any of it takes part in what is generated. */
  readonly modules: ConfigModules | null;
  /** What the header of generated files says to run. */
  readonly command: string;
  /** What hints say to run: the same, or where flags stand for a configuration, in words. */
  readonly rebuild: string;
  readonly apis: readonly ApiProject[];
  /** The targets this run is about; `null` for all. */
  readonly only: ReadonlySet<string> | null;
  /** How the descriptions are read. */
  readonly rules: ReadingRules;
}

export interface ApiProject {
  readonly name: string;
  /** Absolute. */
  readonly openapi: string | null;
  readonly asyncapi: string | null;
  readonly importExtension: ".ts" | ".js" | "";
  readonly emission: Emission;
  /** `null` when nothing is said of them. */
  readonly formats: FormatRules | null;
  readonly enums: EnumRules;
  /** What of the API is generated; `null` for all. */
  readonly filters: Filters | null;
  /** What points in time are in code. */
  readonly dates: "string" | "date";
  /** Who has the last word about names; `null` for nobody. */
  readonly names: NameHooks | null;
  /** What stands above everything else in every file; `null` for nothing. */
  readonly header: string | null;
  readonly places: readonly TargetPlace[];
  /** Codes of errors that are let pass, in the order of the alphabet. */
  readonly tolerate: ReadonlySet<Code>;
}

export interface TargetPlace {
  readonly target: string;
  /** The target itself, when it is the user's; `null` for one of ours. */
  readonly custom: TargetDefinition | null;
  /** Below the root, forward slashes. */
  readonly out: string;
  /** What other targets import this one by, when it is not a relative path. */
  readonly import: string | null;
  /** What samples call instead of the generated client; `null` for that. */
  readonly client: SampleClient | null;
  /** The targets that need this one; empty when it was asked for. */
  readonly neededBy: readonly string[];
}

// The subject of a run: absolute inputs, how they are read, and a folder for every target.
import type { Code, Leniency } from "../../diagnostics/tolerance.ts";
import type { ApiOptions } from "../../model/api-options.ts";
import type { Target } from "../../targets/target.ts";
import type { ConfigModules } from "./config-modules.ts";
import type { ReadingRules } from "./reading-rules.ts";
import type { ForeignSource } from "./sources/foreign-source.ts";
import type { UsageProblem } from "./usage.ts";

export interface Project {
  /** The folder of the manifest, absolute. Every output is inside it. */
  readonly root: string;
  /** Whether everything below the root is generated; a configuration shares its folder with the code of its team. */
  readonly ownsRoot: boolean;
  /** What names in messages and generated comments are relative to, absolute. */
  readonly base: string;
  readonly configFile: string | null;
  /** Whether flags alone say what to generate. */
  readonly isOfFlags: boolean;
  /** The code of the configuration, where any of it takes part in what is generated. */
  readonly modules: ConfigModules | null;
  /** The command in the header of generated files. */
  readonly command: string;
  /** The command in hints: the same, or a description of it if flags replace a configuration. */
  readonly rebuild: string;
  readonly apis: readonly ApiProject[];
  /** The targets this run is about; `null` for all. */
  readonly only: ReadonlySet<string> | null;
  /** How the descriptions are read. */
  readonly rules: ReadingRules;
  /** A hash of everything in the configuration that can change the output. */
  readonly optionsHash: () => string;
}

export interface ApiProject {
  readonly name: string;
  /** Absolute. */
  readonly openapi: string | null;
  readonly asyncapi: string | null;
  /** Absolute, in the order in which they are applied. */
  readonly overlays: readonly string[];
  /** The documents as headers name them: `openapi.yaml and asyncapi.yaml with fixes.overlay.yaml`. */
  readonly source: string;
  /** The options of the generated code, including defaults. */
  readonly options: ApiOptions;
  readonly places: readonly TargetPlace[];
  /** Codes of tolerated errors, in alphabetical order. */
  readonly tolerate: ReadonlySet<Code>;
  /** Where errors with a stated meaning are tolerated besides. */
  readonly lenient: Leniency;
}

export interface TargetPlace {
  readonly target: string;
  readonly definition: Target;
  /** Below the root, forward slashes. */
  readonly out: string;
  /** What other targets import this one by, when it is not a relative path. */
  readonly import: string | null;
  /** The targets that need this one; empty if it was requested itself. */
  readonly neededBy: readonly string[];
}

export interface ApiContext {
  readonly name: string;
  /** The name of the API in messages. */
  readonly at: string;
  /** The folder for targets without one, relative to the root; `null` for none. */
  readonly out: string | null;
  readonly base: string;
  readonly root: string;
  readonly foreign: readonly ForeignSource[];
  readonly problems: UsageProblem[];
  /** Overrides `strict` of the configuration. */
  readonly lenient?: Leniency;
}

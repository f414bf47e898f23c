// One API that was read, as every check gets it.
import type { Place, Scope } from "../diagnostics/index.ts";
import type { Api } from "../model/api.ts";
import type { ApiOptions } from "../model/api-options.ts";
import type { Filtered } from "../model/finish/filters.ts";
import type { SourceDocument } from "../source/index.ts";
import type { Target } from "../targets/target.ts";
import type { LintRule } from "./lint-rule.ts";

/** `edit`: what can be said while the user types. */
export type CheckMode = "generate" | "lint" | "edit";

/** Entry documents once read, with every file their references led to. */
export interface ReadFiles {
  readonly openapi: string | null;
  readonly asyncapi: string | null;
  /** Names in messages are relative to it. */
  readonly base: string;
  readonly inputs: readonly SourceDocument[];
  /** Local copies of URLs. */
  readonly map: ReadonlyMap<string, string>;
}

/** One API that was read, with its configuration. */
export interface ReadApi {
  readonly name: string;
  readonly files: ReadFiles;
  /** All of the description. */
  readonly whole: Api;
  /** The part that include and exclude select; `null` without them. */
  readonly filtered: Filtered | null;
  /** The part of the description that is generated from. */
  readonly api: Api;
  readonly options: ApiOptions;
  readonly places: readonly { readonly target: string; readonly definition: Target }[];
  /** Where its configuration is. */
  readonly configured: Place;
  /** Whether reading found no error, or only what this version cannot express. */
  readonly understood: boolean;
  /** The rules that the configuration defines. Default: none. */
  readonly teamRules?: readonly LintRule[];
  /** What its errors are weighed by. */
  readonly scope: Scope;
}

// What a target is: a pure function from the model to files.
import type { FileSpec, GeneratedFile, ModuleRef, PrintContext } from "../emit/index.ts";
import type { Api } from "../model/api.ts";
import type { SampleClient } from "./samples/sample-client.ts";

export const targetNames = ["types", "paths", "zod", "server", "client", "webhooks", "samples"] as const;
export type TargetName = (typeof targetNames)[number];

export interface Target {
  readonly name: TargetName;
  /** One line for `--help` and the docs. */
  readonly summary: string;
  /** Targets whose output this one imports; they are generated along with it. */
  readonly needs: readonly TargetName[];
  /** Same model and options, same files; spec order decides the order of everything. */
  readonly emit: (api: Api, context: TargetContext) => readonly GeneratedFile[] | Promise<readonly GeneratedFile[]>;
}

/** `assert`: a value that lacks the format is refused. `annotate`: the format is a word for readers. */
export type FormatRule = "assert" | "annotate";

/** One rule for all formats, or rules by format, with `*` for those not named; what no rule speaks of is asserted. */
export type FormatRules = FormatRule | Readonly<Record<string, FormatRule>>;

export interface TargetContext extends PrintContext {
  /** The extension of relative imports in generated code: `.ts`, `.js` or none. */
  readonly importExtension: ".ts" | ".js" | "";
  /** Path of the OpenAPI entry document, absolute; only for targets that hand it to another tool. */
  readonly openapiPath: string | null;
  /** What is done about formats; absent: all that are known are asserted. */
  readonly formats?: FormatRules | undefined;
  /** What samples call instead of the generated client. */
  readonly client?: SampleClient | undefined;
}

export type { FileSpec, GeneratedFile, ModuleRef };

/** A target that hands the description to another tool, and that tool refused it. Becomes a diagnostic, not a defect. */
export class TargetFailure extends Error {
  override readonly name = "TargetFailure";
  readonly target: TargetName;

  constructor(target: TargetName, reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.target = target;
  }
}

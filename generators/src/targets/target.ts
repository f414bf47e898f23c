// What a target is: a pure function from the model to files.
import type { FileSpec, GeneratedFile, ModuleRef, PrintContext } from "../emit/index.ts";
import type { Api } from "../model/api.ts";
import type { Location } from "../model/place.ts";
import type { SampleClient } from "./samples/sample-client.ts";

export const targetNames = ["types", "paths", "zod", "server", "client", "webhooks", "samples"] as const;
export type TargetName = (typeof targetNames)[number];

export function isTargetName(name: string): name is TargetName {
  return targetNames.some((own) => own === name);
}

/** What every target is: Waybill's own, and those of a user, which `defineTarget` makes. */
export interface TargetDefinition<Options extends object = object> {
  /** What configurations, `--target`, messages and the folder of the output call it: letters, digits and `-`. */
  readonly name: string;
  /** One line: what it writes. */
  readonly summary: string;
  /** Targets whose output this one imports; they are generated along with it. */
  readonly needs: readonly string[];
  /** The kind of document there must be; absent when either will do. */
  readonly document?: "openapi" | "asyncapi";
  /** What each option is when the configuration says nothing of it. JSON values: they are part of what a run is compared by. */
  readonly options?: Options;
  /** Same model and options, same files; spec order decides the order of everything. */
  emit(api: Api, context: EmitContext<Options>): readonly TargetFile[] | Promise<readonly TargetFile[]>;
}

/** One of Waybill's own, which has no options of its own. */
export interface Target extends TargetDefinition {
  readonly name: TargetName;
  readonly needs: readonly TargetName[];
  emit(api: Api, context: TargetContext): readonly GeneratedFile[] | Promise<readonly GeneratedFile[]>;
}

/** A file of a target: printed by `printFile`, or a path and a text, which gets the header that is missing. */
export type TargetFile = GeneratedFile | PlainFile;

export interface PlainFile {
  /** Below the target's folder, with forward slashes; the name holds `.gen.`: `routes.gen.ts`, `operations.gen.md`. */
  readonly path: string;
  readonly text: string;
}

/** What a target finds in a description that it cannot be made from, or not well. */
export interface TargetProblem {
  /** Default: `error`. With an error nothing is written. */
  readonly severity?: "error" | "warning";
  /** The part of the model that it is about, or a place; the message then has file, line and column. */
  readonly at?: Location | { readonly at: Location };
  /** What is wrong, without a full stop: `the operation "listOrders" has no tag`. */
  readonly message: string;
  /** The next thing to try. */
  readonly hint: string;
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
  /** What points in time are in code; absent: texts. */
  readonly dates?: "string" | "date" | undefined;
  /** What samples call instead of the generated client. */
  readonly client?: SampleClient | undefined;
}

export interface EmitContext<Options extends object = object> extends TargetContext {
  /** The target's defaults, with what the configuration has put in their place. */
  readonly options: Options;
  /** Reports a problem of the description; the run goes on, to report all of them. */
  readonly problem: (problem: TargetProblem) => void;
}

export type { FileSpec, GeneratedFile, ModuleRef };

/** A target that hands the description to another tool, and that tool refused it. Becomes a diagnostic, not a defect. */
export class TargetFailure extends Error {
  override readonly name = "TargetFailure";
  readonly target: string;

  constructor(target: string, reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.target = target;
  }
}

// What a target is: a pure function from the model to files. Waybill's own and those of users are the same, created by `defineTarget`.

import type { SourceFile } from "ts-morph";
import type { GeneratedFile, PrintContext } from "../emit/index.ts";
import type { SplitSchemas } from "../model/analysis/schema-parts.ts";
import type { Api } from "../model/api.ts";
import type { ApiOptions } from "../model/api-options.ts";
import type { Location } from "../model/place.ts";

/** What `defineTarget` takes. */
export interface TargetDefinition<Options extends object = object, Name extends string = string> {
  /** Its name in configurations, `--target`, messages and the output folder: letters, digits and `-`. */
  readonly name: Name;
  /** One line: what it writes. */
  readonly summary: string;
  /** Targets whose output this one imports; they are generated too. */
  readonly needs: readonly string[];
  /** Whether its code calls guards of `zod`, which are written only where something does. Default: `false`. */
  readonly callsGuards?: boolean;
  /** The kind of document it requires; absent when either is enough. */
  readonly document?: "openapi" | "asyncapi";
  /** The kind of document without which it has to be named; absent when `document` says it. Only for Waybill's own. */
  readonly namedWithout?: "openapi" | "asyncapi";
  /** The default of each option. JSON values: they are part of the hash of a run. */
  readonly options?: Options;
  /** The values that each option accepts. Default: any value, unless `check` objects. */
  readonly accepts?: { readonly [Option in keyof Options]: AcceptedValues };
  /** The problems of configured option values that `accepts` cannot express, such as those inside an object. */
  check?(options: Readonly<Record<string, unknown>>): readonly OptionProblem[];
  /** Why it cannot be generated with these options of the API, such as `dates: "date"`; `null` when it can. Default: `null`. */
  refuses?(apiOptions: ApiOptions): string | null;
  /** Same model and options, same files; spec order decides the order of everything. */
  render(api: Api, context: RenderContext<Options>): readonly TargetFile[] | Promise<readonly TargetFile[]>;
}

/** The result of `defineTarget`. Configurations use it like ours: `targets: ["types", routes]`. */
export interface Target<Options extends object = object, Name extends string = string>
  extends TargetDefinition<Options, Name> {
  /** Where it was loaded by the name of a package: how that was written, and the package's `name@version`. */
  readonly loadedFrom?: { readonly written: string; readonly version: string };
  /** The same target with other options: `routes.with({ prefix: "/v1" })`. */
  with(options: Partial<Options>): Target<Options, Name>;
}

/**
 * A file of a target: printed by `printFile`, a path and a text, or a `SourceFile` of ts-morph at a path below the folder of its project.
 * The last two get the header that is missing.
 */
export type TargetFile = GeneratedFile | PlainFile | SourceFile;

export type { SourceFile };

export interface PlainFile {
  /** Below the target's folder, with forward slashes; the name holds `.gen.`: `routes.gen.ts`, `operations.gen.md`. */
  readonly path: string;
  readonly text: string;
}

/** A problem of a description that prevents or limits the output of a target. */
export interface TargetProblem {
  /** Default: `error`. With an error nothing is written. */
  readonly severity?: "error" | "warning";
  /** The part of the model that it is about, or a place; the message then has file, line and column. */
  readonly at?: Location | { readonly at: Location };
  /** The problem, without a full stop: `the operation "listOrders" has no tag`. */
  readonly message: string;
  /** The next thing to try. */
  readonly hint: string;
}

export interface RenderContext<Options extends object = object> extends PrintContext {
  /** The target's defaults, overridden by what the configuration gives. */
  readonly options: Options;
  /** The options of the API, all of them: `dates`, `formats`, `importExtension` … `guards` is true where a target calls them. */
  readonly apiOptions: ApiOptions;
  /** The names of all targets that are generated for the API: this one, those beside it, and those they need. */
  readonly targets: ReadonlySet<string>;
  /** What files of schemas declare where there are several of them; for Waybill's own targets. */
  readonly split?: SplitSchemas | undefined;
  /** Path of the OpenAPI entry document, absolute, for a target that hands it to another tool; `null` when there is none. */
  readonly openapiPath: string | null;
  /** Reports a problem of the description; the run continues, to report all of them. */
  readonly problem: (problem: TargetProblem) => void;
}

/** The context of functions that render part of a target. */
export type ApiContext = Omit<RenderContext, "options">;

export type { GeneratedFile };

/** Thrown by a target when another tool rejected the description. Becomes a diagnostic at the description, not a crash. */
export class TargetFailure extends Error {
  override readonly name = "TargetFailure";
  readonly target: string;

  constructor(target: string, reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.target = target;
  }
}

export interface AcceptedValues {
  readonly accepts: (value: unknown) => boolean;
  /** What follows the name of the option: `must be true or false`. */
  readonly message: string;
  readonly hint?: string;
  /** All accepted values, where they are few. */
  readonly all?: readonly OptionValue[];
}

export type OptionValue = string | boolean | null;

/** A problem of an option value. */
export interface OptionProblem {
  /** The path of the value: `client.setup`. */
  readonly at: string;
  /** What follows the path: `must be the lines before a call`. */
  readonly message: string;
  readonly hint?: string;
}

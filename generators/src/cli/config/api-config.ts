// What a configuration says of one API; `check-api.ts` has a reader for each field.
import type { Emission } from "../../emit/emission.ts";
import type { EnumRules } from "../../model/enum-rules.ts";
import type { NameHooks } from "../../model/name-hooks.ts";
import type { Selector } from "../../model/selector.ts";
import type { CustomTarget } from "../../targets/define.ts";
import type { FormatRules, TargetName } from "../../targets/target.ts";
import type { TargetConfig } from "./target-config.ts";

/** One API: an OpenAPI document, an AsyncAPI document, or both, read together. */
export interface ApiConfig {
  /**
   * The OpenAPI 3.x entry document: a file, `spec/openapi.yaml`; one of an installed package, `npm:@acme/spec/openapi.yaml`, or
   * `npm:@acme/spec` where it is called `openapi.yaml`; or a URL with the hash of what it answers.
   */
  readonly openapi?: string | PinnedDocument;
  /** The AsyncAPI 2.x or 3.x entry document, named in the same ways. */
  readonly asyncapi?: string | PinnedDocument;
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
   * By direction, `{ request: "closed", response: "open" }` reads with tolerance and writes strictly: schemas are open, as what the
   * API sends is, and `OrderWritable` is the form of requests.
   */
  readonly enums?: EnumRules;
  /**
   * Only these operations and messages: whatever one of the entries selects, where all that an entry says must hold.
   * `[{ tag: "orders" }, { path: "/v1/stock/**", method: "get" }]`. Entries narrow what they find something of, HTTP operations
   * (webhooks and callbacks among them) or messages; the other kind stays whole. Words that find nothing are an error.
   */
  readonly include?: readonly Selector[];
  /** None of these, though they be included. */
  readonly exclude?: readonly Selector[];
  /** `false` leaves out operations that are deprecated. Default: `true`. */
  readonly deprecated?: boolean;
  /**
   * Whether named schemas are generated that nothing uses of what is. Default: `drop` where `include`, `exclude` or `deprecated`
   * leave something out, else `keep`.
   */
  readonly unusedSchemas?: "keep" | "drop";
  /**
   * `date`: points in time, `format: date-time`, are `Date` in code: client and server make them of what arrives and write them
   * back. Default: `string`, which is what travels, to the last digit.
   */
  readonly dates?: "string" | "date";
  /**
   * Functions that call schemas, operations or messages otherwise: each is given the name that would be, and where in the description
   * it comes from. `{ schema: (name) => `${name}Dto` }`. What is no identifier, or taken, is an error.
   */
  readonly names?: NameHooks;
  /**
   * What stands above everything else in every generated file: a licence, or words for a linter, `/* eslint-disable *\/`. Comments
   * are kept as they are written, other text is put into one.
   */
  readonly header?: string;
  /**
   * What to generate, targets of your own among it (`defineTarget` of "waybill/plugin"). Default: every one of ours that the
   * documents allow, except `paths` and `samples`.
   */
  readonly targets?: readonly (TargetName | CustomTarget | TargetConfig)[];
  /**
   * Codes of errors in the description that are let pass, `invalid-default` for one. The page of each code that can be
   * tolerated says which meaning is assumed; every place is listed in the output of each run.
   */
  readonly tolerate?: readonly string[];
  /** What `waybill changeset` compares the description with, and whom it tells. */
  readonly changeset?: ChangesetConfig;
}

export interface ChangesetConfig {
  /**
   * What was released last: a file or folder (a folder of versions stands for the newest: `spec/releases`), a commit
   * (`origin/main`, `v1.2.0`), or something in a commit (`v1.2.0:spec`). Default: the `baseBranch` of `.changeset/config.json`.
   */
  readonly base?: string;
  /** The packages that are raised. Default: those that hold the description and the code generated from it. */
  readonly packages?: readonly string[];
}

/** A document at a URL. `waybill pin URL` prints one. */
export interface PinnedDocument {
  /** `https://api.example.com/openapi.yaml`; `http:` for 127.0.0.1 and localhost only. */
  readonly url: string;
  /** `sha384-…`, as Subresource Integrity has it: a run that finds anything else stops. */
  readonly integrity: string;
  /** What the document refers to, relative to its URL, with the integrity of each: `{ "schemas/order.yaml": "sha384-…" }`. */
  readonly files?: Readonly<Record<string, string>>;
}

export const importExtensions = [".ts", ".js", "none"] as const;
export type ImportExtension = (typeof importExtensions)[number];

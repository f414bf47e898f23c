// What a configuration file says. `defineConfig` is what such a file imports, so nothing heavy may be imported here.

import type { LintRule } from "../../checks/lint-rule.ts";
import type { RuleSeverity } from "../../diagnostics/codes.ts";
import type { GivenOptions } from "../../model/api-options.ts";
import type { Limits } from "../../source/limits.ts";
import type { TargetConfig, TargetReference } from "./target-config.ts";

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
  /** What the team makes of warnings about its descriptions: in `lint`, `generate`, `check` and editors. */
  readonly lint?: LintConfig;
}

/** What the team makes of warnings about its descriptions: in `lint`, `generate`, `check` and editors. */
export interface LintConfig {
  /**
   * Rulesets of Spectral for `waybill lint`, which `@waybill/rulesets` reads: `["./.spectral.yaml"]`, relative to the configuration, or names
   * of packages. `functions` allows their code: functions in JavaScript, and rulesets that are modules.
   */
  readonly extends?: readonly (string | { readonly ruleset: string; readonly functions?: boolean })[];
  /**
   * The severity of a code instead of its own: `{ "no-type": "off", "slow-pattern": "error" }`. `*` is any other code. An error without
   * which generated code would be wrong cannot be lowered; `tolerate` of an API accepts those that have a documented meaning.
   */
  readonly rules?: Readonly<Record<string, RuleSeverity>>;
  /** Rules for parts of the descriptions, in order: the last one that selects a place and names the code counts. */
  readonly overrides?: readonly LintOverride[];
  /** Rules of the team, made by `defineRule` of "waybill/plugin"; `rules` and `overrides` know them by their names. */
  readonly custom?: readonly LintRule[];
}

/** Selects the places that match one of `files` and one of `paths`, where given. */
export interface LintOverride {
  /** Files, relative to the configuration, with `*` and `**`: `["spec/legacy/**"]`. Of a document at a URL, the URL. */
  readonly files?: readonly string[];
  /**
   * Parts of a document and everything in them, with `*` and `**`: JSON pointers, `"#/components/schemas/Legacy*"`, and paths of
   * operations, `"/internal/**"`, where the document itself has them.
   */
  readonly paths?: readonly string[];
  /** As `rules` of `lint`. */
  readonly rules: Readonly<Record<string, RuleSeverity>>;
}

/** The policy for changes that `waybill diff` and `waybill changeset` find. */
export interface DiffConfig {
  /** The bump that a rule needs instead of its own, or `off`: `{ "scope-required": "minor", "text-changed": "off" }`. `*` is any other rule. */
  readonly rules?: Readonly<Record<string, "major" | "minor" | "patch" | "off">>;
  /**
   * The largest bump that new values in the bodies of error responses need, such as a new error code: `"minor"`. Default: the bump of the
   * rule.
   */
  readonly errors?: "minor" | "patch" | "off";
  /** Rules for parts of the API, in order: the last one that selects a use and names the rule counts. */
  readonly overrides?: readonly RuleOverride[];
  /** The file of accepted changes, which `waybill diff --accept` writes. Default: `waybill.accepted.json`. */
  readonly accepted?: string;
  /** The promises to consumers about deprecated and unstable parts of the API. Default: none. */
  readonly deprecation?: DeprecationConfig;
}

/** Selects the uses that match all of `paths`, `tags` and `status`: one of each list. */
export interface RuleOverride {
  /** Paths of operations, with `*` and `**`: `["/internal/**"]`. */
  readonly paths?: readonly string[];
  readonly tags?: readonly string[];
  /** Statuses of responses: `["404", "5XX", "default"]`. */
  readonly status?: readonly string[];
  /** As `rules` of `diff`. */
  readonly rules: Readonly<Record<string, "major" | "minor" | "patch" | "off">>;
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

// What a configuration says of one API, besides the options of `model/api-options.ts`; `check-config.ts` has a reader for each field.

/** One API: an OpenAPI document, an AsyncAPI document, or both, read together. */
export interface ApiConfig extends GivenOptions {
  /**
   * The OpenAPI 3.x entry document: a file, `spec/openapi.yaml`; a file in an installed package, `npm:@acme/spec/openapi.yaml`, or
   * `npm:@acme/spec` if it is called `openapi.yaml`; a URL with the hash of its content; or a development server.
   */
  readonly openapi?: string | PinnedDocument | LiveDocument;
  /** The AsyncAPI 2.x or 3.x entry document, in the same notations. */
  readonly asyncapi?: string | PinnedDocument | LiveDocument;
  /**
   * Overlays (OpenAPI Overlay Specification 1.0 and 1.1) that patch the documents before they are read, in this order. The notations
   * are the same; an overlay without `extends` applies to both documents.
   */
  readonly overlays?: readonly (string | PinnedDocument | LiveDocument)[];
  /** The folder for targets without their own `out`: each is written to `<out>/<target>/`. */
  readonly out?: string;
  /**
   * What to generate: built-in targets, installed packages (`@acme/my-target`), and your own targets (`defineTarget` from
   * "waybill/plugin"). Default: every built-in target that the documents allow, except `samples`.
   */
  readonly targets?: readonly (TargetReference | TargetConfig)[];
  /**
   * Codes of errors in the description to tolerate, for example `invalid-default`. The page of each such code states how the
   * error is interpreted; each run lists every place.
   */
  readonly tolerate?: readonly string[];
  /**
   * `true`: only the codes in `tolerate` are tolerated. `false`: every error with a documented interpretation is tolerated, and the
   * header of the generated files lists them. Default: `false` for documents at a URL or in a package, `true` for your own. A typing
   * error ("did you mean …?") in your own file is tolerated only by its code.
   */
  readonly strict?: boolean;
  /** The base that `waybill changeset` compares with, and the packages that it bumps. */
  readonly changeset?: ChangesetConfig;
  /** Settings of `waybill conform`. Flags add to them. */
  readonly conform?: ConformConfig;
}

/** How `waybill conform` checks a service of the API. */
export interface ConformConfig {
  /** Checks that are left out: `{ "undeclared-effect": "off" }`. The ledger lists them. */
  readonly checks?: Readonly<Record<string, "on" | "off">>;
  /** Checks that have to run, as `--require` names them. */
  readonly require?: readonly string[];
  /** Statuses that operations may return besides those that they declare: `{ createOrder: [503] }`. */
  readonly expect?: Readonly<Record<string, readonly number[]>>;
  /** The longest that a response may take, in milliseconds: `{ "*": 2000, exportOrders: 10_000 }`. */
  readonly responseTime?: Readonly<Record<string, number>>;
  /** Commands or addresses that cause events from outside, and `revoke`: `{ "order.shipped": "./ship.sh {orderId}" }`. */
  readonly triggers?: Readonly<Record<string, string>>;
}

export interface ChangesetConfig {
  /**
   * The last release: a file or folder (in a folder of versions, the newest: `spec/releases`), a commit
   * (`origin/main`, `v1.2.0`), or a path in a commit (`v1.2.0:spec`). Default: the `baseBranch` of `.changeset/config.json`.
   */
  readonly base?: string;
  /** The packages to bump. Default: those that contain the description and the code generated from it. */
  readonly packages?: readonly string[];
}

/** A document from a development server. Every run reads it, and `--watch` polls it. */
export interface LiveDocument {
  /** On this machine or in a private network: `http://localhost:3000/openapi.json`. */
  readonly url: string;
  /** `waybill check` rejects it in CI, because the result would depend on the server's state at that moment. */
  readonly live: true;
}

/** A document at a URL. `waybill init URL` and `waybill pin URL --write` write one. */
export interface PinnedDocument {
  /** `https://api.example.com/openapi.yaml`; `http:` only on this machine and in private networks. */
  readonly url: string;
  /** The hash, as in Subresource Integrity: `sha384-…`. If the content differs, the run stops. */
  readonly integrity: string;
  /** The files that the document refers to, relative to its URL, each with its hash: `{ "schemas/order.yaml": "sha384-…" }`. */
  readonly files?: Readonly<Record<string, string>>;
}

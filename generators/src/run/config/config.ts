// What a configuration file says. `defineConfig` is what such a file imports, so nothing heavy may be imported here.

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

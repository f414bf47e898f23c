// What a configuration says of one API, besides the options of `model/api-options.ts`; `check-api.ts` has a reader for each field.
import type { GivenOptions } from "../model/api-options.ts";
import type { TargetConfig, TargetReference } from "./target-config.ts";

/** One API: an OpenAPI document, an AsyncAPI document, or both, read together. */
export interface ApiConfig extends GivenOptions {
  /**
   * The OpenAPI 3.x entry document: a file, `spec/openapi.yaml`; one of an installed package, `npm:@acme/spec/openapi.yaml`, or
   * `npm:@acme/spec` where it is called `openapi.yaml`; a URL with the hash of what it serves; or a development server.
   */
  readonly openapi?: string | PinnedDocument | LiveDocument;
  /** The AsyncAPI 2.x or 3.x entry document, named in the same ways. */
  readonly asyncapi?: string | PinnedDocument | LiveDocument;
  /**
   * Overlays (OpenAPI Overlay Specification 1.0 and 1.1) that patch the documents before they are read, in this order. Named in the
   * same ways; one without `extends` is for both documents.
   */
  readonly overlays?: readonly (string | PinnedDocument | LiveDocument)[];
  /** The folder for targets that name none of their own: each is written to `<out>/<target>/`. */
  readonly out?: string;
  /**
   * What to generate: names of ours, names of installed packages (`@acme/my-target`), and targets of your own (`defineTarget` of
   * "waybill/plugin"). Default: every one of ours that the documents allow, except `samples`.
   */
  readonly targets?: readonly (TargetReference | TargetConfig)[];
  /**
   * Codes of errors in the description to tolerate, for example `invalid-default`. The page of each code that can be
   * tolerated states the assumed meaning; every place is listed in the output of each run.
   */
  readonly tolerate?: readonly string[];
  /**
   * `true`: only the codes of `tolerate` are tolerated. `false`: every error with a stated meaning is, and the header of the generated
   * files says which. Default: `false` for documents at a URL or in a package, `true` for your own.
   */
  readonly strict?: boolean;
  /** What `waybill changeset` compares the description with, and whom it tells. */
  readonly changeset?: ChangesetConfig;
}

export interface ChangesetConfig {
  /**
   * What was released last: a file or folder (in a folder of versions, the newest: `spec/releases`), a commit
   * (`origin/main`, `v1.2.0`), or something in a commit (`v1.2.0:spec`). Default: the `baseBranch` of `.changeset/config.json`.
   */
  readonly base?: string;
  /** The packages that are raised. Default: those that hold the description and the code generated from it. */
  readonly packages?: readonly string[];
}

/** A document that a development server serves: it is read in every run, and polled by `--watch`. */
export interface LiveDocument {
  /** On this machine or in a private network: `http://localhost:3000/openapi.json`. */
  readonly url: string;
  /** `waybill check` in CI rejects it: its result would depend on the current state of the server. */
  readonly live: true;
}

/** A document at a URL. `waybill init URL` and `waybill pin URL --write` write one. */
export interface PinnedDocument {
  /** `https://api.example.com/openapi.yaml`; `http:` only on this machine and in private networks. */
  readonly url: string;
  /** `sha384-…`, as Subresource Integrity has it: a run that finds anything else stops. */
  readonly integrity: string;
  /** What the document refers to, relative to its URL, with the integrity of each: `{ "schemas/order.yaml": "sha384-…" }`. */
  readonly files?: Readonly<Record<string, string>>;
}

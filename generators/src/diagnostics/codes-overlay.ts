// Codes for documents beside a description: overlays that patch it, workflows that call it, and the conversion of Swagger 2.0.
import { listOf, quote, type Table } from "./code.ts";

/** What the wording of each code needs. */
export interface OverlayArgs {
  readonly "not-an-overlay": { found: string | null };
  readonly "invalid-json-path": { path: string; detail: string };
  readonly "overlay-no-match": { target: string; advice: string };
  readonly "overlay-mismatch": { what: string; advice: string };
  readonly "overlay-extends-missing": { extended: string; known: readonly string[] };
  readonly "overlay-not-applied": { extended: string; known: readonly string[] };
  readonly "workflow-reference": { detail: string; near: string | undefined };
  readonly "workflow-unchecked": { source: string; reason: string };
  readonly "swagger-converted": Record<never, never>;
  readonly "swagger-not-converted": { detail: string };
  readonly "unsupported-collection-format": { format: string; place: string };
}

export const overlayCodes: Table<OverlayArgs> = {
  "not-an-overlay": {
    severity: "error",
    message: () => 'this file has no "overlay" field, so it is not an overlay',
    hint: ({ found }) =>
      found === null
        ? 'the first line of an overlay is "overlay: 1.0.0"'
        : `this is a description: pass it as --${found === "swagger" ? "openapi" : found}`,
    cause: "A file of `overlays`, or of `--overlay`, does not declare a version of the OpenAPI Overlay Specification.",
    fix: "Pass the right file, or add the version: `overlay: 1.0.0`.",
  },
  "invalid-json-path": {
    severity: "error",
    message: ({ path, detail }) => `${quote(path)} is not a JSONPath query: ${detail}`,
    hint: () => "write a query of RFC 9535, such as $.paths['/orders'].get or $..parameters[?@.name == 'page']",
    cause:
      "An action of an overlay selects values with a query that RFC 9535 does not define. Other dialects of JSONPath have further syntax.",
    fix: "Write the query as in RFC 9535. Quote keys that are not plain names: `$.paths['/orders']`.",
  },
  "overlay-no-match": {
    severity: "warning",
    message: ({ target }) => `nothing in the description matches ${quote(target)}, so this action does nothing`,
    hint: ({ advice }) => advice,
    cause:
      "The target of an action selects nothing: the description has changed, or the query is misspelt. The Overlay Specification does not call this an error.",
    fix: "Correct the query, or remove the action.",
  },
  "overlay-mismatch": {
    severity: "error",
    message: ({ what }) => what,
    hint: ({ advice }) => advice,
    cause:
      "An action of an overlay cannot be applied. Objects are merged with objects and lists with lists, a plain value replaces a plain value, and all values that one action updates are of the same kind.",
    fix: "Make the update fit its target. To replace a whole object or list, remove it in one action and add the new one to its parent in the next.",
  },
  "overlay-extends-missing": {
    severity: "warning",
    message: ({ extended, known }) =>
      `this overlay extends ${quote(extended)}, which does not exist${known.length === 0 ? "" : `, so it is applied to ${listOf(known.map(quote), "and")}`}`,
    hint: () => 'correct "extends", which is relative to the overlay, or remove it',
    cause:
      "The field `extends` of an overlay names a file that does not exist, for example the name that the description has elsewhere. The overlay is applied to the entry documents of the API, as if the field were absent.",
    fix: "Correct the path, which is relative to the overlay, or remove the field.",
  },
  "overlay-not-applied": {
    severity: "error",
    message: ({ extended }) => `the overlay extends ${quote(extended)}, which is not a document of this API`,
    hint: ({ known }) =>
      `correct the path, which is relative to the overlay${known.length === 0 ? "" : ` (the API has ${listOf(known.map(quote), "and")})`}, or remove "extends": the overlay then applies to every entry document of the API`,
    cause: "The field `extends` of an overlay names a file that is not one of the entry documents of the API.",
    fix: "Correct the path, which is relative to the overlay, or remove the field.",
  },
  "workflow-reference": {
    severity: "error",
    message: ({ detail }) => detail,
    hint: ({ near }) =>
      near === undefined
        ? "compare this place with the Arazzo specification and the source descriptions"
        : `did you mean ${quote(near)}?`,
    stops: [],
    cause:
      "A workflow of an Arazzo document refers to something that does not exist, or cannot be used there: an operation, a parameter, a step, an input, an output, or a component.",
    fix: "Correct the reference, or what it refers to.",
  },
  "workflow-unchecked": {
    severity: "warning",
    message: ({ source, reason }) => `what workflows call of ${quote(source)} is not checked: ${reason}`,
    hint: () => "name a local copy in the field url",
    cause: "A source description of an Arazzo document is a URL, and URLs in documents are not fetched.",
    fix: "Refer to a file.",
  },
  "swagger-converted": {
    severity: "warning",
    message: () => "this Swagger 2.0 description was converted to OpenAPI 3.0 for this run",
    hint: () =>
      "messages point to this file; to avoid this warning, convert the file once and keep the OpenAPI description",
    cause:
      "The description follows Swagger 2.0, which is converted to OpenAPI 3.0 before it is read. The file itself is not changed. A problem is reported at the part of the file that it comes from.",
    fix: "No action is required. The owner of the description can convert it once to OpenAPI 3.",
  },
  "swagger-not-converted": {
    severity: "error",
    message: ({ detail }) => `this Swagger 2.0 description cannot be converted to OpenAPI 3.0: ${detail}`,
    hint: () => "check it with a Swagger 2.0 validator, or convert it by hand",
    cause: "The Swagger 2.0 description deviates so far from the standard that the conversion to OpenAPI 3.0 fails.",
    fix: "Correct the description, for example with the help of a Swagger 2.0 validator.",
  },
  "unsupported-collection-format": {
    severity: "error",
    message: ({ format, place }) => `OpenAPI 3 has no equivalent of collectionFormat ${quote(format)} ${place}`,
    hint: () => "use csv, or multi, pipes or ssv in a query; in multipart/form-data, multi",
    tolerated: "the values are separated by commas; in multipart/form-data, each is a part",
    cause:
      "Swagger 2.0 allows lists that are separated by tabs, and by spaces or pipes outside of a query. OpenAPI 3 cannot describe them.",
    fix: "Use a separator that OpenAPI 3 has: commas everywhere, or in a query spaces, pipes or repeated parameters.",
  },
};

// The keywords of each dialect, and what to report about others.

/**
 * `2020-12`: OpenAPI 3.1 and later. `openapi-3.0`: its own subset with `nullable`. `asyncapi`: JSON Schema draft 07 as
 * AsyncAPI extends it; keywords of 2020-12 are supported as well, so that both descriptions can share a file.
 */
export type Dialect = "2020-12" | "openapi-3.0" | "asyncapi";

export const dialectNames: Readonly<Record<Dialect, string>> = {
  "2020-12": "JSON Schema 2020-12",
  "openapi-3.0": "OpenAPI 3.0 schemas",
  asyncapi: "AsyncAPI schemas",
};

const annotations =
  "title description default deprecated readOnly writeOnly examples example externalDocs xml discriminator $comment $schema";
/** Keywords that never affect validation. */
export const annotationKeywords: ReadonlySet<string> = new Set(annotations.split(" "));

const shared =
  "$ref type enum multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern format items maxItems minItems " +
  "uniqueItems properties required additionalProperties maxProperties minProperties allOf anyOf oneOf not";
const modern =
  "const $id $vocabulary $defs definitions $anchor $dynamicAnchor $dynamicRef if then else dependentSchemas dependentRequired prefixItems contains minContains maxContains " +
  "patternProperties propertyNames unevaluatedProperties unevaluatedItems contentEncoding contentMediaType contentSchema";

const words = (...lists: string[]): ReadonlySet<string> => new Set(lists.join(" ").split(" "));

export const keywords: Readonly<Record<Dialect, ReadonlySet<string>>> = {
  "2020-12": words(annotations, shared, modern),
  "openapi-3.0": words(annotations, shared, "nullable"),
  asyncapi: words(annotations, shared, modern, "additionalItems dependencies"),
};

/** Keywords of other dialects that authors carry over, and what to write instead. */
export const foreign: Readonly<Record<Dialect, ReadonlyMap<string, string>>> = {
  "2020-12": new Map([
    ["nullable", 'use type: [<type>, "null"]'],
    ["dependencies", "use dependentRequired or dependentSchemas"],
    ["additionalItems", "use prefixItems with items"],
    ["$recursiveRef", "use $dynamicRef, and $dynamicAnchor where it is to end"],
    ["$recursiveAnchor", "use $dynamicAnchor"],
  ]),
  "openapi-3.0": new Map([
    ["const", "use enum with one value"],
    ["dependencies", "OpenAPI 3.0 has no counterpart; 3.1 has dependentRequired and dependentSchemas"],
    ["additionalItems", "OpenAPI 3.0 has no counterpart; 3.1 has prefixItems with items"],
    ...modern
      .split(" ")
      .filter((keyword) => keyword !== "const")
      .map((keyword) => [keyword, "OpenAPI 3.0 has no counterpart; 3.1 does"] as const),
  ]),
  asyncapi: new Map([["nullable", 'use type: [<type>, "null"]']]),
};

/** Values of `$schema` and `jsonSchemaDialect` that name the dialect read here. */
export function isKnownDialect(uri: string, dialect: Dialect = "2020-12"): boolean {
  return (
    (dialect === "asyncapi" && /^https?:\/\/json-schema\.org\/draft-07\/schema#?$/.test(uri)) ||
    /^https?:\/\/json-schema\.org\/draft\/2020-12\/schema#?$/.test(uri) ||
    /^https:\/\/spec\.openapis\.org\/oas\/3\.[12]\/dialect\/(base|\d{4}-\d{2}-\d{2})$/.test(uri)
  );
}

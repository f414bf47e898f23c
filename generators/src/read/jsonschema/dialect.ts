// The keywords of each dialect, and what to report about others.
import { Node } from "../../source/index.ts";
import { knownDocument } from "./known-documents.ts";

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

const keywordSetOf = (...lists: string[]): ReadonlySet<string> => new Set(lists.join(" ").split(" "));

export const keywords: Readonly<Record<Dialect, ReadonlySet<string>>> = {
  "2020-12": keywordSetOf(annotations, shared, modern),
  "openapi-3.0": keywordSetOf(annotations, shared, "nullable"),
  asyncapi: keywordSetOf(annotations, shared, modern, "additionalItems dependencies"),
};

/** A keyword of another dialect. */
interface ForeignKeyword {
  /** What to write instead. */
  readonly advice: string;
  /** What it means where it is tolerated. */
  readonly tolerated: string;
}

const recursive: readonly (readonly [string, ForeignKeyword])[] = [
  [
    "$recursiveRef",
    {
      advice: "use $ref with the name of the schema, or $dynamicRef",
      tolerated:
        "as in JSON Schema 2019-09, it refers to the schema around it that has $recursiveAnchor, else to the whole schema that it is in",
    },
  ],
  [
    "$recursiveAnchor",
    {
      advice: "use $dynamicAnchor, or refer to the schema by its name",
      tolerated: "as in JSON Schema 2019-09, a $recursiveRef inside of it refers to it",
    },
  ],
];

/** Beside a reference, an enum or a list of types as well, where OpenAPI 3.0 itself would ignore it. */
const nullable: ForeignKeyword = {
  advice: 'use type: [<type>, "null"]',
  tolerated: "null is accepted as well",
};

const asIn = (standard: string, keyword: string, advice: string): [string, ForeignKeyword] => [
  keyword,
  { advice, tolerated: `it means what it means in ${standard}` },
];

/** Keywords of other dialects that authors carry over. */
export const foreign: Readonly<Record<Dialect, ReadonlyMap<string, ForeignKeyword>>> = {
  "2020-12": new Map([
    ["nullable", nullable],
    asIn("JSON Schema draft 07", "dependencies", "use dependentRequired or dependentSchemas"),
    asIn("JSON Schema draft 07", "additionalItems", "use prefixItems with items"),
    ...recursive,
  ]),
  "openapi-3.0": new Map([
    ...recursive,
    asIn("OpenAPI 3.1", "const", "use enum with one value"),
    asIn(
      "JSON Schema draft 07",
      "dependencies",
      "OpenAPI 3.0 has no counterpart; 3.1 has dependentRequired and dependentSchemas",
    ),
    asIn("JSON Schema draft 07", "additionalItems", "OpenAPI 3.0 has no counterpart; 3.1 has prefixItems with items"),
    ...modern
      .split(" ")
      .filter((keyword) => keyword !== "const")
      .map((keyword) => asIn("OpenAPI 3.1", keyword, "OpenAPI 3.0 has no counterpart; 3.1 does")),
  ]),
  asyncapi: new Map([["nullable", nullable], ...recursive]),
};

/** Values of `$schema` and `jsonSchemaDialect` that name the dialect read here. */
export function isKnownDialect(uri: string, dialect: Dialect = "2020-12"): boolean {
  return (
    (dialect === "asyncapi" && /^https?:\/\/json-schema\.org\/draft-07\/schema#?$/.test(uri)) ||
    /^https?:\/\/json-schema\.org\/draft\/2020-12\/schema#?$/.test(uri) ||
    /^https:\/\/spec\.openapis\.org\/oas\/3\.[12]\/dialect\/(base|\d{4}-\d{2}-\d{2})$/.test(uri)
  );
}

// `$schema` of a resource -> how its keywords are read: the dialect, and the keywords that have no effect there.

/** How the schemas of a resource are read. */
export interface KeywordRules {
  readonly dialect: Dialect;
  /** Keywords without effect: its meta-schema does not have them. */
  readonly ignored: ReadonlySet<string>;
}

const nothing: ReadonlySet<string> = new Set();
const wordsIn = (list: string): readonly string[] => list.split(" ");

/** The rules of the description itself, for schemas without a `$schema`. */
export function defaultRules(dialect: Dialect): KeywordRules {
  return { dialect, ignored: nothing };
}

/** `metaSchema` returns the document of a URI. `null` when its keywords may have an unknown meaning. */
export function keywordRulesOf(
  uri: string,
  base: Dialect,
  metaSchema: (uri: string) => Node | null,
): KeywordRules | null {
  if (base === "openapi-3.0" || isKnownDialect(uri, base)) return defaultRules(base);
  if (/^https?:\/\/json-schema\.org\/draft-07\/schema#?$/.test(uri)) return draft07;
  const vocabularies = metaSchema(uri)?.get("$vocabulary");
  return vocabularies?.isObject === true ? rulesOfVocabularies(vocabularies, base) : null;
}

/** Draft 07 is the base of AsyncAPI's dialect, without keywords of later drafts. */
const draft07: KeywordRules = {
  dialect: "asyncapi",
  ignored: new Set(
    wordsIn(
      "$anchor $dynamicAnchor $dynamicRef dependentRequired dependentSchemas prefixItems minContains maxContains contentSchema " +
        "unevaluatedItems unevaluatedProperties",
    ),
  ),
};

/** An unknown vocabulary can be ignored only if the meta-schema marks it as optional. */
function rulesOfVocabularies(listed: Node, base: Dialect): KeywordRules | null {
  const required = listed.members().filter(({ value }) => value === true);
  if (!required.every(({ key }) => known.has(key))) return null;
  const absent = validating.filter((vocabulary) => !listed.has(`${draft2020}vocab/${vocabulary}`));
  return { dialect: base, ignored: new Set(absent.flatMap(keywordsOf)) };
}

const draft2020 = "https://json-schema.org/draft/2020-12/";

/** Vocabularies that affect validation, and those that do not. */
const validating = ["applicator", "unevaluated", "validation"];
const annotating = ["core", "meta-data", "format-annotation", "format-assertion", "content"];

const known: ReadonlySet<string> = new Set([
  ...[...validating, ...annotating].map((vocabulary) => `${draft2020}vocab/${vocabulary}`),
  "https://spec.openapis.org/oas/3.1/vocab/base",
  "https://spec.openapis.org/oas/3.2/vocab/base",
]);

/** The keywords that the meta-schema of a vocabulary describes. */
function keywordsOf(vocabulary: string): readonly string[] {
  const document = knownDocument(`${draft2020}meta/${vocabulary}`);
  return document === null ? [] : (Node.root(document).get("properties")?.keys() ?? []);
}

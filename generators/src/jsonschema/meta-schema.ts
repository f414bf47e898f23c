// `$schema` of a resource -> how its keywords are read: the dialect, and the keywords that have no effect there.
import type { Node } from "../source/index.ts";
import { type Dialect, isKnownDialect } from "./dialect.ts";

/** How the schemas of a resource are read. */
export interface KeywordRules {
  readonly dialect: Dialect;
  /** Keywords without effect: its meta-schema does not have them. */
  readonly ignored: ReadonlySet<string>;
}

const nothing: ReadonlySet<string> = new Set();
const words = (list: string): readonly string[] => list.split(" ");

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
    words(
      "$anchor $dynamicAnchor $dynamicRef dependentRequired dependentSchemas prefixItems minContains maxContains contentSchema " +
        "unevaluatedItems unevaluatedProperties",
    ),
  ),
};

/** An unknown vocabulary can be ignored only if the meta-schema marks it as optional. */
function rulesOfVocabularies(listed: Node, base: Dialect): KeywordRules | null {
  const required = listed.members().filter(({ value }) => value === true);
  if (!required.every(({ key }) => known.has(key))) return null;
  const absent = [...known].filter(([uri]) => !listed.has(uri) && uri.startsWith(draft2020));
  // Annotations do not affect validation either way.
  return { dialect: base, ignored: new Set(absent.flatMap(([, keywords]) => keywords)) };
}

const draft2020 = "https://json-schema.org/draft/2020-12/vocab/";

/** The keywords of each vocabulary, limited to those that affect validation. */
const known: ReadonlyMap<string, readonly string[]> = new Map([
  [`${draft2020}core`, []],
  [
    `${draft2020}applicator`,
    words(
      "prefixItems items contains additionalProperties properties patternProperties dependentSchemas propertyNames if then else " +
        "allOf anyOf oneOf not",
    ),
  ],
  [`${draft2020}unevaluated`, words("unevaluatedItems unevaluatedProperties")],
  [
    `${draft2020}validation`,
    words(
      "type const enum multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern maxItems minItems " +
        "uniqueItems maxContains minContains maxProperties minProperties required dependentRequired",
    ),
  ],
  [`${draft2020}meta-data`, []],
  [`${draft2020}format-annotation`, []],
  [`${draft2020}format-assertion`, []],
  [`${draft2020}content`, []],
  ["https://spec.openapis.org/oas/3.1/vocab/base", []],
  ["https://spec.openapis.org/oas/3.2/vocab/base", []],
]);

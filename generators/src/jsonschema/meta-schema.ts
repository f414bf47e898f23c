// `$schema` of a resource -> how its keywords are read: the dialect, and the keywords that say nothing there.
import type { Node } from "../source/index.ts";
import { type Dialect, isKnownDialect } from "./dialect.ts";

/** How the schemas of a resource are read. */
export interface Manner {
  readonly dialect: Dialect;
  /** Keywords that are no more than words to it. */
  readonly ignored: ReadonlySet<string>;
}

const nothing: ReadonlySet<string> = new Set();
const words = (list: string): readonly string[] => list.split(" ");

/** The manner of the description itself: what counts where no schema says otherwise. */
export function plainManner(dialect: Dialect): Manner {
  return { dialect, ignored: nothing };
}

/** `metaSchema`: the document that `uri` names. `null` when its keywords may mean something unknown. */
export function mannerOf(uri: string, base: Dialect, metaSchema: (uri: string) => Node | null): Manner | null {
  if (base === "openapi-3.0" || isKnownDialect(uri, base)) return plainManner(base);
  if (/^https?:\/\/json-schema\.org\/draft-07\/schema#?$/.test(uri)) return draft07;
  const vocabularies = metaSchema(uri)?.get("$vocabulary");
  return vocabularies?.isObject === true ? mannerOfVocabularies(vocabularies, base) : null;
}

/** Draft 07 is what AsyncAPI's schemas are made from, without the words of later drafts. */
const draft07: Manner = {
  dialect: "asyncapi",
  ignored: new Set(
    words(
      "$anchor $dynamicAnchor $dynamicRef dependentRequired dependentSchemas prefixItems minContains maxContains contentSchema " +
        "unevaluatedItems unevaluatedProperties",
    ),
  ),
};

/** A vocabulary that nobody here knows may be left out only when the meta-schema says so. */
function mannerOfVocabularies(listed: Node, base: Dialect): Manner | null {
  const required = listed.members().filter(({ value }) => value === true);
  if (!required.every(({ key }) => known.has(key))) return null;
  const absent = [...known].filter(([uri]) => !listed.has(uri) && uri.startsWith(draft2020));
  // Annotations say nothing of values either way.
  return { dialect: base, ignored: new Set(absent.flatMap(([, keywords]) => keywords)) };
}

const draft2020 = "https://json-schema.org/draft/2020-12/vocab/";

/** The keywords of each vocabulary, as far as they decide what is accepted. */
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

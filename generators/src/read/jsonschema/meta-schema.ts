// `$schema` of a resource -> how its keywords are read: the dialect, and the keywords that have no effect there.
import { Node } from "../../source/index.ts";
import { type Dialect, isKnownDialect } from "./dialect.ts";
import { knownDocument } from "./known-documents.ts";

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

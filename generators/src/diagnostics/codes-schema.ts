// Codes for schemas: JSON Schema 2020-12 as OpenAPI 3.1+ and AsyncAPI 3 use it, and OpenAPI 3.0's dialect.
import { listOf, quote, suggestion, type Table } from "./code.ts";

/** What the wording of each code needs. */
export interface SchemaArgs {
  readonly "unknown-type": { type: string; near: string | undefined; advice?: string | undefined };
  readonly "unknown-keyword": { keyword: string; near: string | undefined; dialect: string };
  readonly "unsupported-keyword": { keyword: string; reason: string; advice?: string | undefined };
  readonly "foreign-keyword": { keyword: string; dialect: string; advice: string };
  readonly "ref-in-properties": Readonly<Record<never, never>>;
  readonly "unsupported-dialect": { dialect: string };
  readonly "invalid-keyword-value": { keyword: string; expected: string; found: string; advice?: string | undefined };
  readonly "invalid-pattern": { pattern: string; detail: string };
  readonly "unjudged-value": { what: "default" | "example"; reason: string };
  readonly "inexact-number": { written: string; held: string };
  readonly "invalid-default": { failure: string };
  readonly "invalid-example": { failure: string };
  readonly "impossible-schema": { reason: string };
  readonly "unknown-discriminator": { property: string; reason: string };
  readonly "unknown-format": { format: string; near: string | undefined };
  readonly "wrong-kind": { what: string; expected: readonly string[]; found: string; advice?: string | undefined };
}

export const schemaCodes: Table<SchemaArgs> = {
  "unknown-type": {
    severity: "error",
    message: ({ type }) => `${quote(type)} is not a JSON Schema type`,
    hint: ({ near, advice }) =>
      advice ?? suggestion(near, "the types are string, number, integer, boolean, object, array and null"),
    cause: "`type` names something JSON Schema does not know. Most tools turn this into a type that accepts anything.",
    fix: "Use one of string, number, integer, boolean, object, array, null; details such as dates go into `format`.",
  },
  "unknown-keyword": {
    severity: "error",
    message: ({ keyword, dialect }) => `${quote(keyword)} is not a keyword of ${dialect}`,
    hint: ({ near }) => suggestion(near, "remove it, or give it a name that starts with x-"),
    tolerated: "the keyword is ignored, as JSON Schema says",
    cause: "A keyword that validators ignore: nothing it was meant to say is checked by anyone.",
    fix: "Correct the spelling; keep your own annotations under names that start with `x-`.",
  },
  "unsupported-keyword": {
    severity: "error",
    message: ({ keyword, reason }) => `${quote(keyword)} is not supported here: ${reason}`,
    hint: ({ advice }) => advice ?? "say the same with other keywords, such as properties, items, allOf and anyOf",
    cause: "The keyword has a meaning that the generated code could not keep exactly, so nothing is generated.",
    fix: "Reword the schema without it.",
  },
  "foreign-keyword": {
    severity: "error",
    message: ({ keyword, dialect }) => `${quote(keyword)} is not part of ${dialect}`,
    hint: ({ advice }) => advice,
    tolerated: "the keyword means what it says in the dialect it comes from",
    cause:
      "The keyword belongs to another dialect than the description's: `nullable` to OpenAPI 3.0, `const` to 3.1 and later. Some tools ignore it, others do not.",
    fix: "Say the same in the dialect of the description, or give the description the version whose words it uses.",
  },
  "ref-in-properties": {
    severity: "error",
    message: () => '"properties" has a $ref, which stands for a schema and not for a list of properties',
    hint: () => "refer to a whole schema under allOf, or to the schema of each property",
    tolerated: "the properties are those of the object it leads to",
    cause:
      "No standard knows a reference to a list of properties. Some bundlers put the list in its place, others do not.",
    fix: "Make the list the `properties` of a schema of its own, and refer to that under `allOf`.",
  },
  "unsupported-dialect": {
    severity: "error",
    message: ({ dialect }) => `schemas of the dialect ${quote(dialect)} are not supported`,
    hint: () =>
      "JSON Schema 2020-12, draft 07 and OpenAPI's own dialects are; remove the declaration if the schemas keep to them",
    cause: "`$schema` or `jsonSchemaDialect` names a dialect whose keywords have other meanings.",
    fix: "Write the schemas in JSON Schema 2020-12, the default of OpenAPI 3.1 and later.",
  },
  "invalid-keyword-value": {
    severity: "error",
    message: ({ keyword, expected, found }) => `${quote(keyword)} must be ${expected}, found ${found}`,
    hint: ({ expected, found, advice }) =>
      advice ?? `write ${expected}${isQuoted(found) ? "; in quotes it is a string" : ""}`,
    tolerated: "the keyword is ignored, as if it were not there",
    cause: "The value of a keyword has the wrong type or lies outside what the keyword allows.",
    fix: "Give the keyword a value of the kind the message names.",
  },
  "invalid-pattern": {
    severity: "error",
    message: ({ pattern, detail }) => `the pattern ${quote(pattern)} is not a valid regular expression: ${detail}`,
    hint: () =>
      "patterns are ECMA-262 expressions: no inline flags such as (?i), no \\A and \\Z, no possessive quantifiers",
    tolerated: "the pattern is not checked",
    cause:
      "JSON Schema patterns are ECMA-262 regular expressions. This one does not compile, or not in Unicode mode, and escapes of other languages keep it from being rewritten for that.",
    fix: "Correct the expression. Needless escapes such as `\\:` are fine, and are left out of the generated code.",
  },
  "invalid-default": {
    severity: "error",
    message: ({ failure }) => `the default is rejected by its own schema: ${failure}`,
    hint: () => "change the default, or the schema it stands in",
    tolerated: "the default is documentation only: nothing fills it in",
    cause: "`default` is a promise about the value used when none is given; this one could never be accepted.",
    fix: "Make the default and the schema agree.",
  },
  "invalid-example": {
    severity: "error",
    message: ({ failure }) => `the example is rejected by its own schema: ${failure}`,
    hint: () => "change the example, or the schema it stands for",
    tolerated: "the example is left as it is",
    cause: "Readers copy examples. One that the schema rejects sends them wrong.",
    fix: "Make the example and the schema agree.",
  },
  "unjudged-value": {
    severity: "warning",
    message: ({ what, reason }) => `the ${what} was not held to its schema: ${reason}`,
    hint: () => "simplify the pattern, or the alternatives that are tried one inside the other",
    cause:
      "Defaults and examples are held to their schemas in a number of steps that is counted, so that no description keeps the toolkit busy. This one asks for more: by a pattern that refers back to a part of itself or repeats repetitions thousands of times, by unions inside unions that are tried in every combination, or by the sheer number of values.",
    fix: "Simplify the schema; the generated code would take as long with each request.",
  },
  "inexact-number": {
    severity: "error",
    message: ({ written, held }) => `${written} is a number that JavaScript cannot hold: it becomes ${held}`,
    hint: ({ held }) => `write ${held} if that will do, or make the value a string`,
    tolerated: "the nearest number that JavaScript can hold counts",
    cause:
      "Numbers in JavaScript, and in most JSON parsers, are IEEE 754 doubles: beyond 2^53 not every integer is one, and 17 digits say all there is to a fraction. Two values of the description would be taken for one.",
    fix: "Write a number that a double holds. Identifiers with more digits belong in strings. Bounds may have any value: they are compared with as written.",
  },
  "impossible-schema": {
    severity: "warning",
    message: ({ reason }) => `no value can match this schema: ${reason}`,
    hint: () => "write `false` where nothing is meant to match; otherwise correct the keyword that is wrong",
    cause: "Two keywords of the schema exclude each other.",
    fix: "Correct the keyword that is wrong, or write the schema `false`.",
  },
  "unknown-discriminator": {
    severity: "error",
    message: ({ property, reason }) =>
      `the discriminator ${quote(property)} cannot tell the alternatives apart: ${reason}`,
    hint: () =>
      "each alternative must require the property; its value is the schema's name unless mapping says otherwise",
    cause: "A discriminator must name a property that every alternative has, with a value for each of them.",
    fix: "Add the property to each alternative as required, or correct `mapping`.",
  },
  "unknown-format": {
    severity: "warning",
    message: ({ format }) => `no format of the name ${quote(format)} is known: nothing is checked for it`,
    hint: ({ near }) => suggestion(near, "it stays a word for readers; what values look like is said by pattern"),
    cause:
      "A format that is neither JSON Schema's nor OpenAPI's, or a misspelt one. Validators ignore it. It is reported once, at one of its places.",
    fix: "Correct the spelling, or say with `pattern`, `minimum` and the like what is meant.",
  },
  "wrong-kind": {
    severity: "error",
    message: ({ what, expected, found }) => `${what} must be ${listOf(expected)}, found ${found}`,
    hint: ({ expected, advice }) => advice ?? `write ${listOf(expected)} here; check the indentation above if you did`,
    cause: "The document has a value of another kind than the standard asks for at this place.",
    fix: "Check the indentation and the standard's definition of the object.",
  },
};

/** A number or a boolean that was written as a string. */
function isQuoted(found: string): boolean {
  return /^the string "(-?\d|true"|false")/.test(found);
}

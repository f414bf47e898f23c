// Codes for schemas: JSON Schema 2020-12 as OpenAPI 3.1+ and AsyncAPI 3 use it, and OpenAPI 3.0's dialect.
import { listOf, quote, suggestion, type Table } from "./code.ts";

/** What the wording of each code needs. */
export interface SchemaArgs {
  readonly "unknown-type": { type: string; near: string | undefined; advice?: string | undefined };
  readonly "unknown-keyword": { keyword: string; near: string | undefined; dialect: string };
  readonly "unsupported-keyword": { keyword: string; reason: string; advice?: string | undefined };
  readonly "foreign-keyword": { keyword: string; dialect: string; advice: string };
  readonly "assumed-nullable": { keyword: string | null };
  readonly "ref-in-properties": Readonly<Record<never, never>>;
  readonly "unsupported-dialect": { dialect: string };
  readonly "invalid-keyword-value": { keyword: string; expected: string; found: string; advice?: string | undefined };
  readonly "invalid-pattern": { pattern: string; detail: string };
  readonly "unjudged-value": { what: "default" | "example"; reason: string };
  readonly "inexact-number": { written: string; held: string };
  readonly "invalid-default": { failure: string };
  readonly "invalid-example": { failure: string };
  readonly "example-mismatch": { field: string; reason: string };
  readonly "impossible-schema": { reason: string };
  readonly "base-discriminator": { name: string; property: string; names: string; isAssumed: boolean };
  readonly "unknown-discriminator": { property: string; reason: string };
  readonly "unknown-format": { format: string; near: string | undefined };
  readonly "wrong-kind": { what: string; expected: readonly string[]; found: string; advice?: string | undefined };
  readonly "slow-pattern": { pattern: string; growth: "polynomial" | "exponential" | "unknown" };
  readonly "undecidable-date": { reason: string };
  readonly "required-without-property": { name: string; near: string | undefined };
  readonly "no-type": { keyword: string; type: string; isAssumed: boolean };
}

export const schemaCodes: Table<SchemaArgs> = {
  "unknown-type": {
    severity: "error",
    message: ({ type }) => `${quote(type)} is not a JSON Schema type`,
    hint: ({ near, advice }) =>
      advice ?? suggestion(near, "the types are string, number, integer, boolean, object, array and null"),
    tolerated: "any type is accepted",
    cause:
      "`type` is not a JSON Schema type. Most tools turn this into a type that accepts anything. A word that is close to a type, such as `strng`, is tolerated in a file that you can edit only if you name the code.",
    fix: "Use one of string, number, integer, boolean, object, array, null; details such as dates go into `format`.",
  },
  "unknown-keyword": {
    severity: "error",
    message: ({ keyword, dialect }) => `${quote(keyword)} is not a keyword of ${dialect}`,
    hint: ({ near }) => suggestion(near, "remove it, or give it a name that starts with x-"),
    tolerated: "the keyword is ignored, as JSON Schema says",
    cause: "Validators ignore this keyword, so its intended rule is not checked.",
    fix: "Correct the spelling; keep your own annotations under names that start with `x-`.",
  },
  "unsupported-keyword": {
    severity: "error",
    message: ({ keyword, reason }) => `${quote(keyword)} is not supported here: ${reason}`,
    hint: ({ advice }) => advice ?? "use other keywords instead, such as properties, items, allOf and anyOf",
    confined: true,
    cause: "The generated code could not implement the keyword exactly, so nothing is generated.",
    fix: "Rewrite the schema without it.",
  },
  "foreign-keyword": {
    severity: "error",
    message: ({ keyword, dialect }) => `${quote(keyword)} is not part of ${dialect}`,
    hint: ({ advice }) => advice,
    tolerated: "the keyword has the meaning of the dialect it comes from",
    cause:
      "The keyword belongs to another dialect than the description's: `nullable` to OpenAPI 3.0, `const` to 3.1 and later. Some tools ignore it, others do not.",
    fix: "Use the equivalent keyword of the description's dialect, or change the version of the description to that of the keyword.",
  },
  "assumed-nullable": {
    severity: "warning",
    message: ({ keyword }) =>
      `null is accepted here, although OpenAPI 3.0 ignores "nullable" ${keyword === null ? 'without "type"' : `next to ${quote(keyword)}`}`,
    hint: () => 'set the option nullable to "author" to confirm this, or to "letter" to follow the standard literally',
    cause:
      "According to OpenAPI 3.0.3, `nullable: true` only widens the `type` next to it: next to `$ref` it is ignored, and `allOf`, `anyOf`, `oneOf` and `enum` still reject null; without a type, any value is accepted. Most authors mean that null is accepted, and their servers send it. Descriptions that are not your own are read that way.",
    fix: "Set the option [`nullable`](../options.md) to `author` or `letter`. In your own description, write a null alternative into `oneOf` or `anyOf`, or list null in the enum.",
  },
  "ref-in-properties": {
    severity: "error",
    message: () => '"properties" has a $ref, which refers to a schema and not to a list of properties',
    hint: () => "refer to a whole schema under allOf, or to the schema of each property",
    tolerated: "the properties are those of the referenced object",
    cause:
      "No standard defines a reference to a list of properties. Some bundlers replace it with the list, others do not.",
    fix: "Make the list the `properties` of a separate schema, and refer to that in `allOf`.",
  },
  "unsupported-dialect": {
    severity: "error",
    message: ({ dialect }) => `schemas of the dialect ${quote(dialect)} are not supported`,
    hint: () =>
      "supported: JSON Schema 2020-12, draft 07 and OpenAPI's own dialects; remove the declaration if the schemas use one of these",
    confined: true,
    cause: "`$schema` or `jsonSchemaDialect` names a dialect whose keywords have other meanings.",
    fix: "Write the schemas in JSON Schema 2020-12, the default of OpenAPI 3.1 and later.",
  },
  "invalid-keyword-value": {
    severity: "error",
    message: ({ keyword, expected, found }) => `${quote(keyword)} must be ${expected}, found ${found}`,
    hint: ({ expected, found, advice }) =>
      advice ?? `write ${expected}${isQuoted(found) ? "; in quotes it is a string" : ""}`,
    tolerated: "the keyword is ignored",
    cause: "The value of a keyword has the wrong type or is outside the allowed range.",
    fix: "Give the keyword a value of the kind the message names.",
  },
  "invalid-pattern": {
    severity: "error",
    message: ({ pattern, detail }) => `the pattern ${quote(pattern)} is not a valid regular expression: ${detail}`,
    hint: () =>
      "patterns are ECMA-262 expressions: no inline flags such as (?i), no \\A and \\Z, no possessive quantifiers",
    tolerated: "the pattern is not checked",
    stops: ["validation", "samples"],
    cause:
      "JSON Schema patterns are ECMA-262 regular expressions. This one does not compile, or not in Unicode mode, and cannot be rewritten because of escapes from other languages.",
    fix: "Correct the expression. Needless escapes such as `\\:` are fine; the generated code omits them.",
  },
  "invalid-default": {
    severity: "error",
    message: ({ failure }) => `the default is rejected by its own schema: ${failure}`,
    hint: () => "change the default, or its schema",
    tolerated: "the default is omitted from the generated code and never applied",
    stops: ["serving"],
    cause:
      "`default` is the value that applies when none is given, and the schema rejects this one. Generated servers apply the defaults of parameters. Elsewhere a default is documentation, so an invalid one is omitted with a warning.",
    fix: "Make the default and the schema agree.",
  },
  "invalid-example": {
    severity: "error",
    message: ({ failure }) => `the example is rejected by its own schema: ${failure}`,
    hint: () => "change the example, or its schema",
    tolerated: "the example is left as it is",
    stops: [],
    cause: "The schema rejects the example. Readers copy examples, so a wrong one misleads them.",
    fix: "Make the example and the schema agree.",
  },
  "example-mismatch": {
    severity: "warning",
    message: ({ field, reason }) => `${quote(field)} of the example ${reason}`,
    hint: () => "correct one of them, or remove it",
    cause:
      "An example can have its value twice: as data (`value`, `dataValue`) and as what is sent (`serializedValue`, or a file that `externalValue` names). The two are not the same.",
    fix: "Make them the same.",
  },
  "unjudged-value": {
    severity: "warning",
    message: ({ what, reason }) => `the ${what} was not validated against its schema: ${reason}`,
    hint: () => "simplify the pattern, or the nested alternatives",
    cause:
      "The value takes too many steps to validate. Steps are limited, so that no description can block the toolkit. Common causes are a pattern with backreferences or thousands of nested repetitions, nested unions that are tried in every combination, and a large number of values.",
    fix: "Simplify the schema; the generated code would take as long with each request.",
  },
  "inexact-number": {
    severity: "error",
    alsoWarns: true,
    message: ({ written, held }) => `JavaScript cannot represent the number ${written}: it becomes ${held}`,
    hint: ({ held }) => `write ${held} if that is precise enough, or make the value a string`,
    tolerated: "the nearest number that JavaScript can represent is used",
    cause:
      "Numbers in JavaScript, and in most JSON parsers, are IEEE 754 doubles: they cannot represent every integer beyond 2^53, or fractions with more than 17 digits. Two different values of the description would become equal.",
    fix: "Write a number that a double can represent, and use strings for longer identifiers. Bounds can have any value: comparisons use them as written.",
  },
  "impossible-schema": {
    severity: "warning",
    message: ({ reason }) => `no value can match this schema: ${reason}`,
    hint: () => "write `false` if nothing should match; otherwise correct the wrong keyword",
    cause: "Two keywords of the schema contradict each other.",
    fix: "Correct the wrong keyword, or write `false` as the schema if nothing should match.",
  },
  "base-discriminator": {
    severity: "warning",
    message: ({ name, property, names, isAssumed }) =>
      isAssumed
        ? `${quote(name)} is read as the union of the schemas that extend it (${names}), each with its values of ${quote(property)}`
        : `${quote(name)} accepts any ${quote(property)}, and the schemas that extend it (${names}) accept each other's`,
    hint: ({ isAssumed }) =>
      isAssumed
        ? 'set the option discriminators to "author" to confirm this, or to "letter" to follow the standard literally'
        : 'set the option discriminators to "author" to read it as their union, each with its values of the property',
    cause:
      "By JSON Schema, a discriminator changes nothing: a schema that others extend by `allOf` accepts their values and any others, and a schema that extends it accepts the values of its siblings. Most authors mean that a value of the base is one of the schemas that extend it, and that the property selects which. Descriptions that are not your own are read that way.",
    fix: "Set the option [`discriminators`](../options.md#discriminators-of-a-base-schema) to `author` or `letter`. In your own description, list the values with `const` or `enum` in each schema that extends the base, and refer to a `oneOf` of these.",
  },
  "unknown-discriminator": {
    severity: "warning",
    message: ({ property, reason }) =>
      `the discriminator ${quote(property)} cannot distinguish the alternatives: ${reason}`,
    hint: () => "require the property in each alternative, and list its values there with const or enum",
    cause:
      "By the standard, a discriminator changes nothing about which values are valid. Types and validators distinguish the alternatives only where each of them requires the property and lists its values, which no other alternative has.",
    fix: "Require the property in each alternative, list its values there with `const` or `enum`, and correct `mapping`.",
  },
  "unknown-format": {
    severity: "warning",
    message: ({ format }) => `unknown format ${quote(format)}: it is not checked`,
    hint: ({ near }) => suggestion(near, "the format is documentation only; use pattern to validate values"),
    cause:
      "Neither JSON Schema nor OpenAPI defines the format, or it is misspelt. Validators ignore it. Each unknown format is reported once, at one of its places.",
    fix: "Correct the spelling, or use `pattern`, `minimum` and the like instead.",
  },
  "wrong-kind": {
    severity: "error",
    message: ({ what, expected, found }) => `${what} must be ${listOf(expected)}, found ${found}`,
    hint: ({ expected, advice }) => advice ?? `write ${listOf(expected)} here, or check the indentation above`,
    confined: true,
    cause: "The value is not of a kind that the standard allows here.",
    fix: "Check the indentation and the standard's definition of the object.",
  },
  "slow-pattern": {
    severity: "warning",
    message: ({ pattern, growth }) => {
      if (growth === "unknown")
        return `the pattern ${quote(pattern)} is too large to determine how its matching time grows with the text`;
      return growth === "exponential"
        ? `the pattern ${quote(pattern)} backtracks exponentially on near-matches`
        : `the pattern ${quote(pattern)} backtracks in quadratic time or worse on near-matches`;
    },
    hint: ({ growth }) => {
      if (growth === "unknown") return "simplify it, and limit the length of the text with maxLength";
      return growth === "exponential"
        ? "make it match every text in only one way: no nested repetitions, no alternatives with a common beginning"
        : "begin with ^, give neighbouring repetitions no character in common, and limit the length with maxLength";
    },
    cause:
      "The regular expression engine backtracks: it tries every way to match a text before it fails. Nested repetitions (`(a+)+`) backtrack exponentially; two consecutive repetitions of the same characters (`\\s*.*`), or a search that may begin anywhere, are polynomial. One request with such a text keeps a server busy.",
    fix: "Rewrite the pattern so that each character can match in only one way: `^[a-z]+(-[a-z]+)*$` instead of `^([a-z]+-?)+$`.",
  },
  "undecidable-date": {
    severity: "error",
    message: ({ reason }) => `this date-time cannot be a Date in code: ${reason}`,
    hint: () => 'remove dates from the configuration, or set it to "string"; or describe the value only as a date-time',
    cause:
      'With `dates: "date"` a string with `format: date-time` is a Date in code. The description must decide whether a string is one: it is ambiguous when another part allows any string there, or lists the strings. Also, a schema named `Date` would replace the `Date` of the generated types.',
    fix: 'Declare the value as a date-time in all parts, distinguish alternatives by a discriminator, rename a schema named Date with `names`, or keep strings: `dates: "string"`.',
  },
  "required-without-property": {
    severity: "warning",
    message: ({ name }) => `${quote(name)} is required, but no property has this name`,
    hint: ({ near }) => suggestion(near, "describe the property, or take the name out of required"),
    cause:
      "`required` names a member that the schema does not describe, so the member must be present and can have any value.",
    fix: "Correct the spelling, or describe the member under `properties` (`true` allows any value).",
  },
  "no-type": {
    severity: "warning",
    message: ({ keyword, type, isAssumed }) =>
      isAssumed
        ? `${quote(keyword)} without "type": only ${type}s are accepted, although by JSON Schema all other values are, too`
        : `${quote(keyword)} without "type": strings, numbers and all other values are accepted too`,
    hint: ({ type, isAssumed }) =>
      isAssumed
        ? 'set the option untyped to "author" to confirm this, or to "letter" to follow the standard literally'
        : `add "type": "${type}", or set the option untyped to "author"`,
    cause:
      "The schema has `properties` or `items` and no `type`. By JSON Schema, such a keyword applies only to values of its own type, and all other values are accepted. Most authors mean that the value is an object or an array. Descriptions that are not your own are read that way.",
    fix: "Add the `type`. For a description that you cannot edit, set the option [`untyped`](../options.md#schemas-without-type) to `author` or `letter`.",
  },
};

/** A number or a boolean that was written as a string. */
function isQuoted(actual: string): boolean {
  return /^the string "(-?\d|true"|false")/.test(actual);
}

// Why two clients send one value in different ways -> a table: which part of which standard decides it, and on whose side it is.
// A rule states what it covers by the texts themselves, so that a new difference is not covered by chance.
import type { MediaType, Parameter } from "../../../generators/src/model/http.ts";
import type { Difference } from "./compare.ts";
import type { Value } from "./values.ts";

export interface Rule {
  readonly what: string;
  readonly ours: string;
  readonly theirs: string;
  readonly standard: string;
  readonly side: "ours" | "theirs" | "both" | "silent";
  readonly holds: (difference: Difference) => boolean;
}

export function ruleOf(difference: Difference): Rule | null {
  return rules.find((rule) => rule.holds(difference)) ?? null;
}

/** The first that holds. */
export const rules: readonly Rule[] = [
  {
    what: "a path with a fragment, which paths cannot have (Box)",
    ours: "the fragment is a name, parameters are sent",
    theirs: "everything behind it is the fragment, and is not sent",
    standard: "RFC 9110, 4.2.5 (a fragment is not sent); OpenAPI, Paths Object",
    side: "ours",
    holds: ({ operation, part, theirs }) => operation.path.text.includes("#") && part === "query" && theirs === "",
  },
  {
    what: "a path parameter that is empty, `.` or `..`",
    ours: "TypeError",
    theirs: "another path: `/orders//lines`, `/lines`",
    standard: "OpenAPI, Path Templating; RFC 3986, 5.2.4 (dot segments)",
    side: "ours",
    holds: ({ of, ours, part }) => part === "request" && placeOf(of) === "path" && refusal(ours, /must not be empty/),
  },
  {
    what: "a body with GET or HEAD",
    ours: "TypeError",
    theirs: "no body where it is written as an empty text",
    standard: "Fetch, Request constructor (TypeError); RFC 9110, 9.3.1",
    side: "ours",
    holds: ({ of, ours, theirs }) => isMedia(of) && refusal(ours, /with GET and HEAD/) && typeof theirs === "string",
  },
  {
    what: "a header with spaces at its ends",
    ours: "TypeError",
    theirs: "the value without them",
    standard: "RFC 9110, 5.5 (no part of the value)",
    side: "ours",
    holds: ({ of, ours }) => placeOf(of) === "header" && refusal(ours, /no space at either end/),
  },
  {
    what: "a header item that contains the separator",
    ours: "TypeError",
    theirs: "two items",
    standard: "RFC 9110, 5.6.1; OpenAPI, Appendix D",
    side: "ours",
    holds: ({ of, ours }) => placeOf(of) === "header" && refusal(ours, /contains a separator/),
  },
  {
    what: "lists and objects nested in the query",
    ours: "brackets in `deepObject`, otherwise repeated names or JSON",
    theirs: "an exception",
    standard: "OpenAPI, Style Values (not defined)",
    side: "silent",
    holds: ({ of, theirs }) => placeOf(of) === "query" && refusal(theirs, /Deeply-nested/),
  },
  {
    what: "a header beyond Latin-1 in JSON or in a list",
    ours: "escaped in JSON",
    theirs: "an exception",
    standard: "RFC 9110, 5.5",
    side: "ours",
    holds: ({ of, theirs, ours }) =>
      placeOf(of) === "header" && typeof ours === "string" && refusal(theirs, /ByteString|header/i),
  },
  {
    what: "a cookie",
    ours: "sent, percent-encoded",
    theirs: "not sent",
    standard: "OpenAPI, Parameter Locations; Fetch forbids it to browsers only",
    side: "ours",
    holds: ({ of, part, theirs }) => placeOf(of) === "cookie" && part === "header" && theirs === null,
  },
  {
    what: "brackets, bars and other characters in names and delimiters of the query",
    ours: "percent-encoded: `a%5Bb%5D=1`, `a%7Cb`",
    theirs: "as they are: `a[b]=1`, `a|b`",
    standard: "RFC 3986, 3.4 (no character of a query); OpenAPI, Style Examples",
    side: "ours",
    holds: ({ part, ours, theirs }) =>
      part === "query" && sameQuery(ours, theirs) && /[[\]|]|[^=&]*[:/?@,;$+][^=&]*=/.test(String(theirs)),
  },
  {
    what: "`!`, `'`, `(`, `)` and `*`",
    ours: "percent-encoded in lists and objects",
    theirs: "as they are",
    standard: "RFC 6570, 3.2.1 (only unreserved characters stay); the same text once decoded",
    side: "ours",
    holds: ({ part, ours, theirs }) =>
      (part === "query" && sameQuery(ours, theirs)) || (part === "path" && decoded(ours) === decoded(theirs)),
  },
  {
    what: "a parameter described by `content`",
    ours: 'the document: `filter={"a":1}`, percent-encoded',
    theirs: "as if it had a style",
    standard: "OpenAPI, Fixed Fields for use with content",
    side: "ours",
    holds: ({ of, part }) => isParameter(of) && of.mediaType !== null && part !== "path",
  },
  {
    what: "`null` as an item or a member",
    ours: "left out",
    theirs: "an empty pair, or the text `null`",
    standard: "RFC 6570, 2.3 and 3.2.1 (undefined, ignored)",
    side: "ours",
    holds: ({ of, part, value }) => placeOf(of) === "query" && part === "query" && hasNull(value),
  },
  {
    what: "an object in style `form`",
    ours: "its members: `R=100&G=200`, or `color=R,100` when not exploded",
    theirs: "`color[R]=100`, unless configured",
    standard: "OpenAPI, Style Examples",
    side: "ours",
    holds: ({ of, part, value, theirs }) =>
      part === "query" && styleOf(of) === "form" && isRecord(value) && isParameter(of) && bracketed(theirs, of.name),
  },
  {
    what: "a list in `deepObject`",
    ours: "`expand[0]=a`, as Stripe, PHP and qs read it",
    theirs: "`expand=a`",
    standard: "OpenAPI, Style Examples (n/a)",
    side: "silent",
    holds: ({ of, part, value }) => part === "query" && styleOf(of) === "deepObject" && Array.isArray(value),
  },
  {
    what: "a list that is not exploded, in openapi-fetch",
    ours: "`ids=1,2`, `ids=1%202`, `ids=1%7C2`",
    theirs: "`ids=1&ids=2`: it reads no description",
    standard: "OpenAPI, Style Examples",
    side: "ours",
    holds: ({ of, part, peer, value }) =>
      part === "query" && peer === "openapi-fetch" && isParameter(of) && !of.explode && Array.isArray(value),
  },
  {
    what: "a list that is not exploded, whose schema states no type (Directus), in hey-api",
    ours: "`meta=a,b`",
    theirs: "`meta=a&meta=b`",
    standard: "OpenAPI, Style Examples; JSON Schema Core, 7.6.1 (`items` applies to arrays without `type`)",
    side: "ours",
    holds: ({ of, part, peer, value, ours, theirs }) =>
      part === "query" &&
      peer === "hey-api" &&
      isParameter(of) &&
      !of.explode &&
      Array.isArray(value) &&
      decoded(ours) === `${of.name}=${value.join(",")}` &&
      decoded(theirs) === value.map((item) => `${of.name}=${item}`).join("&"),
  },
  {
    what: "an empty list that is not exploded, in hey-api",
    ours: "nothing",
    theirs: "`ids=`",
    standard: "RFC 6570, 2.3 and 3.2.1 (undefined, ignored)",
    side: "ours",
    holds: ({ of, part, value, theirs }) =>
      part === "query" && isParameter(of) && isEmptyList(value) && theirs === `${of.name}=`,
  },
  {
    what: "`allowReserved`, in openapi-fetch",
    ours: "reserved characters as they are",
    theirs: "percent-encoded",
    standard: "RFC 6570, 3.2.3",
    side: "ours",
    holds: ({ of, part, peer }) => part === "query" && peer === "openapi-fetch" && isParameter(of) && of.allowReserved,
  },
  {
    what: "a list in a header",
    ours: "`a,b`",
    theirs: "`a, b`",
    standard: "RFC 9110, 5.6.1 (the same list); OpenAPI, Style Examples",
    side: "both",
    holds: ({ of, part, ours, theirs }) =>
      placeOf(of) === "header" &&
      part === "header" &&
      typeof theirs === "string" &&
      ours === theirs.replaceAll(", ", ","),
  },
  {
    what: "an object in a header",
    ours: "`R,100`, or `R=100` when exploded",
    theirs: "JSON",
    standard: "OpenAPI, Style Examples (simple)",
    side: "ours",
    holds: ({ of, part, value }) => placeOf(of) === "header" && part === "header" && isRecord(value),
  },
  {
    what: "an object in a path, in hey-api and openapi-fetch",
    ours: "`R,100`",
    theirs: "by the braces of the path alone",
    standard: "OpenAPI, Style Examples (simple)",
    side: "ours",
    holds: ({ of, part, value }) => placeOf(of) === "path" && part === "path" && isRecord(value),
  },
  {
    what: "`null` in a path",
    ours: "the text `null`",
    theirs: "`{name}`",
    standard: "OpenAPI, Path Templating (each expression has a value)",
    side: "silent",
    holds: ({ of, part, value }) => placeOf(of) === "path" && part === "path" && value === null,
  },
  {
    what: "a form without fields",
    ours: "an empty body with its content type",
    theirs: "no content type",
    standard: "RFC 9110, 8.3 (a sender SHOULD state the type of content); an empty form is content",
    side: "both",
    holds: ({ of, part, ours, theirs, peer }) =>
      isForm(of) && part === "content-type" && peer === "hey-api" && ours !== null && theirs === null,
  },
  {
    what: "spaces, `~` and `*` in a form",
    ours: "`%20`, `~`, `%2A`",
    theirs: "`+`, `%7E`, `*`",
    standard: "OpenAPI, URL Percent-Encoding (`%20` meets the requirements); URL Standard, 5.2; the same fields",
    side: "both",
    holds: ({ of, part, ours, theirs }) => isForm(of) && part === "body" && same(fieldsOf(ours), fieldsOf(theirs)),
  },
  {
    what: "fields with a style, such as `deepObject`",
    ours: "in that style: `metadata[a]=1`",
    theirs: "JSON, or `[object Object]`",
    standard: "OpenAPI, Encoding Object",
    side: "ours",
    holds: ({ of, part, value }) => isForm(of) && part === "body" && hasStyled(of, value),
  },
  {
    what: "`null` in a form or a multipart body",
    ours: "the text `null`",
    theirs: "nothing (hey-api), the text `null` (openapi-fetch)",
    standard: "OpenAPI, Appendix B (implementation-defined)",
    side: "silent",
    holds: ({ of, part, value, peer }) =>
      (isForm(of) || isMultipart(of)) && part === "body" && peer === "hey-api" && hasNull(value),
  },
  {
    what: "lists and objects in a form, in openapi-fetch",
    ours: "a field for each item; JSON",
    theirs: "`a,b`; `[object Object]`",
    standard: "OpenAPI, Encoding Object (default content types)",
    side: "ours",
    holds: ({ of, part, peer, value }) => isForm(of) && part === "body" && peer === "openapi-fetch" && hasNested(value),
  },
  {
    what: "lists and objects in a multipart body, in the serialiser that openapi-fetch documents",
    ours: "a part for each item; JSON",
    theirs: "`a,b`; `[object Object]`",
    standard: "OpenAPI, Encoding Object (default content types)",
    side: "ours",
    holds: ({ of, part, peer, value }) =>
      isMultipart(of) && part === "body" && peer === "openapi-fetch" && hasNested(value),
  },
  {
    what: "the content type of a document or of another part that states one",
    ours: "`Content-Type: application/json` on the part",
    theirs: "none, or that of the file",
    standard: "OpenAPI, Encoding Object (default content types)",
    side: "ours",
    holds: ({ of, part, ours, theirs }) =>
      isMultipart(of) && part === "body" && same(withoutTypes(ours), withoutTypes(theirs)),
  },
  {
    what: "a body of bytes, in hey-api",
    ours: "the bytes",
    theirs: "JSON of the `Blob`: `{}`, where the schema is a string in base64 (Spotify)",
    standard: "OpenAPI, Working with Binary Data; Fetch, extract a body",
    side: "ours",
    holds: ({ of, part, peer, theirs }) =>
      isMedia(of) && of.body === "binary" && part === "body" && peer === "hey-api" && theirs === "{}",
  },
  {
    what: "the content type of a body, in hey-api",
    ours: "the one of the description",
    theirs: "`application/json`, or that of the platform",
    standard: "OpenAPI, Request Body Object (`content`)",
    side: "ours",
    holds: ({ of, part, peer, ours }) =>
      isMedia(of) && part === "content-type" && peer === "hey-api" && typeof ours === "string",
  },
];

function isParameter(of: Parameter | MediaType): of is Parameter {
  return "in" in of;
}

function isMedia(of: Parameter | MediaType): of is MediaType {
  return !isParameter(of);
}

function placeOf(of: Parameter | MediaType): Parameter["in"] | null {
  return isParameter(of) ? of.in : null;
}

function styleOf(of: Parameter | MediaType): Parameter["style"] | null {
  return isParameter(of) ? of.style : null;
}

function isForm(of: Parameter | MediaType): of is MediaType {
  return isMedia(of) && of.body === "form";
}

function isMultipart(of: Parameter | MediaType): of is MediaType {
  return isMedia(of) && of.body === "multipart";
}

function refusal(text: Difference["ours"], reason: RegExp): boolean {
  return typeof text === "object" && text !== null && reason.test(text.refused);
}

function decoded(text: Difference["ours"]): string | null {
  return typeof text === "string" ? decodeURIComponent(text) : null;
}

/** Pair by pair, once decoded. */
function sameQuery(ours: Difference["ours"], theirs: Difference["ours"]): boolean {
  if (typeof ours !== "string" || typeof theirs !== "string") return false;
  const pairs = (text: string): string[] =>
    text.split("&").map((pair) => pair.split("=").map(decodeURIComponent).join("="));
  return same(pairs(ours), pairs(theirs));
}

function fieldsOf(text: Difference["ours"]): unknown {
  return typeof text === "string" ? [...new URLSearchParams(text)] : null;
}

function withoutTypes(text: Difference["ours"]): string | null {
  return typeof text === "string" ? text.replace(/\r\nContent-Type: [^\r]*/g, "") : null;
}

function same(one: unknown, other: unknown): boolean {
  return one !== null && JSON.stringify(one) === JSON.stringify(other);
}

function bracketed(text: Difference["ours"], name: string): boolean {
  return text === "" || decoded(text)?.startsWith(`${name}[`) === true;
}

function isRecord(value: Value): value is { readonly [name: string]: Value } {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Blob);
}

function isEmptyList(value: Value): boolean {
  return Array.isArray(value) && value.length === 0;
}

function hasNull(value: Value): boolean {
  return isRecord(value) || Array.isArray(value)
    ? Object.values(value).some((one) => one === null || hasNull(one))
    : false;
}

function hasNested(value: Value): boolean {
  return isRecord(value) && Object.values(value).some((one) => Array.isArray(one) || isRecord(one));
}

function hasStyled({ encodings }: MediaType, value: Value): boolean {
  return isRecord(value) && encodings.some(({ name, style }) => style !== null && Object.hasOwn(value, name));
}

// The name of a format -> texts and numbers that have it and some that just miss it: one row for each format of ajv-formats.
import type { Json } from "../schema.ts";

export interface FormatExamples {
  /** The first is what a careful person would write; the others are unusual, and as valid. */
  readonly valid: readonly Json[];
  /** Values that a careless check accepts. None when the format allows everything. */
  readonly invalid: readonly NearMiss[];
}

export interface NearMiss {
  /** `without @`: what is wrong with it. */
  readonly what: string;
  /** Part of the id of the variant. */
  readonly detail: string;
  readonly value: Json;
}

/** The examples of a format; `null` for one that validators do not know, which says nothing about a value. */
export function examplesOf(format: string): FormatExamples | null {
  return Object.hasOwn(formats, format) ? (formats[format] ?? null) : null;
}

function miss(detail: string, value: Json, what: string): NearMiss {
  return { detail, value, what };
}

const timeExamples: FormatExamples = {
  valid: ["14:02:47Z", "23:59:60Z", "00:00:00.123456+14:00"],
  invalid: [
    miss("hour", "24:00:00Z", "an hour 24"),
    miss("minutes", "14:02Z", "without seconds"),
    miss("zone", "14:02:47+25:00", "a zone 25 hours off"),
  ],
};

const dateTimeMisses: readonly NearMiss[] = [
  miss("day", "2025-02-30T14:02:47Z", "on the 30th of February"),
  miss("hour", "2025-11-03T25:02:47Z", "an hour 25"),
  miss("date", "2025-11-03", "a date without a time"),
];

/** A test compares every format and example with ajv-formats. */
export const formats: Readonly<Record<string, FormatExamples>> = {
  date: {
    valid: ["2025-11-03", "2024-02-29", "9999-12-31"],
    invalid: [
      miss("day", "2025-02-30", "the 30th of February"),
      miss("month", "2025-13-01", "a month 13"),
      miss("order", "03/11/2025", "day, month and year with slashes"),
      miss("time", "2025-11-03T14:02:47Z", "with a time"),
    ],
  },
  time: { ...timeExamples, invalid: [miss("no-zone", "14:02:47", "without a time zone"), ...timeExamples.invalid] },
  "date-time": {
    valid: ["2025-11-03T14:02:47.120Z", "2024-02-29T23:59:59+05:30", "2016-12-31T23:59:60Z"],
    invalid: [miss("no-zone", "2025-11-03T14:02:47", "without a time zone"), ...dateTimeMisses],
  },
  "iso-time": { ...timeExamples, valid: ["14:02:47", ...timeExamples.valid] },
  "iso-date-time": {
    valid: ["2025-11-03T14:02:47.120Z", "2025-11-03 14:02:47"],
    invalid: dateTimeMisses,
  },
  duration: {
    valid: ["P3D", "PT1H30M", "P1Y2M3DT4H5M6S", "P2W"],
    invalid: [
      miss("empty", "P", "without any length"),
      miss("words", "3 days", "in words"),
      miss("order", "P1D2Y", "days before years"),
    ],
  },
  uri: {
    valid: ["https://example.com/", "https://user@example.com:8443/a/b%20c?d=e#f", "urn:isbn:9780131103627"],
    invalid: [
      miss("no-scheme", "example.com/orders", "without a scheme"),
      miss("blank", "https://example.com/a b", "with a space"),
      miss("percent", "https://example.com/%zz", "with a broken escape"),
      miss("brackets", "https://[::1/", "with an open bracket"),
    ],
  },
  "uri-reference": {
    valid: ["/orders/1", "https://example.com/", "?page=2", "#top"],
    invalid: [
      miss("blank", "/orders/a b", "with a space"),
      miss("percent", "/orders/%zz", "with a broken escape"),
      miss("backslash", "\\orders\\1", "with backslashes"),
    ],
  },
  "uri-template": {
    valid: ["/orders/{orderId}", "https://example.com/{?limit,offset}"],
    invalid: [
      miss("open", "/orders/{orderId", "with an open brace"),
      miss("blank", "/orders/{order id}", "with a space in a name"),
    ],
  },
  url: {
    valid: ["https://example.com/", "http://sub.example.com:8080/a?b=c"],
    invalid: [
      miss("no-scheme", "example.com", "without a scheme"),
      miss("blank", "https://example.com/a b", "with a space"),
      miss("no-host", "https://", "without a host"),
    ],
  },
  email: {
    valid: ["ada.lovelace@example.com", "o'neill+orders@sub.example.org", "A_B-9@EXAMPLE.com"],
    invalid: [
      miss("no-at", "ada.lovelace.example.com", "without @"),
      miss("two-at", "ada@lovelace@example.com", "with two @"),
      miss("blank", "ada lovelace@example.com", "with a space"),
      miss("no-domain", "ada.lovelace@", "without a domain"),
      miss("no-name", "@example.com", "without a name"),
      miss("dots", "ada..lovelace@example.com", "with two dots in a row"),
    ],
  },
  hostname: {
    valid: ["example.com", "a-b.example.com", "localhost"],
    invalid: [
      miss("underscore", "my_host.example.com", "with an underscore"),
      miss("hyphen", "-example.com", "with a hyphen in front"),
      miss("scheme", "https://example.com", "with a scheme"),
      miss("blank", "example .com", "with a space"),
    ],
  },
  ipv4: {
    valid: ["192.0.2.1", "255.255.255.255", "0.0.0.0"],
    invalid: [
      miss("range", "192.0.2.256", "a part over 255"),
      miss("parts", "192.0.2", "with three parts"),
      miss("ipv6", "2001:db8::1", "an IPv6 address"),
    ],
  },
  ipv6: {
    valid: ["2001:db8::1", "::", "::ffff:192.0.2.1"],
    invalid: [
      miss("twice", "2001::db8::1", "shortened twice"),
      miss("digits", "2001:db8::g", "with a letter that is no digit"),
      miss("ipv4", "192.0.2.1", "an IPv4 address"),
    ],
  },
  regex: {
    valid: ["^[a-z]+$", "(?<year>\\d{4})"],
    invalid: [miss("open", "^[a-z+$", "with an open bracket"), miss("group", "(a", "with an open group")],
  },
  uuid: {
    valid: ["0192f0c1-7b1a-7c4e-9a53-2f6d8b1e4c70", "0192F0C1-7B1A-7C4E-9A53-2F6D8B1E4C70"],
    invalid: [
      miss("short", "0192f0c1-7b1a-7c4e-9a53-2f6d8b1e4c7", "a digit short"),
      miss("digit", "0192f0c1-7b1a-7c4e-9a53-2f6d8b1e4c7g", "with a letter that is no digit"),
      miss("hyphens", "0192f0c17b1a7c4e9a532f6d8b1e4c70", "without hyphens"),
    ],
  },
  "json-pointer": {
    valid: ["/products/0/sku", "", "/a~1b~0c"],
    invalid: [
      miss("slash", "products/0", "without a slash in front"),
      miss("tilde", "/a~2b", "with an unknown escape"),
    ],
  },
  "json-pointer-uri-fragment": {
    valid: ["#/products/0/sku", "#", "#/a%20b"],
    invalid: [miss("hash", "/products/0", "without # in front"), miss("blank", "#/a b", "with a space")],
  },
  "relative-json-pointer": {
    valid: ["1/sku", "0#"],
    invalid: [miss("number", "/sku", "without a number in front"), miss("zero", "01/sku", "with a leading zero")],
  },
  byte: {
    valid: ["d2F5YmlsbA==", "", "AAAA"],
    invalid: [
      miss("padding", "d2F5YmlsbA", "without padding"),
      miss("alphabet", "d2F5-mls_A==", "with characters of the URL alphabet"),
    ],
  },
  int32: {
    valid: [1, 2 ** 31 - 1, -(2 ** 31)],
    invalid: [
      miss("over", 2 ** 31, "one more than 32 bits hold"),
      miss("under", -(2 ** 31) - 1, "one less than 32 bits hold"),
    ],
  },
  int64: {
    valid: [1, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER],
    invalid: [miss("fraction", 1.5, "a fraction")],
  },
  float: { valid: [1.5, -0.25], invalid: [] },
  double: { valid: [1.5, 1e-300], invalid: [] },
  password: { valid: ["correct horse battery staple"], invalid: [] },
  binary: { valid: ["01101001"], invalid: [] },
};

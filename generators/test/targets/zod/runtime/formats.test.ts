// Formats: what each takes, and that ajv-formats says the same of realistic and of mangled texts.
import { fullFormats } from "ajv-formats/dist/formats.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isIpv4, isIpv6 } from "../../../../src/targets/zod/runtime/formats/address.ts";
import { isEmail } from "../../../../src/targets/zod/runtime/formats/email.ts";
import { isIdnEmail } from "../../../../src/targets/zod/runtime/formats/email-idn.ts";
import { isHostname } from "../../../../src/targets/zod/runtime/formats/hostname.ts";
import { isIdnHostname } from "../../../../src/targets/zod/runtime/formats/hostname-idn.ts";
import { isIri, isIriReference } from "../../../../src/targets/zod/runtime/formats/iri.ts";
import {
  isByte,
  isJsonPointer,
  isRegex,
  isRelativeJsonPointer,
  isUuid,
} from "../../../../src/targets/zod/runtime/formats/text.ts";
import { isDate, isDateTime, isDuration, isTime } from "../../../../src/targets/zod/runtime/formats/time.ts";
import { isUri, isUriReference } from "../../../../src/targets/zod/runtime/formats/uri.ts";
import { isUriTemplate } from "../../../../src/targets/zod/runtime/formats/uri-template.ts";

interface Format {
  readonly name: string;
  readonly test: (text: string) => boolean;
  readonly accepts: readonly string[];
  readonly rejects: readonly string[];
  /** Where the standard and ajv-formats part ways. */
  readonly ajvErrs?: readonly string[];
}

// biome-ignore format: a table is read by the row
const table: readonly Format[] = [
  { name: "date", test: isDate, accepts: ["2025-11-03", "2024-02-29", "2000-02-29", "0000-01-01"], rejects: ["", "2025-13-01", "2025-02-29", "1900-02-29", "2025-04-31", "2025-1-1", "2025-11-03T", "২০২৫-11-03"] },
  { name: "time", test: isTime, accepts: ["14:02:47Z", "14:02:47.123456+01:00", "00:00:00z", "23:59:60Z", "15:59:60-08:00", "00:29:60+00:30"], rejects: ["", "14:02:47+0100", "14:02:47+01", "14:02:47", "24:00:00Z", "14:60:00Z", "14:02:60Z", "23:59:61Z", "14:02:47+24:00", "14:02:47+01:60", "14:02Z", "14:02:47 Z"], ajvErrs: ["14:02:47+0100", "14:02:47+01"] },
  { name: "date-time", test: isDateTime, accepts: ["2025-11-03T14:02:47.120Z", "2025-11-03t14:02:47z", "2016-12-31T23:59:60Z", "2025-11-03T14:02:47-07:00"], rejects: ["", "2025-11-03 14:02:47Z", "2025-11-03T14:02:47+0100", "2025-11-03", "2025-11-03T14:02:47", "2025-02-30T14:02:47Z", "2025-11-03T25:02:47Z", "2025-11-03Z14:02:47T", "1762161267", "2025-11-03T14:02:47Z ", "2025-11-03TT14:02:47Z"], ajvErrs: ["2025-11-03 14:02:47Z", "2025-11-03T14:02:47+0100"] },
  { name: "duration", test: isDuration, accepts: ["P1Y2M3DT4H5M6S", "PT0S", "P2W", "P1D", "PT36H", "P1Y1M", "PT1M1S"], rejects: ["", "P1Y1D", "PT1H1S", "P", "PT", "P1W2D", "1D", "P1S", "p1d", "P1DT", "P0.5D"], ajvErrs: ["P1Y1D", "PT1H1S"] },
  { name: "email", test: isEmail, accepts: ["ada@example.com", "a.b+c@x-y.example.org", "A@B.CO", "o'neil@example.com", "1@1.1", '"ada b"@example.com', "ada@[192.0.2.1]", "ada@[IPv6:::1]", "ada@[x-tag:a]"], rejects: ["", "ada", "ada@localhost", "ada@[192.0.2]", "ada@[IPv6:1]", '"ada"b"@example.com', '"@example.com', "@example.com", "ada@", "a..b@example.com", ".a@example.com", "a.@example.com", "ada@example..com", "ada@-x.com", "a b@example.com", "ada@exa mple.com", "ada@example.com\n", "ä@example.com", "a@b@example.com", "<ada@example.com>"], ajvErrs: ['"ada b"@example.com', "ada@[192.0.2.1]", "ada@[IPv6:::1]", "ada@[x-tag:a]"] },
  { name: "hostname", test: isHostname, accepts: ["localhost", "api.example.com", "a-b.c1", "1.2.3.4", `${"a".repeat(63)}.b`, "xn--bcher-kva.example"], rejects: ["", "example.com.", "xn--x", "xn--a", ".", "-a.com", "a-.com", "a..b", "a_b.com", `${"a".repeat(64)}.b`, "a b", `${"a.".repeat(127)}`.repeat(2)], ajvErrs: ["example.com.", "xn--x", "xn--a"] },
  { name: "ipv4", test: isIpv4, accepts: ["0.0.0.0", "192.0.2.1", "255.255.255.255"], rejects: ["", "256.0.0.1", "1.2.3", "1.2.3.4.5", "01.2.3.4", "1.2.3.4.", "1.2.3.a", ".1.2.3", "1..2.3"] },
  { name: "ipv6", test: isIpv6, accepts: ["::", "::1", "1::", "2001:db8::8a2e:370:7334", "1:2:3:4:5:6:7:8", "::ffff:192.0.2.1", "1:2:3:4:5:6:1.2.3.4", "1:2:3:4:5:6:7::", "::2:3:4:5:6:7:8", "FE80::A"], rejects: ["", ":", ":::", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1::2::3", "12345::", "g::", "::1.2.3", "1.2.3.4", "::1.2.3.4:5", "1:2:3:4:5:6:7:1.2.3.4", "fe80::1%eth0", "[::1]", "::1.2.3.4::", "1:2:3:4:5:6:7:", ":2:3:4:5:6:7:8"] },
  { name: "uri", test: isUri, accepts: ["https://example.com/hooks?x=1&y=%20#top", "http://user:pw@[2001:db8::1]:8080/", "urn:isbn:0451450523", "mailto:ada@example.com", "file:///etc/hosts", "https://example.com:", "ftp://1.2.3.4", "tel:+1-816-555-1212", "http://[v1.fe]/", "x:/", "https://", "HTTP://EXAMPLE.com", "x:", "x:?a"], rejects: ["", "example.com", "/orders", "//example.com", "https://exa mple.com", "https://example.com/a b", "https://example.com/{id}", "https://example.com/%zz", "https://[1::2::3]/", "1http://example.com", "https://example.com/\\x", "https://ex^ample.com", "http://[::1", "https://example.com/#a#b", "https://example.com/ä", "https://example.com:port/"], ajvErrs: ["https://example.com:port/", "x:", "x:?a"] },
  { name: "uri-reference", test: isUriReference, accepts: ["", "/orders", "orders/1?x#y", "../a:b", "//example.com/x", "?a=b", "#top", "https://example.com", "./a:b"], rejects: ["a b", "\\x", "#a#b", "http://[::1", "%", ":", "1:2"], ajvErrs: [":", "1:2"] },
  { name: "uri-template", test: isUriTemplate, accepts: ["", "/orders{/orderId}{?limit,offset}", "https://example.com/{+path}", "{x:3}", "{list*}", "{a.b}"], rejects: ["{", "{}", "{a", "a}b", "{x:0}", "{x:12345}", "<a>", "{a,}"], ajvErrs: ["{a.b}"] },
  { name: "uuid", test: isUuid, accepts: ["0191d3f0-6a0c-7c4e-9d3e-2f6f3c1b7a55", "00000000-0000-0000-0000-000000000000"], rejects: ["", "urn:uuid:0191d3f0-6a0c-7c4e-9d3e-2f6f3c1b7a55", "0191d3f06a0c7c4e9d3e2f6f3c1b7a55", "0191d3f0-6a0c-7c4e-9d3e-2f6f3c1b7a5", "g191d3f0-6a0c-7c4e-9d3e-2f6f3c1b7a55"], ajvErrs: ["urn:uuid:0191d3f0-6a0c-7c4e-9d3e-2f6f3c1b7a55"] },
  { name: "json-pointer", test: isJsonPointer, accepts: ["", "/", "/a~0b/c~1d", "//"], rejects: ["a", "/~", "/~2", "#/a"] },
  { name: "relative-json-pointer", test: isRelativeJsonPointer, accepts: ["0", "1/a", "0#", "12//"], rejects: ["", "/a", "-1", "01", "0##", "1a"] },
  { name: "regex", test: isRegex, accepts: ["", "^a$", "[a-z]+", "\\d", "(?<x>a)"], rejects: ["(", "[", "a{2,1}", "\\p{Nope}", "\\-"], ajvErrs: ["\\p{Nope}", "\\-"] },
  { name: "idn-email", test: isIdnEmail, accepts: ["ada@example.com", "실례@실례.테스트", "ä@bücher.example", "a@cafe\u0301.com", "ä@[192.0.2.1]"], rejects: ["", "ä", "ä@bücher", "@ä.com", "ä@", "ä..b@example.com", "ä@x_y.com", "ä@\u200d.com", "ä\ud800@example.com"] },
  { name: "idn-hostname", test: isIdnHostname, accepts: ["localhost", "bücher.example", "実例。jp", "xn--bcher-kva", "l·l", "α͵β", "ב׳ש", "נ״י", "カ・タ", "क्\u200dष", "ﺏ".normalize("NFKC"), "بي\u200cبي", "fass", "faß", "א1"], rejects: ["", ".", "ä.", "Ä", "bu\u0308cher", "-ä", "ä-", "äb--c", "ab--c", "\u0301a", "l·a", "͵a", "a׳", "・", "क\u200dष", "a\u200cb", "١۱", "aא", "1א", "א١1", "xn--bcher", `${"ä".repeat(60)}`, "a b"] },
  { name: "iri", test: isIri, accepts: ["https://例え.テスト/注文?q=é#ü", "urn:é", "http://[::1]/é", "http://a/?\ue000"], rejects: ["", "é", "//é", "http://[é]/", "http://a/ é", "http://a/\ue000", "http://a/\ud800", "http://é:port"] },
  { name: "iri-reference", test: isIriReference, accepts: ["", "é", "/é", "//é/é", "#é", "?é", "https://é"], rejects: ["\\é", "é é", "é:b", "#é#"] },
  { name: "byte", test: isByte, accepts: ["", "YQ==", "YWI=", "YWJj"], rejects: ["YQ", "YQ=", "YQ===", "Y Q=", "YQ==\n"], ajvErrs: ["YQ==\n"] },
];

function ajvSays(name: string, text: string): boolean {
  const format = Object.entries(fullFormats).find(([known]) => known === name)?.[1];
  const validate = typeof format === "object" && format !== null && "validate" in format ? format.validate : format;
  if (validate instanceof RegExp) return validate.test(text);
  if (typeof validate !== "function") throw new Error(`no format ${name}`);
  return Reflect.apply(validate, undefined, [text]) === true;
}

/** Formats that ajv-formats does not have, or reads too differently for mangled texts. */
const unlike: readonly string[] = [
  "regex",
  "uri-template",
  "byte",
  "idn-email",
  "idn-hostname",
  "iri",
  "iri-reference",
  "email",
];

describe.each(table)("the format $name", ({ name, test, accepts, rejects, ajvErrs = [] }) => {
  const rows = [
    ...accepts.map((text) => ({ text, verdict: true })),
    ...rejects.map((text) => ({ text, verdict: false })),
  ];

  it("differs from near misses", () => {
    expect(rows.map(({ text }) => ({ text, verdict: test(text) }))).toEqual(rows);
  });

  it.skipIf(/^i(dn|ri)/.test(name))("is what ajv-formats says it is", () => {
    const agreed = rows.filter(({ text }) => !ajvErrs.includes(text));
    expect(agreed.map(({ text }) => ({ text, verdict: ajvSays(name, text) }))).toEqual(agreed);
  });

  it.skipIf(unlike.includes(name))("is what ajv-formats says of mangled texts", () => {
    const seeds = [...accepts, ...rejects].filter((text) => text.length < 60);
    fc.assert(
      fc.property(mangled(seeds), (text) => {
        if (isKnownDifference(name, text)) return;
        expect({ text, verdict: test(text) }).toEqual({ text, verdict: ajvSays(name, text) });
      }),
      { seed: 7, numRuns: 3000 },
    );
  });
});

/** A text of the table with pieces put in, taken out and doubled. */
function mangled(seeds: readonly string[]): fc.Arbitrary<string> {
  const piece = fc.constantFrom(
    "",
    ":",
    "::",
    ".",
    "/",
    "-",
    "0",
    "1",
    "9",
    "60",
    "a",
    "f",
    "Z",
    "T",
    " ",
    "@",
    "#",
    "?",
    "%41",
    "~",
    "+",
    "[",
    "]",
    "é",
  );
  const edit = fc.tuple(fc.nat(60), fc.nat(3), piece);
  return fc
    .tuple(fc.constantFrom(...seeds), fc.array(edit, { maxLength: 3 }))
    .map(([text, edits]) =>
      edits.reduce((current, [at, remove, insert]) => current.slice(0, at) + insert + current.slice(at + remove), text),
    );
}

/** Where the standard is followed instead; in every other place the two must agree. */
function isKnownDifference(name: string, text: string): boolean {
  switch (name) {
    case "time":
    case "date-time":
      // A leap second is at 23:59:60 UTC, with any offset; ajv-formats accepts some that are not.
      if (/:60/.test(text) && /[+-]\d\d/.test(text.slice(name === "time" ? 0 : 10))) return true;
      // RFC 3339 has a T between date and time, and a colon in the offset; ajv-formats takes a space, and no colon.
      return (
        ajvSays(name, text) &&
        (/\s/.test(text) || !/(?:z|:\d\d)$/i.test(text) || /[+-]\d\d(?:\d\d)?$/.test(text.slice(10)))
      );
    case "duration":
      return ajvSays(name, text) && /Y\d+D|H\d+S/.test(text);
    case "uuid":
      return /^urn:uuid:/i.test(text);
    case "hostname":
      return ajvSays(name, text) && (text.endsWith(".") || /xn--/i.test(text));
    case "uri":
    case "uri-reference":
      // Nothing has to follow the scheme.
      if (/^[a-z][a-z0-9+.-]*:(?:[?#]|$)/i.test(text)) return true;
      // What follows `//` is an authority; ajv-formats takes `https://example.com:port` as a path. And a relative
      // reference has no colon in its first segment.
      return ajvSays(name, text) && /^([a-z][a-z0-9+.-]*:)?\/\/|^[^/?#]*:/i.test(text);
    default:
      return false;
  }
}

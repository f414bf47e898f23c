// Headers that standards define -> the form of their values.

interface StandardHeader {
  readonly name: string;
  readonly pattern: RegExp;
  /** With an example, and its source: what follows "must be". */
  readonly form: string;
}

const token = "[!#$%&'*+.^`|~\\w-]+";
const quoted = '"(?:[^"\\\\]|\\\\.)*"';
const date = "(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \\d\\d [A-Z][a-z]{2} \\d{4} \\d\\d:\\d\\d:\\d\\d GMT";
const link = `<[^<>\\s]*>(?:\\s*;\\s*${token}(?:\\s*=\\s*(?:${quoted}|[^\\s",;]+))?)*`;

export const standardHeaders: readonly StandardHeader[] = [
  { name: "ETag", pattern: /^(?:W\/)?"[!#-~\x80-\xff]*"$/, form: 'a text in quotes, such as "v1" (RFC 9110, 8.8.3)' },
  {
    name: "Retry-After",
    pattern: new RegExp(`^(?:\\d+|${date})$`),
    form: "seconds or a date of HTTP (RFC 9110, 10.2.3)",
  },
  { name: "Deprecation", pattern: /^@-?\d+$/, form: "a date such as @1769817600 (RFC 9745, 2.1)" },
  { name: "Sunset", pattern: new RegExp(`^${date}$`), form: "a date of HTTP (RFC 8594, 3)" },
  {
    name: "Link",
    pattern: new RegExp(`^(?:${link}|)(?:\\s*,\\s*(?:${link}|))*$`),
    form: 'links such as </orders?page=2>; rel="next" (RFC 8288, 3)',
  },
  {
    name: "WWW-Authenticate",
    pattern: new RegExp(`^${token}(?: |,|$)`),
    form: "a scheme, such as Bearer (RFC 9110, 11.6.1)",
  },
];

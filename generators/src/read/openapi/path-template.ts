// The key of a path item -> literal text and expressions, and the query after it.
import { keyOf } from "../../diagnostics/index.ts";
import type { PathPart, PathQuery, PathTemplate } from "../../model/http.ts";
import type { Node } from "../../source/index.ts";
import type { OpenApiReading } from "./openapi-reading.ts";

/** The targets that send requests or take them. */
const ofRequests = ["server", "client"];

/** Splits `/v1/orders/{orderId}`; `null` for an invalid path, which is reported. */
export function readTemplate(reading: OpenApiReading, member: Node): PathTemplate | null {
  const text = member.key;
  /** Reports an error; it can be tolerated if the path is usable all the same. */
  const reject = (
    reason: string,
    tolerated: string | null = null,
    stops = tolerated === null ? null : ofRequests,
  ): null => {
    reading.report.add("malformed-path", keyOf(member), { path: text, reason }, { tolerated, stops });
    return null;
  };
  if (!text.isWellFormed()) return reject("it holds half of a surrogate pair, which no URL can");
  if (!text.startsWith("/")) reject('it does not start with "/"', 'the path starts with "/"');
  const [, path = "", query, fragment] = /^((?:\{[^{}]*\}|[^?#])*)(?:\?([^#]*))?(?:#(.*))?$/s.exec(text) ?? [];
  const segments = partsOf(path.startsWith("/") ? path : `/${path}`);
  if (typeof segments === "string") return reject(segments);
  const names = segments.flatMap((part) => (part.kind === "parameter" ? [part.name] : []));
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) reject(`{${twice}} occurs twice`, `{${twice}} has the same value at both places`);
  const queries = queriesOf(query ?? "");
  if (queries === null) return reject("an expression is only part of a value in its query");
  const both = queries.find(({ expression }) => expression !== null && names.includes(expression));
  if (both !== undefined) return reject(`{${both.expression}} appears in its query too`);
  if (query !== undefined) {
    const reason = "a query is not part of it; describe query parameters instead";
    reject(
      reason,
      "what follows the ? is sent with each request and expected in it; {name} there is a query parameter",
      queries.some(({ expression }) => expression !== null) ? null : ofRequests,
    );
  }
  if (fragment !== undefined) {
    const reason = "a path has no fragment, as requests never send one";
    reject(
      reason,
      "the fragment is not sent; operations of one path are distinguished by the parameters that it names or that have a single value",
    );
  }
  return { text, segments, query: queries, fragment: fragment ?? null };
}

/** The reason why a path is invalid. */
function partsOf(path: string): PathPart[] | string {
  const parts: PathPart[] = [];
  let rest = path;
  while (rest !== "") {
    const open = rest.search(/[{}]/);
    const literal = open === -1 ? rest : rest.slice(0, open);
    if (literal !== "") parts.push({ kind: "literal", text: literal });
    if (open === -1) break;
    const [expression, name] = /^\{([^{}]*)\}/.exec(rest.slice(open)) ?? [];
    if (expression === undefined || name === undefined) return "it has an unmatched brace";
    if (name === "") return "an expression has no name";
    parts.push({ kind: "parameter", name });
    rest = rest.slice(open + expression.length);
  }
  return parts;
}

/** `op=list&user={id}`; `null` where an expression is only a part of a value. */
function queriesOf(query: string): PathQuery[] | null {
  const items = query.split("&").filter((item) => item !== "");
  const read = items.map((item): PathQuery | null => {
    const at = item.indexOf("=");
    const name = decoded(at === -1 ? item : item.slice(0, at));
    const value = at === -1 ? "" : item.slice(at + 1);
    const [, expression] = /^\{([^{}]+)\}$/.exec(value) ?? [];
    if (expression !== undefined) return { name, value: null, expression };
    return /[{}]/.test(item) ? null : { name, value: decoded(value), expression: null };
  });
  return read.some((item) => item === null) ? null : read.filter((item) => item !== null);
}

/** Text that is not percent-encoded UTF-8 is used as written. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}

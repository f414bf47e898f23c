// `pagination` of a configuration: `false`, or rules, each with one way to the next page and only the fields that belong to it.
import { listOf } from "../../diagnostics/code.ts";
import {
  type PaginationOption,
  type PaginationRule,
  type RequestFieldRule,
  type ResponseFieldRule,
  type RuleKind,
  ruleKinds,
} from "../../model/finish/pagination/pagination-rule.ts";
import { readPatterns } from "./check-selectors.ts";
import { isFields, kindOf, type Reader, type Readers, readFields, readList, readText } from "./config-reader.ts";

const hint = 'for example: [{ path: "/v1/orders/**", offset: "offset", limit: "limit" }], or false';

export const readPagination: Reader<PaginationOption> = (value, at, check) => {
  if (value === false) return false;
  if (Array.isArray(value)) return readList(readRule, hint)(value, at, check);
  return check.reject(at, `must be false or a list of rules, found ${kindOf(value)}`, hint);
};

const readRule: Reader<PaginationRule> = (value, at, check) => {
  const rule = readFields(readers, value, at, check);
  if (rule === undefined || !isFields(value)) return undefined;
  const kinds = ruleKinds.filter((kind) => value[kind] !== undefined);
  const [kind, ...others] = kinds;
  if (kind === undefined) return check.reject(at, "does not say how the next page is requested", kindsHint);
  if (others.length > 0)
    return check.reject(at, `has ${listOf(kinds, "and")}, which cannot be used together`, "keep one of them");
  for (const [field, of] of Object.entries(belongs)) {
    if (value[field] !== undefined && !of.includes(kind))
      check.reject(`${at}.${field}`, `has no meaning next to ${kind}`, `it is for ${listOf(of)}`);
  }
  const ends = ["more", "total", "pages"].filter((field) => value[field] !== undefined);
  if (ends.length > 1)
    check.reject(at, `has ${listOf(ends, "and")}, which cannot be used together`, "keep one of them");
  const isEither = (value["next"] === undefined) !== (value["last"] === undefined);
  return kind !== "cursor" || isEither
    ? rule
    : check.reject(
        at,
        value["next"] === undefined
          ? "has a cursor, but not where to find the next one"
          : "has next and last, which cannot be used together",
        'next: "meta.next_cursor" is a member of the response, last: "id" one of its last item',
      );
};

const kindsHint = `add one of ${listOf(ruleKinds)}`;

/** What each field belongs to, where it does not belong to all of them. */
const belongs: Readonly<Record<string, readonly RuleKind[]>> = {
  first: ["page"],
  next: ["cursor"],
  last: ["cursor"],
  total: ["offset"],
  pages: ["page"],
  more: ["offset", "page", "cursor"],
  limit: ["offset", "page", "cursor", "url", "link"],
  items: ["offset", "page", "cursor", "url", "link"],
};

const readRequestField: Reader<RequestFieldRule> = (value, at, check) =>
  isFields(value) ? readOnlyField("body", value, at, check) : readText(value, at, check);

const readResponseField: Reader<ResponseFieldRule> = (value, at, check) =>
  isFields(value) ? readOnlyField("header", value, at, check) : readText(value, at, check);

/** `{ body: "next.cursor" }`, `{ header: "X-Next" }`. */
function readOnlyField<Name extends string>(
  name: Name,
  ...[value, at, check]: Parameters<Reader<unknown>>
): { readonly [Key in Name]: string } | undefined {
  const fields = readFields({ [name]: readText }, value, at, check);
  const text: unknown = isFields(fields) ? fields[name] : undefined;
  if (typeof text === "string") return { [name]: text } as { readonly [Key in Name]: string };
  return isFields(value) && value[name] !== undefined ? undefined : check.reject(at, `needs a ${name}`, null);
}

const readTrue: Reader<true> = (value, at, check) =>
  value === true ? value : check.reject(at, `must be true, found ${kindOf(value)}`, "or leave it out");

const readPath: Reader<string> = (value, at, check) => (value === "" ? "" : readText(value, at, check));

const readNumber: Reader<number> = (value, at, check) =>
  Number.isSafeInteger(value)
    ? Number(value)
    : check.reject(at, `must be a whole number, found ${kindOf(value)}`, "the first page is 0 or 1");

const readers: Readers<PaginationRule> = {
  tag: readPatterns,
  operation: readPatterns,
  path: readPatterns,
  method: readPatterns,
  offset: readRequestField,
  page: readRequestField,
  first: readNumber,
  cursor: readRequestField,
  next: readResponseField,
  last: readText,
  url: readResponseField,
  link: readTrue,
  none: readTrue,
  limit: readRequestField,
  items: readPath,
  more: readText,
  total: readText,
  pages: readText,
};

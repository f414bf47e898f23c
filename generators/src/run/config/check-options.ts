// The table of options -> a reader for each: a value of a configuration to an option, or to the reason why it is invalid.
import { listOf } from "../../diagnostics/code.ts";
import { type Accepted, type GivenOptions, optionRows } from "../../model/api-options.ts";
import { isFields } from "../../model/fields.ts";
import type { NameHooks } from "../../model/finish/naming/name-hooks.ts";
import {
  type PaginationOption,
  type PaginationRule,
  type RequestFieldRule,
  type ResponseFieldRule,
  type RuleKind,
  ruleKinds,
} from "../../model/finish/pagination/pagination-rule.ts";
import { type Pattern, type Selector, selectorFields } from "../../model/finish/selector.ts";
import {
  isFunction,
  kindOf,
  type Reader,
  type Readers,
  readChoice,
  readFields,
  readKnownNames,
  readList,
  readText,
} from "./config-reader.ts";
import { wordsOfCommand } from "./project-of-config.ts";

const namesHint = "such as { schema: (name) => `${name}Dto` }; a configuration in JSON has no functions";

const hookReaders: Readers<NameHooks> = {
  schema: (value, at, check) => readHook(value, at, check),
  operation: (value, at, check) => readHook(value, at, check),
  method: (value, at, check) => readHook(value, at, check),
  message: (value, at, check) => readHook(value, at, check),
};

/** Its results are checked on each call. */
const readHook: Reader<(...args: readonly unknown[]) => string> = (value, at, check) =>
  isFunction(value) ? value : check.reject(at, "must be a function", namesHint);

/** `names`: functions that return names. */
const readNameHooks: Reader<NameHooks> = (value, at, check) => readFields(hookReaders, value, at, check);

export const optionReaders: Readers<GivenOptions> = readersOf();

function readersOf(): Readers<GivenOptions>;
function readersOf(): object {
  return Object.fromEntries(Object.entries(optionRows).map(([name, { accepts }]) => [name, readerOf(accepts)]));
}

function readerOf(accepts: Accepted): Reader<unknown> {
  switch (accepts.kind) {
    case "choice": {
      const { choices, parts } = accepts;
      const one = readChoice(choices);
      if (parts === undefined) return one;
      const each = readKnownNames(parts, one);
      return (value, at, check) => (isFields(value) ? each : one)(value, at, check);
    }
    case "boolean":
      return readBoolean;
    case "text":
      return textReader(accepts.hint);
    case "selectors":
      return (value, at, check) => readSelectors(value, at, check);
    case "pagination":
      return (value, at, check) => readPagination(value, at, check);
    case "commands":
      return readList(commandReader(accepts.hint), accepts.hint);
    case "name hooks":
      return readNameHooks;
  }
}

export function readBoolean(...[value, at, check]: Parameters<Reader<boolean>>): boolean | undefined {
  return typeof value === "boolean" ? value : check.reject(at, `must be true or false, found ${kindOf(value)}`, null);
}

function commandReader(hint: string): Reader<string> {
  return (value, at, check) => {
    if (typeof value !== "string") return check.reject(at, `must be a command, found ${kindOf(value)}`, hint);
    const parsedCommand = wordsOfCommand(value);
    if (parsedCommand.ok) return value;
    for (const problem of parsedCommand.problems) check.reject(at, problem.message, problem.hint ?? hint);
    return undefined;
  };
}

function textReader(hint: string): Reader<string> {
  return (value, at, check) => {
    if (typeof value === "string" && value.trim() !== "") return value;
    return check.reject(
      at,
      `must be a string, found ${typeof value === "string" ? "an empty one" : kindOf(value)}`,
      hint,
    );
  };
}

const selectorsHint = 'for example: [{ tag: "orders" }, { path: "/v1/stock/**", method: "get" }]';

const readPattern: Reader<Pattern> = (value, at, check) => {
  if (value instanceof RegExp) return value;
  if (typeof value === "string" && value !== "") return value;
  return check.reject(at, `must be a string or a regular expression, found ${kindOf(value)}`, selectorsHint);
};

const readPatterns: Reader<Pattern | Pattern[]> = (value, at, check) =>
  Array.isArray(value) ? readList(readPattern, selectorsHint)(value, at, check) : readPattern(value, at, check);

const selectorReaders: Readers<Selector> = {
  tag: readPatterns,
  operation: readPatterns,
  path: readPatterns,
  method: readPatterns,
  channel: readPatterns,
  message: readPatterns,
};

const readSelector: Reader<Selector> = (value, at, check) => {
  if (isFields(value) && Object.keys(value).length === 0)
    return check.reject(at, "selects everything", `name at least one field: ${selectorFields.join(", ")}`);
  return readFields(selectorReaders, value, at, check);
};

/** `include` and `exclude`. */
const readSelectors: Reader<Selector[]> = (value, at, check) => {
  if (Array.isArray(value) && value.length === 0) return check.reject(at, "selects nothing", selectorsHint);
  return readList(readSelector, selectorsHint)(value, at, check);
};

const hint = 'for example: [{ path: "/v1/orders/**", offset: "offset", limit: "limit" }], or false';

const readPagination: Reader<PaginationOption> = (value, at, check) => {
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

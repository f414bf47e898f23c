// `include` and `exclude` of an API in a configuration to selectors.
import { type Pattern, type Selector, selectorFields } from "../model/passes/selector.ts";
import { isFields, kindOf, type Reader, type Readers, readFields, readList } from "./config-reader.ts";

const hint = 'for example: [{ tag: "orders" }, { path: "/v1/stock/**", method: "get" }]';

const readPattern: Reader<Pattern> = (value, at, check) => {
  if (value instanceof RegExp) return value;
  if (typeof value === "string" && value !== "") return value;
  return check.reject(at, `must be a text or a regular expression, found ${kindOf(value)}`, hint);
};

const readPatterns: Reader<Pattern | Pattern[]> = (value, at, check) =>
  Array.isArray(value) ? readList(readPattern, hint)(value, at, check) : readPattern(value, at, check);

const readers: Readers<Selector> = {
  tag: readPatterns,
  operation: readPatterns,
  path: readPatterns,
  method: readPatterns,
  channel: readPatterns,
  message: readPatterns,
};

const readSelector: Reader<Selector> = (value, at, check) => {
  if (isFields(value) && Object.keys(value).length === 0)
    return check.reject(at, "selects everything", `say what it is about: ${selectorFields.join(", ")}`);
  return readFields(readers, value, at, check);
};

export const readSelectors: Reader<Selector[]> = (value, at, check) => {
  if (Array.isArray(value) && value.length === 0) return check.reject(at, "selects nothing", hint);
  return readList(readSelector, hint)(value, at, check);
};

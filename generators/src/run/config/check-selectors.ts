// Selectors of a configuration: values to patterns by field, or to the reason why not.
import { type Pattern, type Selector, selectorFields } from "../../model/finish/selector.ts";
import { isFields, kindOf, type Reader, type Readers, readFields, readList } from "./config-reader.ts";

const selectorsHint = 'for example: [{ tag: "orders" }, { path: "/v1/stock/**", method: "get" }]';

const readPattern: Reader<Pattern> = (value, at, check) => {
  if (value instanceof RegExp) return value;
  if (typeof value === "string" && value !== "") return value;
  return check.reject(at, `must be a string or a regular expression, found ${kindOf(value)}`, selectorsHint);
};

export const readPatterns: Reader<Pattern | Pattern[]> = (value, at, check) =>
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
export const readSelectors: Reader<Selector[]> = (value, at, check) => {
  if (Array.isArray(value) && value.length === 0) return check.reject(at, "selects nothing", selectorsHint);
  return readList(readSelector, selectorsHint)(value, at, check);
};

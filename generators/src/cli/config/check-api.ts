// An API of a configuration to its fields, each of which has a reader here.
import { intoleranceOf } from "../../diagnostics/tolerance.ts";
import { emissions } from "../../emit/emission.ts";
import type { EnumRule, EnumRules } from "../../model/enum-rules.ts";
import { wellKnownFormats } from "../../model/known-formats.ts";
import type { FormatRule, FormatRules } from "../../targets/target.ts";
import { type ApiConfig, type ChangesetConfig, importExtensions, type PinnedDocument } from "./api-config.ts";
import {
  isFields,
  kindOf,
  type Reader,
  type Readers,
  readChoice,
  readEach,
  readFields,
  readList,
  readSome,
  readText,
} from "./check.ts";
import { readNameHooks } from "./check-names.ts";
import { readSelectors } from "./check-selectors.ts";
import { readTargets } from "./check-target.ts";

export const readApi: Reader<ApiConfig> = (value, at, check) => {
  const api = readFields<ApiConfig>(readers, value, at, check);
  if (!isFields(value) || value["openapi"] !== undefined || value["asyncapi"] !== undefined) return api;
  check.reject(at, "names neither an openapi nor an asyncapi document", 'add openapi: "spec/openapi.yaml"');
  return api;
};

const readPinned: Readers<PinnedDocument> = {
  url: readText,
  integrity: readText,
  files: readEach(readText, 'for example files: { "schemas/order.yaml": "sha384-…" }'),
};

const readDocument: Reader<string | PinnedDocument> = (value, at, check) => {
  if (!isFields(value)) return readText(value, at, check);
  const { url, integrity, files } = readFields<PinnedDocument>(readPinned, value, at, check) ?? {};
  if (url === undefined || integrity === undefined)
    return check.reject(at, "needs a url and an integrity", "waybill pin URL prints both");
  return { url, integrity, ...(files === undefined ? {} : { files }) };
};

const readFormatRule: Reader<FormatRule> = readChoice(["assert", "annotate"]);

const readFormatRules: Reader<FormatRules> = readSome(["*", ...wellKnownFormats], readFormatRule);

const readFormats: Reader<FormatRules> = (value, at, check) =>
  (isFields(value) ? readFormatRules : readFormatRule)(value, at, check);

const tolerateHint = 'a list of codes, such as ["invalid-default"]';

const readCode: Reader<string> = (value, at, check) => {
  if (typeof value !== "string")
    return check.reject(at, `must be the code of an error, found ${kindOf(value)}`, tolerateHint);
  const problem = intoleranceOf(value);
  return problem === null ? value : check.reject(at, `is wrong: ${problem.message}`, problem.hint);
};

const readHeader: Reader<string> = (value, at, check) =>
  typeof value === "string" && value.trim() !== ""
    ? value
    : check.reject(
        at,
        `must be a text, found ${typeof value === "string" ? "an empty one" : kindOf(value)}`,
        headerHint,
      );

const headerHint = 'for example: header: "Copyright 2026 Acme"';

const readFlag: Reader<boolean> = (value, at, check) =>
  typeof value === "boolean" ? value : check.reject(at, `must be true or false, found ${kindOf(value)}`, null);

const changesetReaders: Readers<ChangesetConfig> = {
  base: readText,
  packages: readList(readText, 'a list of names, such as ["my-api-client"]'),
};

const readEnumRule: Reader<EnumRule> = readChoice(["open", "closed"]);

const readEnums: Reader<EnumRules> = (value, at, check) =>
  isFields(value) ? readSome(["request", "response"], readEnumRule)(value, at, check) : readEnumRule(value, at, check);

/** A new field of an API has its reader here, and its words in `api-config.ts`. */
const readers: Readers<ApiConfig> = {
  openapi: readDocument,
  asyncapi: readDocument,
  out: readText,
  importExtension: readChoice(importExtensions),
  emit: readChoice(emissions),
  formats: readFormats,
  enums: readEnums,
  include: readSelectors,
  exclude: readSelectors,
  deprecated: readFlag,
  unusedSchemas: readChoice(["keep", "drop"]),
  dates: readChoice(["string", "date"]),
  names: readNameHooks,
  header: readHeader,
  targets: readTargets,
  tolerate: readList(readCode, tolerateHint),
  changeset: (...where) => readFields(changesetReaders, ...where),
};

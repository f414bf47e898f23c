// An API of a configuration to its fields, each of which has a reader here.
import { intoleranceOf } from "../diagnostics/tolerance.ts";
import type { ApiConfig, ChangesetConfig, PinnedDocument } from "./api-config.ts";
import { optionReaders, readBoolean } from "./check-options.ts";
import { readTargets } from "./check-target.ts";
import {
  isFields,
  kindOf,
  type Reader,
  type Readers,
  readEach,
  readFields,
  readList,
  readText,
} from "./config-reader.ts";

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

const tolerateHint = 'a list of codes, such as ["invalid-default"]';

const readCode: Reader<string> = (value, at, check) => {
  if (typeof value !== "string")
    return check.reject(at, `must be the code of an error, found ${kindOf(value)}`, tolerateHint);
  const problem = intoleranceOf(value);
  return problem === null ? value : check.reject(at, `is wrong: ${problem.message}`, problem.hint);
};

const changesetReaders: Readers<ChangesetConfig> = {
  base: readText,
  packages: readList(readText, 'a list of names, such as ["my-api-client"]'),
};

/** A reader for each field; those of the options follow from their table. */
const readers: Readers<ApiConfig> = {
  openapi: readDocument,
  asyncapi: readDocument,
  out: readText,
  ...optionReaders,
  targets: readTargets,
  tolerate: readList(readCode, tolerateHint),
  strict: readBoolean,
  changeset: (...where) => readFields(changesetReaders, ...where),
};

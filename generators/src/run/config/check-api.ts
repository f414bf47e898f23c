// An API of a configuration to its fields, each of which has a reader here.
import { intoleranceOf } from "../../diagnostics/tolerance.ts";
import type { ApiConfig, ChangesetConfig, LiveDocument, PinnedDocument } from "./api-config.ts";
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

const documentReaders: Readers<PinnedDocument & LiveDocument> = {
  url: readText,
  integrity: readText,
  files: readEach(readText, 'for example files: { "schemas/order.yaml": "sha384-…" }'),
  live: (value, at, check) => (value === true ? value : check.reject(at, "must be true", "or leave it out")),
};

const documentHint = "waybill pin URL prints both; a development server is { url, live: true }";

const readDocument: Reader<string | PinnedDocument | LiveDocument> = (value, at, check) => {
  if (!isFields(value)) return readText(value, at, check);
  const { url, integrity, files, live } = readFields(documentReaders, value, at, check) ?? {};
  if (url !== undefined && live !== undefined && integrity !== undefined)
    return check.reject(at, "has both live and an integrity", "keep one: live is what the server sends in each run");
  if (url !== undefined && live !== undefined) return { url, live };
  if (url !== undefined && integrity !== undefined)
    return { url, integrity, ...(files === undefined ? {} : { files }) };
  return check.reject(at, "needs a url and an integrity", documentHint);
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
  overlays: readList(readDocument, 'a list of files, such as ["fixes.overlay.yaml"]'),
  out: readText,
  ...optionReaders,
  targets: readTargets,
  tolerate: readList(readCode, tolerateHint),
  strict: readBoolean,
  changeset: (...where) => readFields(changesetReaders, ...where),
};

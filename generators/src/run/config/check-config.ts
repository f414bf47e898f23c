// What a configuration file exports to a Config, or to every reason why not.

import { intoleranceOf } from "../../diagnostics/codes.ts";
import { defaultLimits, type Limits } from "../../source/limits.ts";
import { urlOf } from "../../source/url-map.ts";
import { optionReaders, readBoolean } from "./check-options.ts";
import { readTargets } from "./check-target.ts";
import type {
  ApiConfig,
  ChangesetConfig,
  Config,
  DeprecationConfig,
  DiffConfig,
  LiveDocument,
  PinnedDocument,
} from "./config.ts";
import {
  below,
  Check,
  isFields,
  kindOf,
  type Reader,
  type Readers,
  readChoice,
  readEach,
  readFields,
  readKnownNames,
  readList,
  readText,
} from "./config-reader.ts";
import { isCount } from "./reading-rules.ts";
import { type Usable, usable } from "./usage.ts";

/** `name` is how messages name the file. */
export function checkConfig(value: unknown, name: string): Usable<Config> {
  const check = new Check(name);
  const config = readConfig(value, check);
  return config === undefined || check.problems.length > 0 ? { ok: false, problems: check.problems } : usable(config);
}

function readConfig(value: unknown, check: Check): Config | undefined {
  if (value === undefined)
    return check.reject("", "has no default export", "write: export default defineConfig({ apis: { … } })");
  const config = readFields<Config>(readers, value, "", check);
  if (config === undefined) return undefined;
  const { apis } = config;
  if (apis !== undefined) return { ...config, apis };
  return isFields(value) && value["apis"] === undefined ? check.reject("apis", "is required", apisHint) : undefined;
}

const apisHint = 'for example: apis: { orders: { openapi: "spec/openapi.yaml", out: "src/generated" } }';

const readApis: Reader<Record<string, ApiConfig>> = (value, at, check) => {
  const apis = readEach(readApi, apisHint)(value, at, check);
  if (apis !== undefined && isFields(value) && Object.keys(value).length === 0)
    check.reject(at, "names no API", apisHint);
  return apis;
};

const mapHint = 'for example: map: { "https://example.com/schemas/": "vendor/schemas" }';

const readMap: Reader<Record<string, string>> = (value, at, check) => {
  const map = readEach(readText, mapHint)(value, at, check);
  for (const url of Object.keys(map ?? {}))
    if (urlOf(url) === null) check.reject(below(at, url), "is not a URL", mapHint);
  return map;
};

const readCount: Reader<number> = (value, at, check) =>
  isCount(value) ? value : check.reject(at, "must be a whole number above 0", null);

const readLimits: Reader<Partial<Limits>> = readKnownNames(Object.keys(defaultLimits), readCount);

const rulesHint = 'for example: rules: { "scope-required": "minor", "text-changed": "off" }';

const deprecationReaders: Readers<DeprecationConfig> = {
  days: readCount,
  sunset: readText,
  stability: readText,
};

/** Names of rules are checked by the commands that know them: no other run loads them. */
const diffReaders: Readers<DiffConfig> = {
  rules: readEach(readChoice(["major", "minor", "patch", "off"]), rulesHint),
  accepted: readText,
  deprecation: (...where) => readFields(deprecationReaders, ...where),
};

/** What a configuration may say, beside its APIs too: a reader for each field. */
const readers: Readers<Config> = {
  apis: readApis,
  command: readText,
  map: readMap,
  roots: readList(readText, 'for example: roots: ["../shared"]'),
  limits: readLimits,
  diff: (...where) => readFields(diffReaders, ...where),
};

const readApi: Reader<ApiConfig> = (value, at, check) => {
  const api = readFields<ApiConfig>(apiReaders, value, at, check);
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
const apiReaders: Readers<ApiConfig> = {
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

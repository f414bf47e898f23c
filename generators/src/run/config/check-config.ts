// What a configuration file exports to a Config, or to every reason why not.
import { defaultLimits, type Limits } from "../../source/limits.ts";
import { urlOf } from "../../source/url-map.ts";
import type { ApiConfig } from "./api-config.ts";
import { readApi } from "./check-api.ts";
import type { Config, DeprecationConfig, DiffConfig } from "./config.ts";
import {
  below,
  Check,
  isFields,
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

// `names` of an API in a configuration -> functions that return names.
import type { NameHooks } from "../model/naming/name-hooks.ts";
import { isFunction, type Reader, type Readers, readFields } from "./config-reader.ts";

const hint = "such as { schema: (name) => `${name}Dto` }; a configuration in JSON has no functions";

const readers: Readers<NameHooks> = {
  schema: (value, at, check) => readHook(value, at, check),
  operation: (value, at, check) => readHook(value, at, check),
  message: (value, at, check) => readHook(value, at, check),
};

/** Its results are checked on each call. */
const readHook: Reader<(...asked: readonly unknown[]) => string> = (value, at, check) =>
  isFunction(value) ? value : check.reject(at, "must be a function", hint);

export const readNameHooks: Reader<NameHooks> = (value, at, check) => readFields(readers, value, at, check);

// The table of options -> a reader for each: a value of a configuration to an option, or to the reason why it is invalid.
import { type Accepted, type GivenOptions, optionRows } from "../../model/api-options.ts";
import type { NameHooks } from "../../model/finish/naming/name-hooks.ts";
import { readPagination } from "./check-pagination.ts";
import { readSelectors } from "./check-selectors.ts";
import { wordsOfCommand } from "./command-words.ts";
import {
  isFields,
  isFunction,
  kindOf,
  type Reader,
  type Readers,
  readChoice,
  readFields,
  readKnownNames,
  readList,
} from "./config-reader.ts";

const namesHint = "such as { schema: (name) => `${name}Dto` }; a configuration in JSON has no functions";

const hookReaders: Readers<NameHooks> = {
  schema: (value, at, check) => readHook(value, at, check),
  operation: (value, at, check) => readHook(value, at, check),
  method: (value, at, check) => readHook(value, at, check),
  message: (value, at, check) => readHook(value, at, check),
};

/** Its results are checked on each call. */
const readHook: Reader<(...asked: readonly unknown[]) => string> = (value, at, check) =>
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
      return readSelectors;
    case "pagination":
      return readPagination;
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
    const words = wordsOfCommand(value);
    if (words.ok) return value;
    for (const problem of words.problems) check.reject(at, problem.message, problem.hint ?? hint);
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

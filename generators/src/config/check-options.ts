// The table of options -> a reader for each: a value of a configuration to an option, or to the reason why it is invalid.
import { type Accepted, type GivenOptions, optionRows } from "../model/api-options.ts";
import { readNameHooks } from "./check-names.ts";
import { readSelectors } from "./check-selectors.ts";
import { isFields, kindOf, type Reader, type Readers, readChoice, readSome } from "./config-reader.ts";

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
      const each = readSome(parts, one);
      return (value, at, check) => (isFields(value) ? each : one)(value, at, check);
    }
    case "boolean":
      return readBoolean;
    case "text":
      return textReader(accepts.hint);
    case "selectors":
      return readSelectors;
    case "name hooks":
      return readNameHooks;
  }
}

function readBoolean(...[value, at, check]: Parameters<Reader<boolean>>): boolean | undefined {
  return typeof value === "boolean" ? value : check.reject(at, `must be true or false, found ${kindOf(value)}`, null);
}

function textReader(hint: string): Reader<string> {
  return (value, at, check) => {
    if (typeof value === "string" && value.trim() !== "") return value;
    return check.reject(
      at,
      `must be a text, found ${typeof value === "string" ? "an empty one" : kindOf(value)}`,
      hint,
    );
  };
}

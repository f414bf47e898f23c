// The text of a response header -> its value. Text that does not parse as a described value stays text.

import type { Shape } from "../../http/runtime/values.ts";
import { readHeader } from "../../http/runtime/values.ts";

export function readText(text: string): unknown {
  return text;
}

/** A whole number that a double cannot hold exactly stays text. */
export function readNumber(text: string): unknown {
  const value = Number(text);
  return /^[\d.eE+-]+$/.test(text) && Math.abs(value) < 2 ** 53 ? value : text;
}

/** A JSON document. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Reads what has items, members or alternatives. */
export function readAs(shape: Shape, explode = false): (text: string) => unknown {
  return (text) => readHeader(text, shape, explode);
}

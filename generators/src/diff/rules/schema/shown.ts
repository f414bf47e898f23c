// Values of a description -> how they are written in the message of a change.
import { printable, quote } from "../../../diagnostics/code.ts";
import type { Json } from "../../../model/schema.ts";

/** JSON on one line, cut when it is very long. */
export function shown(value: Json | undefined): string {
  if (typeof value === "string") return printable(quote(value));
  const text = JSON.stringify(value) ?? "nothing";
  return printable(text.length <= 120 ? text : `${text.slice(0, 100)}…`);
}

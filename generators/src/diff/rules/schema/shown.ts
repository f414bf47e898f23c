// Values of a description -> their text in the message of a change.
import { printable, quote } from "../../../diagnostics/code.ts";
import type { Json } from "../../../model/schema.ts";

/** JSON on one line, shortened when it is very long. */
export function formatValue(value: Json | undefined): string {
  if (typeof value === "string") return printable(quote(value));
  const text = JSON.stringify(value) ?? "nothing";
  return printable(text.length <= 120 ? text : `${text.slice(0, 100)}…`);
}

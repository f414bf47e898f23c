// Runtime expressions: where a message holds a value.
import { quote } from "../../diagnostics/index.ts";
import type { Node } from "../../source/index.ts";
import { type Reading, stringField } from "../fields/index.ts";

/** The field `location`, as written: `$message.header#/replyTo`. One that no one can evaluate is reported. */
export function readLocation(reading: Reading, node: Node): string | null {
  const location = stringField(reading, node, "location");
  const place = node.get("location");
  if (location === null || place === undefined || /^\$message\.(header|payload)(#(\/.*)?)?$/s.test(location))
    return location;
  const args = { keyword: "location", expected: "an expression such as $message.header#/id", found: quote(location) };
  reading.report.add("invalid-keyword-value", place, args, { tolerated: "it is left as it is", stops: [] });
  return location;
}

// A keyword without effect in its place -> a warning.
import { keyOf, quote } from "../../diagnostics/index.ts";
import type { Node } from "../../source/index.ts";
import type { Reading } from "../fields/index.ts";

export function noEffect(reading: Reading, member: Node, reason: string, advice: string): void {
  reading.report.add("no-effect", keyOf(member), { what: quote(member.key), reason, advice });
}

// The formats a description names against those that are known: each unknown one is reported, once.
import { nearest, type Report } from "../diagnostics/index.ts";
import { knownFormats } from "../model/known-formats.ts";
import type { SchemaRegistry } from "./registry.ts";

export function checkFormats({ formats }: SchemaRegistry, report: Report): void {
  for (const [format, place] of formats) {
    if (!knownFormats.has(format)) report.add("unknown-format", place, { format, near: nearest(format, knownFormats) });
  }
}

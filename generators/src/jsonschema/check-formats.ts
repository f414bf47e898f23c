// Reports each unknown format of a description once.
import { nearest, type Report } from "../diagnostics/index.ts";
import { knownFormats } from "../model/analysis/known-formats.ts";
import type { SchemaRegistry } from "./schema-registry.ts";

export function checkFormats({ formats }: SchemaRegistry, report: Report): void {
  for (const [format, place] of formats) {
    if (!knownFormats.has(format)) report.add("unknown-format", place, { format, near: nearest(format, knownFormats) });
  }
}

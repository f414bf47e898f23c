// Text to value, or to the first reason why there is none. One module per syntax does the work.
import type { SourceFormat } from "./document.ts";
import type { ParseResult } from "./fault.ts";
import { defaultLimits, type Limits } from "./limits.ts";
import { mergeMarkIn } from "./merge-conflict.ts";
import { parseJson } from "./parse-json.ts";
import { parseYaml } from "./parse-yaml.ts";

export function formatOf(path: string): SourceFormat {
  return path.toLowerCase().endsWith(".json") ? "json" : "yaml";
}

export function parseText(text: string, format: SourceFormat, limits: Limits = defaultLimits): ParseResult {
  const result = format === "json" ? parseJson(text, limits) : parseYaml(text, limits);
  if (result.ok || ("limit" in result && result.limit !== undefined)) return result;
  // Where a parser stumbles over the marks says less than that they are there.
  const conflict = mergeMarkIn(text);
  return conflict === null ? result : { ok: false, offset: conflict, detail: conflictDetail, advice: conflictAdvice };
}

const conflictDetail = "it holds the marks of a merge conflict";
const conflictAdvice = "settle the conflict: keep what should stay of both sides and remove the marks";

// Text to value, or to the first reason why there is none. One module per syntax does the work.
import type { SourceFormat } from "./document.ts";
import type { ParseResult } from "./fault.ts";
import { parseJson } from "./parse-json.ts";
import { parseYaml } from "./parse-yaml.ts";

export function formatOf(path: string): SourceFormat {
  return path.toLowerCase().endsWith(".json") ? "json" : "yaml";
}

export function parseText(text: string, format: SourceFormat): ParseResult {
  return format === "json" ? parseJson(text) : parseYaml(text);
}

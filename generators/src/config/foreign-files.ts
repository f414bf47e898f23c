// What a command was given -> which documents are someone else's: those are read as their authors mean them.
import type { NullableRule } from "../model/api-options.ts";
import type { DescriptionFiles, ReadableProject } from "./description-files.ts";
import { isForeign } from "./sources/foreign-source.ts";

/** Documents at a URL or in a package, and all that flags name instead of a configuration. */
export function foreignFiles({
  configFile,
  rules,
}: Pick<ReadableProject, "configFile" | "rules">): (file: string) => boolean {
  return configFile === null ? () => true : (file) => isForeign(rules.foreign, file);
}

/** What `nullable` means in a description, for commands that read it with other tools as well. */
export function nullableRuleOf(documents: DescriptionFiles): NullableRule {
  const { openapi, options } = documents;
  return options.nullable ?? (openapi !== null && foreignFiles(documents)(openapi) ? "author" : "letter");
}

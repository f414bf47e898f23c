// What a command was given -> which documents are someone else's: those are read as their authors mean them.
import { type Meanings, meaningsBy } from "../../model/api-options.ts";
import type { DescriptionFiles } from "./description-files.ts";
import type { ReadingRules } from "./reading-rules.ts";
import { isForeign } from "./sources/foreign-source.ts";

/** Documents at a URL or in a package, and all that flags name instead of a configuration. */
export function foreignFiles({ foreign, isConfigured = false }: ReadingRules): (file: string) => boolean {
  return isConfigured ? (file) => isForeign(foreign, file) : () => true;
}

/** How a description is read where its options are not set, for commands that read it with other tools as well. */
export function meaningsOf({ openapi, options, rules }: DescriptionFiles): Meanings {
  const fallback = openapi !== null && foreignFiles(rules)(openapi) ? "author" : "letter";
  return meaningsBy((name) => options[name] ?? fallback);
}

// The description of one API as commands name it that generate nothing from it: its files, how they are read, and what it tolerates.

import type { Leniency } from "../../diagnostics/codes.ts";
import type { Tolerance } from "../../diagnostics/index.ts";
import { type Meanings, meaningsBy } from "../../model/api-options.ts";
import type { ConformConfig } from "./config.ts";
import type { ApiProject, Project, TargetPlace } from "./project.ts";
import { foreignFiles, type ReadingRules } from "./reading-rules.ts";
import { isForeign } from "./sources/foreign-source.ts";

/** What reading needs to know of an API. */
export interface ReadableApi
  extends Pick<ApiProject, "name" | "openapi" | "asyncapi" | "overlays" | "tolerate" | "lenient" | "options"> {
  readonly places: readonly Pick<TargetPlace, "target" | "definition">[];
}

export interface ReadableProject<A extends ReadableApi = ReadableApi>
  extends Pick<Project, "base" | "configFile" | "rules"> {
  /** The targets that are generated; absent for commands that generate nothing. */
  readonly only?: Project["only"];
  readonly apis: readonly A[];
}

/** One API, with the rules and the configuration it comes from. */
export interface DescriptionFiles extends ReadableApi {
  readonly rules: ReadingRules;
  readonly configFile: string | null;
  /** What the configuration says of `waybill conform`. */
  readonly conform?: ConformConfig;
}

/** How documents are read, without naming any. */
export type ReadingOptions = Pick<DescriptionFiles, "rules" | "tolerate" | "lenient" | "options" | "overlays">;

/** The settings of documents that no configuration names. */
export const unconfigured: Pick<DescriptionFiles, "name" | "places" | "configFile"> = {
  name: "api",
  places: [],
  configFile: null,
};

/** How a description is read where its options are not set, for commands that read it with other tools as well. */
export function meaningsOf({ openapi, options, rules }: DescriptionFiles): Meanings {
  const fallback = openapi !== null && foreignFiles(rules)(openapi) ? "author" : "letter";
  return meaningsBy((name) => options[name] ?? fallback);
}

// What an API tolerates, and whose its documents are -> where errors with a stated meaning are accepted. A typing error is accepted only
// where the user cannot correct it.
export function toleranceOf(
  { tolerate: codes, lenient }: Pick<ApiProject, "tolerate" | "lenient">,
  { foreign }: Pick<ReadingRules, "foreign">,
): Tolerance {
  switch (lenient) {
    case "nowhere":
      return { codes, isLenient: () => false };
    case "foreign":
      return { codes, isLenient: (file) => file !== null && isForeign(foreign, file) };
    case "everywhere":
      return { codes, isLenient: (file, isMistyped) => !isMistyped || !isEditable(foreign, file) };
  }
}

/** Whether the user can change a file: correct a typing error in it, or what a warning is about. */
export function isEditable(foreign: ReadingRules["foreign"], file: string | null): boolean {
  return file === null || !(isForeign(foreign, file) || file.includes("/node_modules/"));
}

/** `strict` of a configuration: a team can fix its own description, and no one else's. */
export function lenientBy(strict: boolean | undefined): Leniency {
  if (strict === undefined) return "foreign";
  return strict ? "nowhere" : "everywhere";
}

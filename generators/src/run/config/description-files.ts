// The description of one API as commands name it that generate nothing from it: its files, how they are read, and what the
// configuration says of it.
import { type Meanings, meaningsBy } from "../../model/api-options.ts";
import type { ApiProject, Project, TargetPlace } from "./project.ts";
import { foreignFiles, type ReadingRules } from "./reading-rules.ts";

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

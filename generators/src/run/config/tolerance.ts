// What an API tolerates, and whose its documents are -> where errors with a stated meaning are accepted. A typing error is accepted only
// where the user cannot correct it.
import type { Tolerance } from "../../diagnostics/index.ts";
import type { Leniency } from "../../diagnostics/tolerance.ts";
import type { ReadableApi } from "./description-files.ts";
import type { ReadingRules } from "./reading-rules.ts";
import { isForeign } from "./sources/foreign-source.ts";

export function toleranceOf(
  { tolerate: codes, lenient }: Pick<ReadableApi, "tolerate" | "lenient">,
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

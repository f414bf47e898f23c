// Where the built pages of the portal are: in the package that is installed, or in the repository that it is built from.
import { existsSync } from "node:fs";
import { join } from "node:path";

/** Of the build that this module is in, or of the package that the pages are built in; `null`: they were not built. */
export function ownPages(): string | null {
  const places = ["../portal-pages/dist", "../../../portal/dist"].map((place) => join(import.meta.dirname, place));
  return places.find((place) => existsSync(join(place, "index.html"))) ?? null;
}

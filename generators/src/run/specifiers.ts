// How one generated file imports another: by a relative path, or by the package its target is published as.
import path from "node:path";
import type { FileSpec, ModuleRef, PrintContext } from "../emit/index.ts";
import { extensionOf } from "../model/api-options.ts";
import type { ApiProject } from "./config/project.ts";

export function specifierOf({ places, options }: ApiProject): PrintContext["specifierOf"] {
  const byTarget = new Map<string, { readonly out: string; readonly import: string | null }>(
    places.map((place) => [place.target, place]),
  );
  const placeOf = (target: string): { readonly out: string; readonly import: string | null } => {
    const place = byTarget.get(target);
    if (place === undefined) throw new TypeError(`the target ${target} is imported, and no target requires it`);
    return place;
  };
  return (from: FileSpec, to: ModuleRef) => {
    if (to.kind === "package") return to.specifier;
    const place = placeOf(to.target);
    if (to.target !== from.target && place.import !== null) return place.import;
    const folder = path.posix.dirname(path.posix.join(placeOf(from.target).out, from.path));
    const relative = path.posix
      .relative(folder, path.posix.join(place.out, to.path))
      .replace(/\.ts$/, extensionOf(options));
    return relative.startsWith(".") ? relative : `./${relative}`;
  };
}

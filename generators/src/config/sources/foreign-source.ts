// Documents from elsewhere, in a package or at a URL: their paths on this disk -> their names in messages, generated files and the manifest,
// which are the same on every machine.
import path from "node:path";
import { pathFrom } from "../path-from.ts";

export interface ForeignSource {
  /** The folder of a package, or the copy of what a URL answers: absolute. */
  readonly place: string;
  /** `@acme/spec`, or the URL. */
  readonly name: string;
  readonly url: string | null;
}

/** The file as messages, comments and headers name it: `@acme/spec/schemas/order.yaml`; else its path from `base`. */
export function shownFile(sources: readonly ForeignSource[], base: string, file: string): string {
  return foreignName(sources, file) ?? pathFrom(base, file);
}

/** The file as a manifest names it. A copy is below the root; the path of a package depends on its installation. */
export function inputName(sources: readonly ForeignSource[], root: string, file: string): string {
  const packages = sources.filter(({ url }) => url === null);
  const named = foreignName(packages, file);
  return named === null ? pathFrom(root, file) : `npm:${named}`;
}

/** The other way round: an absolute path. */
export function inputFile(sources: readonly ForeignSource[], root: string, input: string): string {
  const source = sources.find(({ name, url }) => url === null && input.startsWith(`npm:${name}/`));
  return source === undefined
    ? path.join(root, input)
    : path.join(source.place, input.slice(`npm:${source.name}/`.length));
}

/** Whether a file is of someone else. */
export function isForeign(sources: readonly ForeignSource[], file: string): boolean {
  return foreignName(sources, file) !== null;
}

function foreignName(sources: readonly ForeignSource[], file: string): string | null {
  for (const { name, place, url } of sources) {
    if (file === place) return name;
    const below = pathFrom(place, file);
    if (url === null && !below.startsWith("../") && !path.isAbsolute(below)) return `${name}/${below}`;
  }
  return null;
}

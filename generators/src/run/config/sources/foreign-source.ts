// Documents from elsewhere, in a package or at a URL: their paths on this disk -> their names in messages, generated files and the manifest,
// which are the same on every machine.
import path from "node:path";
import { pathFrom } from "../paths.ts";

export interface ForeignSource {
  /** The folder of a package, or the copy of what a URL returned: absolute. */
  readonly place: string;
  /** `@acme/spec`, or the URL. */
  readonly name: string;
  readonly url: string | null;
  /** Of a copy of what the URL served at the start of this run, pinned by nothing. */
  readonly live?: LiveCopy;
}

export interface LiveCopy {
  readonly integrity: string;
  /** Whether the configuration or a flag names it; others are what it refers to. */
  readonly isEntry: boolean;
  /** Why documents that an entry refers to were not fetched, one line each. */
  readonly missing: readonly string[];
}

/** The file as messages, comments and headers name it: `@acme/spec/schemas/order.yaml`; else its path from `base`. */
export function shownFile(sources: readonly ForeignSource[], base: string, file: string): string {
  return foreignName(sources, file) ?? pathFrom(base, file);
}

/** The file as a manifest names it. A pinned copy is below the root; the path of a package depends on its installation. */
export function inputName(sources: readonly ForeignSource[], root: string, file: string): string {
  const served = sources.find(({ live, place }) => live !== undefined && place === file);
  if (served !== undefined) return served.name;
  const packages = sources.filter(({ url }) => url === null);
  const named = foreignName(packages, file);
  return named === null ? pathFrom(root, file) : `npm:${named}`;
}

/** The other way round: an absolute path. */
export function inputFile(sources: readonly ForeignSource[], root: string, input: string): string {
  const served = sources.find(({ live, name }) => live !== undefined && name === input);
  if (served !== undefined) return served.place;
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

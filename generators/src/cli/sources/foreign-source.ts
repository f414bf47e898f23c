// Documents from elsewhere, in a package or at a URL: where they lie on this disk -> what messages, generated files and the manifest
// call them, which is the same on every machine.
import path from "node:path";
import { pathFrom } from "../path-from.ts";

export interface ForeignSource {
  /** The folder of a package, or the copy of what a URL answers: absolute. */
  readonly place: string;
  /** `@acme/spec`, or the URL. */
  readonly name: string;
  /** Of a package. */
  readonly version: string | null;
  readonly url: string | null;
}

/** The file as messages and comments name it: `@acme/spec/schemas/order.yaml`; else its path from `base`. */
export function shownFile(sources: readonly ForeignSource[], base: string, file: string): string {
  return foreignName(sources, file, ({ name }) => name) ?? pathFrom(base, file);
}

/** The same with the version of a package: what a run was made from. */
export function shownEntry(sources: readonly ForeignSource[], base: string, file: string): string {
  const named = foreignName(sources, file, ({ name, version }) => (version === null ? name : `${name}@${version}`));
  return named ?? pathFrom(base, file);
}

/** The file as a manifest names it. A copy lies below the root; where a package lies depends on who installs it. */
export function inputName(sources: readonly ForeignSource[], root: string, file: string): string {
  const packages = sources.filter(({ url }) => url === null);
  return foreignName(packages, file, ({ name }) => `npm:${name}`) ?? pathFrom(root, file);
}

/** The other way round: an absolute path. */
export function inputFile(sources: readonly ForeignSource[], root: string, input: string): string {
  const source = sources.find(({ name, url }) => url === null && input.startsWith(`npm:${name}/`));
  return source === undefined
    ? path.join(root, input)
    : path.join(source.place, input.slice(`npm:${source.name}/`.length));
}

function foreignName(
  sources: readonly ForeignSource[],
  file: string,
  nameOf: (source: ForeignSource) => string,
): string | null {
  for (const source of sources) {
    if (file === source.place) return nameOf(source);
    const below = pathFrom(source.place, file);
    if (source.url === null && !below.startsWith("../") && !path.isAbsolute(below)) return `${nameOf(source)}/${below}`;
  }
  return null;
}

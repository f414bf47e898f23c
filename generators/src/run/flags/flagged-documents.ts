// `--openapi`, `--asyncapi` and `--integrity` -> the files they name, and the words that name them again on another machine.
import { isUrl } from "../config/sources/fetched.ts";
import type { ForeignSource } from "../config/sources/foreign-source.ts";
import { type Located, type LocatePlace, locate, locateUnpinned } from "../config/sources/locate.ts";
import { packagePrefix } from "../config/sources/package-file.ts";
import { type Usable, unusable, usable } from "../config/usage.ts";
import type { Arguments } from "./arguments.ts";
import type { WrittenDocuments } from "./project-of-flags.ts";

export interface FlaggedFiles {
  readonly openapi: string | null;
  readonly asyncapi: string | null;
  readonly written: WrittenDocuments;
}

/** A URL without a hash is read as it is served now. */
export async function locateFlags(args: Arguments, place: LocatePlace): Promise<Usable<Located<FlaggedFiles>>> {
  const integrities = [...args.all("integrity")];
  const files: { openapi: string | null; asyncapi: string | null } = { openapi: null, asyncapi: null };
  const written: { openapi?: readonly string[]; asyncapi?: readonly string[] } = {};
  const foreign: ForeignSource[] = [];
  for (const kind of ["openapi", "asyncapi"] as const) {
    const word = args.one(kind);
    if (word === null) continue;
    const integrity = isUrl(word) ? integrities.shift() : undefined;
    const found = await located(word, { ...place, kind, at: `--${kind}`, integrity });
    if (!found.ok) return found;
    files[kind] = found.value.value;
    foreign.push(...found.value.foreign);
    if (integrity !== undefined) written[kind] = [word, "--integrity", integrity];
    else if (isUrl(word) || word.startsWith(packagePrefix)) written[kind] = [word];
  }
  if (integrities.length > 0)
    return unusable(
      `--integrity ${integrities[0]} has no URL to check`,
      "use it with the URL of --openapi or --asyncapi",
    );
  return usable({ value: { ...files, written }, foreign });
}

export interface WordPlace extends LocatePlace {
  readonly kind: "openapi" | "asyncapi";
  /** How messages call what has the word. */
  readonly at: string;
  /** Of a URL, when it is given. */
  readonly integrity?: string | undefined;
}

/** The file that one word of a command line names: a path, a URL, or a file of a package. */
export function located(word: string, { integrity, ...place }: WordPlace): Promise<Usable<Located<string>>> {
  if (!isUrl(word)) return locate(word, place);
  return integrity === undefined ? locateUnpinned(word, place) : locate({ url: word, integrity }, place);
}

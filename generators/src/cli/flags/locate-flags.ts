// `--openapi`, `--asyncapi` and `--integrity` -> the files they name, and the words that name them again on another machine.

import type { ForeignSource } from "../../config/sources/foreign-source.ts";
import { type Located, type LocatePlace, locate } from "../../config/sources/locate.ts";
import { packagePrefix } from "../../config/sources/package-file.ts";
import { type Usable, unusable, usable } from "../../config/usage.ts";
import type { Arguments } from "../arguments.ts";
import type { WrittenDocuments } from "./project-of-flags.ts";

interface FlaggedFiles {
  readonly openapi: string | null;
  readonly asyncapi: string | null;
  readonly written: WrittenDocuments;
}

export async function locateFlags(args: Arguments, place: LocatePlace): Promise<Usable<Located<FlaggedFiles>>> {
  const integrities = [...args.all("integrity")];
  const files: { openapi: string | null; asyncapi: string | null } = { openapi: null, asyncapi: null };
  const written: { openapi?: readonly string[]; asyncapi?: readonly string[] } = {};
  const foreign: ForeignSource[] = [];
  for (const kind of ["openapi", "asyncapi"] as const) {
    const word = args.one(kind);
    if (word === null) continue;
    const isRemote = /^https?:/i.test(word);
    const integrity = isRemote ? integrities.shift() : undefined;
    if (isRemote && integrity === undefined)
      return unusable(`--${kind} ${word} needs --integrity`, `waybill pin ${word} prints it: --integrity sha384-…`);
    const document = integrity === undefined ? word : { url: word, integrity };
    const found = await locate(document, { ...place, kind, at: `--${kind}` });
    if (!found.ok) return found;
    files[kind] = found.value.value;
    foreign.push(...found.value.foreign);
    if (integrity !== undefined) written[kind] = [word, "--integrity", integrity];
    else if (word.startsWith(packagePrefix)) written[kind] = [word];
  }
  if (integrities.length > 0)
    return unusable(`--integrity ${integrities[0]} goes with no URL`, "it is for --openapi or --asyncapi with a URL");
  return usable({ value: { ...files, written }, foreign });
}

// The command line -> the description that all contenders get: a file, or one of the published ones beside the checkout.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { unpack } from "../../corpus/descriptions.ts";
import { corpusPath } from "../../testing/shared-corpus.ts";
import { peersFolder } from "./installed.ts";

export interface Given {
  readonly name: string;
  /** An absolute path. */
  readonly file: string;
  /** The codes of mistakes that it is known to have. */
  readonly tolerate: readonly string[];
}

/** `null`, and a line on the terminal, when there are no published descriptions. */
export function descriptionGiven(file: string | undefined, tolerate: readonly string[]): Given | null {
  if (file !== undefined) return { name: basename(file), file: resolve(file), tolerate };
  const corpus = corpusPath();
  if (existsSync(corpus)) return github(corpus);
  console.log(`peers: skipped, there is no corpus at ${corpus}; set WAYBILL_SHARED, or name a --description`);
  return null;
}

/** Unpacked in a folder of its own: two scripts may run at once. */
function github(corpus: string): Given {
  mkdirSync(peersFolder, { recursive: true });
  const folder = mkdtempSync(join(peersFolder, "corpus-"));
  try {
    const found = unpack(corpus, folder).find(({ name }) => name === "GitHub");
    if (found === undefined) throw new Error(`${corpus} has no description of GitHub`);
    const file = join(peersFolder, "github.json");
    renameSync(join(folder, found.file), file);
    return { name: "GitHub", file, tolerate: found.tolerate };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Beside the others: the same description without its extensions, the members whose names start with "x-". JSON only. */
export function withoutExtensions({ file }: Given): string {
  const copy = join(peersFolder, "without-extensions.json");
  writeFileSync(copy, JSON.stringify(plain(JSON.parse(readFileSync(file, "utf8")), false)));
  return copy;
}

/** Below these, the author of the description chooses the names of members: `x-rate-limit` is a header there. */
const named: ReadonlySet<string> = new Set(
  "headers properties patternProperties schemas parameters responses requestBodies examples securitySchemes mapping $defs".split(
    " ",
  ),
);

function plain(value: unknown, isNamed: boolean): unknown {
  if (Array.isArray(value)) return value.map((each) => plain(each, false));
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).filter(([key]) => isNamed || !key.startsWith("x-"));
  return Object.fromEntries(kept.map(([key, member]) => [key, plain(member, !isNamed && named.has(key))]));
}

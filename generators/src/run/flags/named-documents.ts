// `waybill generate openapi.yaml asyncapi.yaml`: arguments that name descriptions -> the flags that say the same.

import { existsSync } from "node:fs";
import path from "node:path";
import { isUrl } from "../config/sources/fetched.ts";
import { type Kind, kindOf, packageFile, packagePrefix } from "../config/sources/package-file.ts";
import { type Usable, unusable, usable } from "../config/usage.ts";
import { Arguments } from "./arguments.ts";

export function withNamedDocuments(args: Arguments, cwd: string): Usable<Arguments> {
  const [first, ...others] = args.positionals;
  if (first === undefined) return usable(args);
  const flag = ["openapi", "asyncapi", "config"].find((name) => args.has(name));
  if (flag !== undefined) return unusable(`${first} and --${flag} cannot be used together`, `leave out --${flag}`);
  const named = new Map<Kind, string>();
  for (const word of [first, ...others]) {
    const kind = kindOfWord(word, cwd);
    const other = named.get(kind);
    if (other !== undefined)
      return unusable(
        `${other} and ${word} are two APIs`,
        `name one OpenAPI and one AsyncAPI document, or let a configuration list the APIs: waybill init`,
      );
    named.set(kind, word);
  }
  if (!args.has("out")) return unusable(`${first} needs --out`, "specify where to write: --out src/generated");
  const flags = new Map(args.values());
  for (const [kind, word] of named) flags.set(kind, [word]);
  return usable(new Arguments(flags, []));
}

/** What is no description is read as OpenAPI, whose reader reports the problem. */
function kindOfWord(word: string, cwd: string): Kind {
  // Nothing is fetched to know what it is.
  if (isUrl(word)) return /async-?api/i.test(word) ? "asyncapi" : "openapi";
  const file = word.startsWith(packagePrefix) ? fileInPackage(word, cwd) : path.resolve(cwd, word);
  return (file !== null && existsSync(file) ? kindOf(file) : null) ?? "openapi";
}

function fileInPackage(word: string, cwd: string): string | null {
  const candidates = (["openapi", "asyncapi"] as const).map((kind) => packageFile(word, { from: cwd, kind, at: word }));
  return candidates.flatMap((one) => (one.ok ? [one.value.file] : []))[0] ?? null;
}

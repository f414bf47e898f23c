// A word that names a description, such as a URL, a path or npm:package -> what the configuration says of it, and the file to look at.
import { statSync } from "node:fs";
import path from "node:path";
import { pathFrom } from "../../../run/config/path-from.ts";
import { type Kind, kindOf } from "../../../run/config/sources/document-kind.ts";
import { fetchable, isUrl } from "../../../run/config/sources/fetched.ts";
import type { ForeignSource } from "../../../run/config/sources/foreign-source.ts";
import { liveCopies } from "../../../run/config/sources/live-file.ts";
import type { WrittenDocument } from "../../../run/config/sources/locate.ts";
import { packageFile, packagePrefix } from "../../../run/config/sources/package-file.ts";
import { isPrivateHost } from "../../../run/config/sources/private-host.ts";
import { type Usable, unusable, usable } from "../../../run/config/usage.ts";
import { type Pinned, pinUrl } from "../pin/pinned.ts";
import { nameOfApi } from "./find-descriptions.ts";

export interface NamedDocument {
  readonly kind: Kind;
  /** As the configuration names it. */
  readonly written: WrittenDocument;
  /** As messages name it. */
  readonly shown: string;
  /** The name of the API; `null` where the word does not suggest one. */
  readonly name: string | null;
  /** Absolute: what a run would read. */
  readonly file: string;
  readonly foreign: readonly ForeignSource[];
  /** What a URL serves, to be copied; `null` for anything else. */
  readonly pinned: Pinned | null;
}

interface Word {
  readonly word: string;
  /** The flag that has it; `null` for an argument. */
  readonly flag: Kind | null;
  readonly folder: string;
}

export async function namedDocument({ word, flag, folder }: Word): Promise<Usable<NamedDocument>> {
  const at = flag === null ? "" : `--${flag}: `;
  const found = isUrl(word) ? await documentAtUrl(word, at, folder) : fileOf(word, { at, flag, folder });
  if (!found.ok) return found;
  const kind = kindOf(found.value.file);
  if (kind === null) return unusable(`${at}${word} is not a description that waybill reads`, readable);
  if (flag !== null && kind !== flag) return unusable(`${at}${word} is an ${kind} document`, `write --${kind} ${word}`);
  return usable({ kind, ...found.value });
}

export const readable = "it reads OpenAPI 3.x, Swagger 2.0, and AsyncAPI 2.x and 3.x, as YAML or JSON";

type FoundDocument = Omit<NamedDocument, "kind">;

/** A server nearby is read in every run; what the rest of the world serves is pinned. */
async function documentAtUrl(word: string, at: string, folder: string): Promise<Usable<FoundDocument>> {
  const asked = fetchable(word);
  if ("reason" in asked)
    return unusable(`${at}${word} is not fetched: ${asked.reason}`, "use the https URL of a document");
  const { url } = asked;
  const pinned = await pinUrl(url);
  if (!pinned.ok) return unusable(`${at}${url} cannot be fetched: ${pinned.reason}`, pinned.hint);
  const foreign = liveCopies({ documents: pinned.bytes, missing: pinned.missing }, folder);
  const file = foreign[0]?.place ?? "";
  const isLive = isPrivateHost(url);
  const written = isLive ? ({ url: url.href, live: true } as const) : pinned.document;
  return usable({
    written,
    shown: url.href,
    name: isLive ? null : nameOfHost(url),
    file,
    foreign,
    pinned: isLive ? null : pinned,
  });
}

/** `github` of `api.github.com`; of a file on GitHub, whose it is. */
function nameOfHost({ hostname, pathname }: URL): string | null {
  const [, owner] = /^\/([^/]+)\/[^/]+\//.exec(pathname) ?? [];
  if (hostname === "raw.githubusercontent.com" && owner !== undefined) return nameOfApi(owner);
  const labels = hostname
    .split(".")
    .filter((label) => !/^(?:www|api|docs?|developers?|static|cdn|raw|spec)$/.test(label));
  return /^[a-z]/i.test(labels[0] ?? "") ? (labels[0] ?? null) : null;
}

function fileOf(word: string, { at, flag, folder }: Omit<Word, "word"> & { at: string }): Usable<FoundDocument> {
  const none = { foreign: [], pinned: null };
  if (word.startsWith(packagePrefix)) {
    const kinds = flag === null ? (["openapi", "asyncapi"] as const) : [flag];
    const all = kinds.map((kind) =>
      packageFile(word, { from: folder, kind, at: `${at || "init: "}`.replace(/: $/, "") }),
    );
    const found = all.find(({ ok }) => ok) ?? all[0];
    if (found === undefined || !found.ok) return found ?? unusable(`${word} names no package`);
    const { file, folder: place, name } = found.value;
    const foreign = [{ place, name, url: null }];
    return usable({ ...none, written: word, shown: word, name: nameOfApi(name), file, foreign });
  }
  const file = path.resolve(folder, word);
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats === undefined) return unusable(`${at}there is no file ${word}`, "the path is relative to this folder");
  if (!stats.isFile()) return unusable(`${at}${word} is not a description that waybill reads`, readable);
  const written = pathFrom(folder, file);
  return usable({ ...none, written, shown: written, name: null, file });
}

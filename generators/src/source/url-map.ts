// URLs -> their local copies. The longest matching prefix wins; nothing is fetched.

import path from "node:path";
import { pathToFileURL } from "node:url";
import type { SourceDocument } from "./document.ts";
import { decodeFragment, Node } from "./node.ts";
import { slashed } from "./roots.ts";

/** A URL, or a URL prefix that ends in "/", and the absolute path it maps to. */
interface Entry {
  readonly prefix: string;
  readonly file: string;
}

export class UrlMap {
  private readonly entries: readonly Entry[];

  /** `map`: path by URL or prefix, as in `{ "https://example.com/schemas/": "vendor/schemas" }`; paths are relative to `cwd`. */
  constructor(map: ReadonlyMap<string, string>, cwd: string) {
    const entries = [...map].flatMap(([prefix, file]): Entry[] => {
      const url = urlOf(prefix);
      return url === null ? [] : [{ prefix: url, file: slashed(path.resolve(cwd, file)) }];
    });
    this.entries = entries.sort((a, b) => b.prefix.length - a.prefix.length);
  }

  /** The absolute path a URL maps to; `null` when no prefix matches. The fragment is ignored. */
  fileOf(url: string): string | null {
    const normalizedUrl = urlOf(url);
    if (normalizedUrl === null) return null;
    const entry = this.entries.find(({ prefix }) => fits(normalizedUrl, prefix));
    return entry === undefined ? null : below(entry.file, normalizedUrl.slice(entry.prefix.length));
  }

  /** The URL of a file in a mapped folder: the base of its relative references. */
  urlOf(file: string): string | null {
    for (const { prefix, file: mapped } of this.entries) {
      if (file === mapped) return prefix;
      if (!file.startsWith(`${mapped}/`)) continue;
      const rest = file
        .slice(mapped.length + 1)
        .split("/")
        .map(encodeURIComponent)
        .join("/");
      return urlOf(`${prefix}${prefix.endsWith("/") ? "" : "/"}${rest}`);
    }
    return null;
  }

  /** The mapped files and folders: they can be read. */
  places(): string[] {
    return this.entries.map(({ file }) => file);
  }
}

/** An absolute URL (or URN), normalised and without its fragment; `null` for anything else. */
export function urlOf(text: string): string | null {
  const hash = text.indexOf("#");
  return URL.parse(hash === -1 ? text : text.slice(0, hash))?.href ?? null;
}

/** A prefix is a whole URL, or ends at the end of a segment. */
function fits(url: string, prefix: string): boolean {
  if (url === prefix) return true;
  return url.startsWith(prefix) && (prefix.endsWith("/") || url[prefix.length] === "/");
}

/** The path below a mapped folder; `null` when the rest of the URL is not a file name in it. */
function below(folder: string, rest: string): string | null {
  if (rest === "") return folder;
  if (rest.includes("?")) return null;
  const segments = rest.split("/").filter((segment) => segment !== "");
  const names = segments.map(decodeFragment);
  if (names.some((name) => name === null || name === ".." || name === "." || /[/\\\0]/.test(name))) return null;
  return slashed(path.join(folder, ...names.filter((name) => name !== null)));
}

export class SelfUrls {
  private readonly byFile = new Map<string, string>();
  private readonly byUrl = new Map<string, string>();

  /** A description with a `$self` is found under that URL from now on; the first one with the same URL wins. */
  add(document: SourceDocument, urls: UrlMap): void {
    const root = Node.root(document);
    const self = root.has("openapi") ? root.get("$self")?.value : undefined;
    if (typeof self !== "string") return;
    const base = urls.urlOf(document.path) ?? pathToFileURL(document.path).href;
    const url = urlOf(URL.parse(self, base)?.href ?? "");
    if (url === null) return;
    this.byFile.set(document.path, url);
    if (!this.byUrl.has(url)) this.byUrl.set(url, document.path);
  }

  fileOf(url: string): string | null {
    const normalizedUrl = urlOf(url);
    return normalizedUrl === null ? null : (this.byUrl.get(normalizedUrl) ?? null);
  }

  urlOf(file: string): string | null {
    return this.byFile.get(file) ?? null;
  }
}

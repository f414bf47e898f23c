// `$self` of the descriptions read so far -> their URLs (OpenAPI 3.2): which file a URL is, and what is relative to it.
import { pathToFileURL } from "node:url";
import type { SourceDocument } from "./document.ts";
import { Node } from "./node.ts";
import { type UrlMap, urlOf } from "./url-map.ts";

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
    const asked = urlOf(url);
    return asked === null ? null : (this.byUrl.get(asked) ?? null);
  }

  urlOf(file: string): string | null {
    return this.byFile.get(file) ?? null;
  }
}

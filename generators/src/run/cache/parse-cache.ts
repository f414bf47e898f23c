// Parsed texts -> the same values for the same texts, from the run before in this process or from a cache file.
// Parsing YAML takes ten times as long as parsing the same value as JSON, so YAML is what the file holds.
import { hashOf } from "../../source/document.ts";
import type { ParseFile, ParseResult, UnparsedFile } from "../../source/index.ts";
import { jsonOfParsed } from "../../source/parse.ts";
import { type CacheEntries, type CacheEntry, type CachePlace, readCache, writeCache } from "./cache-file.ts";

/** A cache holds for one set of limits. */
export class ParseCache {
  private readonly known: CacheEntries;
  private readonly used = new Map<string, CacheEntry>();
  private readonly results = new Map<string, { readonly text: string; readonly result: ParseResult }>();

  constructor(known: CacheEntries = new Map()) {
    this.known = known;
  }

  /** Parses as `parse` does, what is not in the cache. */
  wrap(parse: ParseFile): ParseFile {
    return (file) => {
      const last = this.results.get(file.path);
      if (last?.text === file.text) return last.result;
      const result = file.format === "yaml" ? this.parsedYaml(file, parse) : parse(file);
      this.results.set(file.path, { text: file.text, result });
      return result;
    };
  }

  /** What runs in this process used: the entries worth writing. */
  entries(): CacheEntries {
    return this.used;
  }

  private parsedYaml(file: UnparsedFile, parse: ParseFile): ParseResult {
    const { path, text } = file;
    const stamp = hashOf(text);
    const entry = this.known.get(path);
    if (entry?.stamp === stamp) {
      this.used.set(path, entry);
      return { ok: true, value: JSON.parse(entry.json) };
    }
    const result = parse(file);
    const json = result.ok ? jsonOfParsed(text, result.value) : null;
    if (json === null) this.used.delete(path);
    else this.used.set(path, { stamp, json });
    return result;
  }
}

// What a process that stays (`--watch`) keeps in memory from run to run, and work it puts off until the run has been reported.
export class WatchCache {
  private current: { readonly place: CachePlace; readonly cache: ParseCache } | null = null;
  private postponed: (() => void)[] = [];

  /** The cache of the run before, while toolkit and limits are the same. */
  at(place: CachePlace): ParseCache {
    const { current } = this;
    if (current !== null && current.place.file === place.file && current.place.key === place.key) return current.cache;
    const cache = new ParseCache(readCache(place));
    this.current = { place, cache };
    return cache;
  }

  /** Work that `rest` does, before anything else is written. */
  readonly later = (task: () => void): void => {
    this.postponed.push(task);
  };

  /** To be called once a run has been reported. */
  rest(): void {
    const { postponed } = this;
    this.postponed = [];
    for (const task of postponed) task();
  }

  /** To be called at the end of the process. */
  close(): void {
    this.rest();
    if (this.current !== null) writeCache(this.current.place, this.current.cache.entries());
  }
}

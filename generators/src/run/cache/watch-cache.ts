// What a process that stays (`--watch`) keeps in memory from run to run, and work it puts off until the run has been reported.
import { type CachePlace, readCache, writeCache } from "./cache-file.ts";
import { ParseCache } from "./parse-cache.ts";

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

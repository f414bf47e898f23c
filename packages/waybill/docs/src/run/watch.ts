// Files and folders -> a call when one of them has changed, with what to watch from then on.
import { type FSWatcher, statSync, watch } from "node:fs";
import path from "node:path";

export interface Watching {
  readonly close: () => void;
}

/** Editors replace files when they save, so folders are watched. `changed` is never called twice at a time. */
export function watchFiles(paths: readonly string[], changed: () => Promise<readonly string[]>): Watching {
  let watchers: FSWatcher[] = [];
  let timer: NodeJS.Timeout | null = null;
  let running = false;
  let isRerunPending = false;
  let closed = false;
  const run = async (): Promise<void> => {
    if (running) {
      isRerunPending = true;
      return;
    }
    running = true;
    const next = await changed();
    running = false;
    if (closed) return;
    begin(next);
    if (isRerunPending) {
      isRerunPending = false;
      soon();
    }
  };
  const soon = (): void => {
    if (timer !== null) clearTimeout(timer);
    // A save is several events.
    timer = setTimeout(() => void run(), 40);
  };
  const begin = (all: readonly string[]): void => {
    for (const watcher of watchers) watcher.close();
    watchers = [...foldersOf(all)].map(([folder, names]) =>
      watch(folder, { recursive: names === null }, (_, name) => {
        if (names === null || name === null || names.has(name)) soon();
      }),
    );
  };
  begin(paths);
  return {
    close() {
      closed = true;
      if (timer !== null) clearTimeout(timer);
      for (const watcher of watchers) watcher.close();
    },
  };
}

/** The names that count in each folder; `null`: all of them, below it too. */
function foldersOf(paths: readonly string[]): Map<string, Set<string> | null> {
  const folders = new Map<string, Set<string> | null>();
  for (const file of paths) {
    const kind = statSync(file, { throwIfNoEntry: false });
    if (kind?.isDirectory() === true) {
      folders.set(file, null);
      continue;
    }
    const folder = path.dirname(file);
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) continue;
    const names = folders.get(folder);
    if (names === undefined) folders.set(folder, new Set([path.basename(file)]));
    else names?.add(path.basename(file));
  }
  return folders;
}

// Files and folders -> a call when one of them has changed, with what to watch from then on.
import { type FSWatcher, statSync, watch } from "node:fs";
import path from "node:path";

export interface Watching {
  readonly close: () => void;
}

interface WatchedFolder {
  readonly watcher: FSWatcher;
  readonly inode: number;
  names: Set<string> | null;
}

/** Editors replace files when they save, so folders are watched. `changed` is never called twice at a time. */
export function watchFiles(paths: readonly string[], changed: () => Promise<readonly string[]>): Watching {
  const folders = new Map<string, WatchedFolder>();
  let timer: NodeJS.Timeout | null = null;
  let running = false;
  let closed = false;
  const run = async (): Promise<void> => {
    if (running) return soon();
    running = true;
    const next = await changed();
    running = false;
    if (closed) return;
    // What is watched only now may have changed since it was read.
    if (begin(next)) soon();
  };
  const soon = (): void => {
    if (timer !== null) clearTimeout(timer);
    // A save is several events.
    timer = setTimeout(() => void run(), 40);
  };
  /** Returns whether a file is watched that was not. A watch that goes on is kept: closing it loses changes that it has not reported. */
  const begin = (all: readonly string[]): boolean => {
    const next = foldersOf(all);
    for (const [folder, { watcher, inode, names }] of folders) {
      const isRecursive = names === null;
      if (next.has(folder) && (next.get(folder) === null) === isRecursive && inodeOf(folder) === inode) continue;
      watcher.close();
      folders.delete(folder);
    }
    let isNew = false;
    for (const [folder, names] of next) {
      const watched = folders.get(folder) ?? open(folder, names === null);
      isNew ||= [...(names ?? [])].some((name) => watched.names?.has(name) !== true);
      watched.names = names;
    }
    return isNew;
  };
  const open = (folder: string, recursive: boolean): WatchedFolder => {
    const watcher = watch(folder, { recursive }, (_, name) => {
      const names = folders.get(folder)?.names ?? null;
      if (names === null || name === null || names.has(name) || name === path.basename(folder)) soon();
    });
    const opened = { watcher, inode: inodeOf(folder), names: recursive ? null : new Set<string>() };
    folders.set(folder, opened);
    return opened;
  };
  begin(paths);
  return {
    close() {
      closed = true;
      if (timer !== null) clearTimeout(timer);
      for (const { watcher } of folders.values()) watcher.close();
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

function inodeOf(folder: string): number {
  return statSync(folder, { throwIfNoEntry: false })?.ino ?? 0;
}

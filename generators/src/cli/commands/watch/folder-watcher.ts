// Files and folders -> a call when one of them may have changed. node:fs is enough: the files are known, and a folder's watch survives
// an editor that saves by renaming a new file over the old one, which a watch on the file itself does not.
import { type FSWatcher, watch as startWatching, statSync } from "node:fs";
import path from "node:path";
import { withParents } from "../../../source/roots.ts";

interface WatchedFolder {
  readonly watcher: FSWatcher;
  readonly inode: number;
  readonly recursive: boolean;
}

export class FolderWatcher {
  private readonly changed: (file: string | null) => void;
  private readonly folders = new Map<string, WatchedFolder>();
  private files: ReadonlySet<string> = new Set();

  /** `changed` is called with the file, or `null` if it may be any; also without a change: the caller compares contents. */
  constructor(changed: (file: string | null) => void) {
    this.changed = changed;
  }

  /**
   * Watches exactly these files from now on, by absolute path, whether or not they exist, and all below `folders`. Returns whether one is
   * new: it may have changed since it was read. Other watches go on: closing one loses changes that it has not reported.
   */
  watch(files: Iterable<string>, folders: Iterable<string> = []): boolean {
    const before = this.files;
    this.files = new Set([...files].map((file) => path.resolve(file)));
    const wanted = new Map([...this.files].map((file) => [nearestFolder(path.dirname(file)), false]));
    for (const folder of folders) wanted.set(path.resolve(folder), true);
    for (const [folder, { watcher, inode, recursive }] of this.folders) {
      if (wanted.get(folder) === recursive && inodeOf(folder) === inode) continue;
      watcher.close();
      this.folders.delete(folder);
    }
    const added = [...wanted].filter(([folder]) => !this.folders.has(folder));
    for (const [folder, recursive] of added) this.open(folder, recursive);
    return added.length > 0 || [...this.files].some((file) => !before.has(file));
  }

  close(): void {
    for (const { watcher } of this.folders.values()) watcher.close();
    this.folders.clear();
  }

  private open(folder: string, recursive: boolean): void {
    const inode = inodeOf(folder);
    if (inode === null) return;
    const watcher = startWatching(folder, { recursive }, (_event, name) => {
      const file = name === null ? null : path.join(folder, name);
      if (file !== null && this.files.has(file)) this.changed(file);
      else if (recursive || file === null || this.concerns(file, folder)) this.changed(null);
    });
    // Removing a folder ends its watch; the next call of `watch` opens one on its replacement.
    watcher.on("error", () => this.changed(null));
    this.folders.set(folder, { watcher, inode, recursive });
  }

  /** A folder that may come to hold a file, or the watched folder's own end. */
  private concerns(changed: string, folder: string): boolean {
    if (path.basename(changed) === path.basename(folder)) return true;
    return [...this.files].some((file) => file.startsWith(changed + path.sep));
  }
}

/** The folder, or the nearest one above that exists. */
function nearestFolder(folder: string): string {
  return withParents(folder).find((at) => inodeOf(at) !== null) ?? folder;
}

function inodeOf(folder: string): number | null {
  const stats = statSync(folder, { throwIfNoEntry: false });
  return stats?.isDirectory() === true ? stats.ino : null;
}

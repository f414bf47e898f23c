// Files and folders -> a call when one of them has changed, with what to watch from then on.
import { statSync } from "node:fs";
import { FolderWatcher } from "waybill/command";

export interface Watching {
  readonly close: () => void;
}

/** `changed` is never called twice at a time. */
export function watchFiles(paths: readonly string[], changed: () => Promise<readonly string[]>): Watching {
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
  const watcher = new FolderWatcher(soon);
  const begin = (all: readonly string[]): boolean => {
    const folders = all.filter((each) => statSync(each, { throwIfNoEntry: false })?.isDirectory() === true);
    return watcher.watch(
      all.filter((each) => !folders.includes(each)),
      folders,
    );
  };
  begin(paths);
  return {
    close() {
      closed = true;
      if (timer !== null) clearTimeout(timer);
      watcher.close();
    },
  };
}

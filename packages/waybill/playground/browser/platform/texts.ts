// The files that targets copy into their output: a module for each folder, loaded when a view first needs it.
import { folders } from "embedded:texts";

const loaded = new Map<string, Readonly<Record<string, string>>>();

/** `null` where its folder is not loaded, or has no such file. */
export function textOf(path: string): string | null {
  return loaded.get(folderOf(path))?.[path] ?? null;
}

/** Thrown where a text is read that is not loaded yet: `withTexts` loads it and tries again. */
export class MissingTexts extends Error {
  override readonly name = "MissingTexts";
  readonly folder: string;

  constructor(path: string) {
    super(`there is no ${path} in a browser`);
    this.folder = folderOf(path);
  }
}

export async function withTexts<T>(run: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await run();
    } catch (error) {
      // What a target from a package throws is the cause of what is thrown.
      const missing = error instanceof Error && error.cause instanceof MissingTexts ? error.cause : error;
      const load = missing instanceof MissingTexts && !loaded.has(missing.folder) ? folders[missing.folder] : undefined;
      if (!(missing instanceof MissingTexts) || load === undefined) throw error;
      loaded.set(missing.folder, (await load()).texts);
    }
  }
}

/** `client` of `/waybill/targets/client/runtime.json`, `packages` of `/packages/…`. */
function folderOf(path: string): string {
  return /^\/waybill\/targets\/([^/]+)\//.exec(path)?.[1] ?? "packages";
}

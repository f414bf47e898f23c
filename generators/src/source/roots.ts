// The folders whose files a description may refer to, and whether a file is in one of them.
import { existsSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { attempt } from "./attempt.ts";

/**
 * What can be read by default: the folders of the entry documents, their repositories (outside of version control, the packages that
 * they are in), and the working directory, but never the whole file system or the home folder just because the command was started there.
 */
export function defaultRoots(cwd: string, entries: readonly string[]): string[] {
  const files = entries.map((entry) => path.resolve(cwd, entry));
  const folders = [...files, ...files.flatMap((file) => realOf(file) ?? [])].map((file) => path.dirname(file));
  const projects = [
    cwd,
    ...folders.flatMap((folder) => above(folder, ".git") ?? above(folder, "package.json") ?? []),
  ].filter(isProjectFolder);
  const documentFolders = folders.filter((folder) => !isFileSystem(folder));
  return [...new Set([...documentFolders, ...projects])].map(slashed);
}

/** Whether the files of a folder can be assumed to belong together. */
export function isProjectFolder(folder: string): boolean {
  return !isFileSystem(folder) && folder !== homedir();
}

function isFileSystem(folder: string): boolean {
  return path.parse(folder).root === folder;
}

/** This folder or the nearest parent that has a file or folder of the name. */
function above(folder: string, name: string): string | null {
  return withParents(folder).find((at) => existsSync(path.join(at, name))) ?? null;
}

/** The folder, the one that it is in, and so on up to the root. */
export function withParents(folder: string): string[] {
  const parent = path.dirname(folder);
  return parent === folder ? [folder] : [folder, ...withParents(parent)];
}

/** The folder that `--root` would have to name for both; only that of the file where both are in no folder of a project. */
export function commonRoot(entryFolder: string, file: string): string {
  const folder = path.posix.dirname(file);
  for (let common = entryFolder; ; common = path.posix.dirname(common)) {
    if (isWithin(folder, common)) return isProjectFolder(common) ? common : folder;
    if (path.posix.dirname(common) === common) return folder;
  }
}

function realOf(file: string): string | null {
  return attempt(() => realpathSync.native(file));
}

export class Roots {
  private readonly folders: readonly string[];
  private real: readonly string[] | null = null;
  private readonly realFolders = new Map<string, string>();

  /** Absolute folders (or single files). */
  constructor(folders: readonly string[]) {
    this.folders = folders.map(slashed);
  }

  /** By its path alone, without access to the disk. */
  holds(file: string): boolean {
    return this.folders.some((folder) => isWithin(file, folder));
  }

  /** Resolves links, so the file must exist. Each folder is resolved once. */
  holdsReally(file: string, isLink: boolean): boolean {
    this.real ??= this.folders.map((folder) => slashed(realOf(folder) ?? folder));
    const real = isLink
      ? slashed(realpathSync.native(file))
      : path.posix.join(this.realFolder(file), path.basename(file));
    return this.real.some((folder) => isWithin(real, folder));
  }

  private realFolder(file: string): string {
    const folder = path.dirname(file);
    let real = this.realFolders.get(folder);
    if (real === undefined) {
      real = slashed(realpathSync.native(folder));
      this.realFolders.set(folder, real);
    }
    return real;
  }
}

function isWithin(file: string, folder: string): boolean {
  return file === folder || file.startsWith(folder.endsWith("/") ? folder : `${folder}/`);
}

/** With forward slashes on every system. */
export function slashed(file: string): string {
  return file.replaceAll("\\", "/");
}

// The folders whose files a description may refer to, and whether a file lies in one of them.
import { existsSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";

/**
 * What may be read when nothing else is said: the folders of the entry documents, the repositories they lie in, and the working
 * directory, but never the whole file system or the home folder because somebody happens to stand there.
 */
export function defaultRoots(cwd: string, entries: readonly string[]): string[] {
  const files = entries.map((entry) => path.resolve(cwd, entry));
  const folders = [...files, ...files.flatMap(realOf)].map((file) => path.dirname(file));
  const projects = [cwd, ...folders.flatMap(repositoryOf)].filter(isProjectFolder);
  const own = folders.filter((folder) => !isFileSystem(folder));
  return [...new Set([...own, ...projects])].map(slashed);
}

/** Whether what stands in a folder may be taken to belong together. */
export function isProjectFolder(folder: string): boolean {
  return !isFileSystem(folder) && folder !== homedir();
}

function isFileSystem(folder: string): boolean {
  return path.parse(folder).root === folder;
}

/** The nearest folder above, or this one, that a version control system calls its own. */
function repositoryOf(folder: string): string[] {
  for (let at = folder; ; at = path.dirname(at)) {
    if (existsSync(path.join(at, ".git"))) return [at];
    if (path.dirname(at) === at) return [];
  }
}

function realOf(file: string): string[] {
  try {
    return [realpathSync.native(file)];
  } catch {
    return [];
  }
}

export class Roots {
  private readonly folders: readonly string[];
  private real: readonly string[] | null = null;
  private readonly realFolders = new Map<string, string>();

  /** Absolute folders (or single files). */
  constructor(folders: readonly string[]) {
    this.folders = folders.map(slashed);
  }

  /** By its name alone: nothing on the disk is looked at. */
  holds(file: string): boolean {
    return this.folders.some((folder) => isWithin(file, folder));
  }

  /** Where links really lead; the file must be there. A folder is asked about once. */
  holdsReally(file: string, isLink: boolean): boolean {
    this.real ??= this.folders.map((folder) => slashed(realOf(folder)[0] ?? folder));
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

function slashed(file: string): string {
  return file.replaceAll("\\", "/");
}

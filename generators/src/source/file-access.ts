// A path -> the text of the file, if it may be read: in the allowed folders, a plain file, not too large, UTF-8.
import { isUtf8 } from "node:buffer";
import { lstatSync, readdirSync, readFileSync, type Stats, statSync } from "node:fs";
import path from "node:path";
import { attempt } from "./attempt.ts";
import { errorCodeOf } from "./fault.ts";
import type { LimitName, Limits } from "./limits.ts";
import type { UnreadableReason } from "./problem.ts";
import type { Roots } from "./roots.ts";

export type FileText =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "unreadable"; readonly reason: UnreadableReason }
  /** Outside of every allowed folder: by its path, or through a link. */
  | { readonly kind: "outside"; readonly throughLink: boolean }
  | { readonly kind: "over-limit"; readonly limit: LimitName };

export interface FileAccessOptions {
  /** `null`: every folder is allowed. */
  readonly roots: Roots | null;
  readonly limits: Limits;
  /** Replaces reading from disk; the disk is then not accessed. */
  readonly readText?: ((path: string) => string) | undefined;
}

export class FileAccess {
  private readonly options: FileAccessOptions;
  private files = 0;
  private bytes = 0;

  constructor(options: FileAccessOptions) {
    this.options = options;
  }

  /** `isEntry`: the user named the file, so it can be anywhere. */
  read(file: string, isEntry: boolean): FileText {
    const { roots, limits, readText } = this.options;
    const guarded = isEntry ? null : roots;
    if (guarded?.holds(file) === false) return { kind: "outside", throughLink: false };
    if (this.files >= limits.files) return { kind: "over-limit", limit: "files" };
    this.files += 1;
    try {
      return readText === undefined ? this.fromDisk(file, guarded) : this.within(readText(file));
    } catch (error) {
      return { kind: "unreadable", reason: reasonsByCode.get(errorCodeOf(error)) ?? "unreadable" };
    }
  }

  /** The entries of the folder of a missing file, for a hint. Only for files on disk. */
  namesBeside(file: string): readonly string[] {
    if (this.options.readText !== undefined) return [];
    return attempt(() => readdirSync(path.dirname(file)).sort()) ?? [];
  }

  private fromDisk(file: string, roots: Roots | null): FileText {
    if (file.includes("\0")) return { kind: "unreadable", reason: "bad-name" };
    const linkStats = lstatSync(file);
    const stats = linkStats.isSymbolicLink() ? statSync(file) : linkStats;
    if (roots?.holdsReally(file, linkStats.isSymbolicLink()) === false) return { kind: "outside", throughLink: true };
    const unfit = unfitnessOf(stats);
    if (unfit !== null) return { kind: "unreadable", reason: unfit };
    const over = this.spend(stats.size);
    if (over !== null) return { kind: "over-limit", limit: over };
    const bytes = readFileSync(file);
    // Bytes that are not UTF-8 would silently become replacement characters.
    return isUtf8(bytes) ? { kind: "text", text: bytes.toString("utf8") } : { kind: "unreadable", reason: "not-utf8" };
  }

  private within(text: string): FileText {
    const over = this.spend(text.length);
    return over === null ? { kind: "text", text } : { kind: "over-limit", limit: over };
  }

  private spend(bytes: number): LimitName | null {
    const { limits } = this.options;
    if (bytes > limits.fileMegabytes * megabyte) return "fileMegabytes";
    this.bytes += bytes;
    return this.bytes > limits.inputMegabytes * megabyte ? "inputMegabytes" : null;
  }
}

export const megabyte: number = 2 ** 20;

/** Reading a pipe or a device may block forever or never end. */
function unfitnessOf(stats: Stats): UnreadableReason | null {
  if (stats.isFile()) return null;
  return stats.isDirectory() ? "is-directory" : "not-a-file";
}

const reasonsByCode: ReadonlyMap<string | null, UnreadableReason> = new Map([
  ["ENOENT", "not-found"],
  ["ENOTDIR", "not-found"],
  ["EISDIR", "is-directory"],
  ["EACCES", "no-permission"],
  ["EPERM", "no-permission"],
  ["ERR_FS_FILE_TOO_LARGE", "too-large"],
  ["ERR_STRING_TOO_LONG", "too-large"],
  ["ELOOP", "link-circle"],
  ["ENAMETOOLONG", "bad-name"],
  ["ERR_INVALID_ARG_VALUE", "bad-name"],
]);

// Import specifiers of a file in the folder -> the files and generated modules they mean, and back.
import path from "node:path";

/** A module that handlers import: the index of generated code, or a file of the folder. */
export interface ModulePlace {
  /** Absolute, without its extension; `null` for one that is imported as a package. */
  readonly file: string | null;
  /** What it is imported by where it is a package. */
  readonly package: string | null;
  readonly extension: string;
}

/** Without `.ts`, `.js` and the like, so that every way to write an import is the same. */
export function withoutExtension(file: string): string {
  return file.replace(/(?:\.d)?\.[cm]?[jt]sx?$/, "");
}

/** `from`: the absolute path of the file that imports. */
export function specifierTo({ file, package: name, extension }: ModulePlace, from: string): string {
  if (file === null) return name ?? "";
  const relative = path.relative(path.dirname(from), file).split(path.sep).join("/");
  return `${relative.startsWith(".") ? relative : `./${relative}`}${extension}`;
}

/** Whether a specifier in the file `from` means the module. */
export function means(specifier: string, { file, package: name }: ModulePlace, from: string): boolean {
  if (!specifier.startsWith(".")) return file === null && specifier === name;
  if (file === null) return false;
  const found = withoutExtension(path.resolve(path.dirname(from), specifier));
  return found === file || path.join(found, "index") === file;
}

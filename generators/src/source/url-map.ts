// URLs -> the local files that stand for them. The longest prefix that fits decides; nothing is fetched.
import path from "node:path";

/** A URL, or the beginning of one that ends in "/", and the absolute path that stands for it. */
interface Entry {
  readonly prefix: string;
  readonly file: string;
}

export class UrlMap {
  private readonly entries: readonly Entry[];

  /** `map`: path by URL or prefix, as in `{ "https://example.com/schemas/": "vendor/schemas" }`; paths are relative to `cwd`. */
  constructor(map: ReadonlyMap<string, string>, cwd: string) {
    const entries = [...map].flatMap(([prefix, file]): Entry[] => {
      const url = urlOf(prefix);
      return url === null ? [] : [{ prefix: url, file: slashed(path.resolve(cwd, file)) }];
    });
    this.entries = entries.sort((a, b) => b.prefix.length - a.prefix.length);
  }

  /** The absolute path that stands for a URL; `null` when no prefix fits. The fragment does not count. */
  fileOf(url: string): string | null {
    const asked = urlOf(url);
    if (asked === null) return null;
    const entry = this.entries.find(({ prefix }) => fits(asked, prefix));
    return entry === undefined ? null : below(entry.file, asked.slice(entry.prefix.length));
  }

  /** The URL a file stands for, when it lies in a mapped folder: what its relative references are relative to. */
  urlOf(file: string): string | null {
    for (const { prefix, file: mapped } of this.entries) {
      if (file === mapped) return prefix;
      if (!file.startsWith(`${mapped}/`)) continue;
      const rest = file
        .slice(mapped.length + 1)
        .split("/")
        .map(encodeURIComponent)
        .join("/");
      return urlOf(`${prefix}${prefix.endsWith("/") ? "" : "/"}${rest}`);
    }
    return null;
  }

  /** The files and folders that stand for something: they may be read. */
  places(): string[] {
    return this.entries.map(({ file }) => file);
  }
}

/** An absolute URL (or URN) in its usual spelling, without its fragment; `null` for anything else. */
export function urlOf(text: string): string | null {
  const hash = text.indexOf("#");
  try {
    return new URL(hash === -1 ? text : text.slice(0, hash)).href;
  } catch {
    return null;
  }
}

/** A prefix is a whole URL, or ends where a segment ends. */
function fits(url: string, prefix: string): boolean {
  if (url === prefix) return true;
  return url.startsWith(prefix) && (prefix.endsWith("/") || url[prefix.length] === "/");
}

/** The place below a mapped folder; `null` when what remains of the URL is not the name of a file in it. */
function below(folder: string, rest: string): string | null {
  if (rest === "") return folder;
  if (rest.includes("?")) return null;
  const segments = rest.split("/").filter((segment) => segment !== "");
  const names = segments.map(decoded);
  if (names.some((name) => name === null || name === ".." || name === "." || /[/\\\0]/.test(name))) return null;
  return slashed(path.join(folder, ...names.filter((name) => name !== null)));
}

function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}

function slashed(file: string): string {
  return file.replaceAll("\\", "/");
}

// A folder -> the code in it that people wrote: what scaffold reads, and may add to.
import { type Dirent, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

export interface UserCode {
  /** By path below the folder, with forward slashes. */
  readonly texts: ReadonlyMap<string, string>;
  /** Files whose bytes are no UTF-8, so that writing them would change them. */
  readonly unreadable: readonly string[];
}

const longest = 4_000_000;

/** `generated`: folders to pass over, absolute. Packages and hidden folders are no part of it. */
export function readCode(folder: string, generated: readonly string[]): UserCode {
  const texts = new Map<string, string>();
  const unreadable: string[] = [];
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const look = (below: string): void => {
    for (const entry of entriesOf(path.join(folder, below))) {
      const file = below === "" ? entry.name : `${below}/${entry.name}`;
      const absolute = path.join(folder, file);
      if (entry.isDirectory()) {
        const isOther = entry.name === "node_modules" || entry.name.startsWith(".") || generated.includes(absolute);
        if (!isOther) look(file);
      } else if (entry.isFile() && isCode(entry.name)) {
        const bytes = readFileSync(absolute);
        try {
          if (bytes.length <= longest) texts.set(file, decoder.decode(bytes));
        } catch {
          unreadable.push(file);
        }
      }
    }
  };
  look("");
  return { texts, unreadable };
}

function isCode(name: string): boolean {
  return /\.[cm]?[jt]sx?$/.test(name) && !/\.d\.[cm]?ts$/.test(name) && !/\.gen\.[^.]+$/.test(name);
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((one, other) => (one.name < other.name ? -1 : 1));
  } catch {
    return [];
  }
}

// `node:fs` in the browser: the files that targets copy into their output, and nothing else. Descriptions are read from memory.
import { MissingTexts, textOf } from "./texts.ts";

/** As Node throws it. */
function missing(file: string): never {
  throw Object.assign(new Error(`there is no ${file} in a browser`), { code: "ENOENT" });
}

export function readFileSync(file: string | URL): string {
  const path = file instanceof URL ? file.pathname : file;
  const text = textOf(path);
  if (text === null) throw new MissingTexts(path);
  return text;
}

/** The modules of a target's runtime are there, all in one file. */
export function existsSync(file: string | URL): boolean {
  return String(file).endsWith("/runtime.json");
}

export const realpathSync: { readonly native: (file: string) => string } = { native: missing };
export const lstatSync: (file: string) => never = missing;
export const statSync: (file: string) => never = missing;
export const readdirSync: (file: string) => never = missing;

// A folder `runtime` -> its modules as data, for `runtime.json` beside it: a build parses them, so that a run does not.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { packModule } from "./packed.ts";
import { parseRuntimeModule } from "./parse.ts";
import type { BuiltModules } from "./read.ts";

/** `textOf`: what becomes of the text of a file; default: it stays as it is. */
export function builtModulesOf(
  folder: string,
  textOf: (file: string, text: string) => string = (_, text) => text,
): BuiltModules {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
  return Object.fromEntries(
    files
      .sort()
      .map((file) => [
        file.replaceAll("\\", "/"),
        packModule(parseRuntimeModule(file, readText(folder, file, textOf))),
      ]),
  );
}

function readText(folder: string, file: string, textOf: (file: string, text: string) => string): string {
  const place = path.join(folder, file);
  return textOf(place, readFileSync(place, "utf8"));
}

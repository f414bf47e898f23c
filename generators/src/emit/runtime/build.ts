// A folder `runtime` -> its modules as data, for `runtime.json` beside it: a build parses them, so that a run does not.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { packModule } from "./packed.ts";
import { parseRuntimeModule } from "./parse.ts";
import type { BuiltModules } from "./read.ts";

export function builtModulesOf(folder: string): BuiltModules {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
  return Object.fromEntries(
    files
      .sort()
      .map((file) => [
        file.replaceAll("\\", "/"),
        packModule(parseRuntimeModule(file, readFileSync(path.join(folder, file), "utf8"))),
      ]),
  );
}

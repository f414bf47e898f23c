// The place of a hand-written module -> the module as data: what a build of the toolkit or of a plugin made of its folder, else its text.
import { existsSync, readFileSync } from "node:fs";
import type { RuntimeModule } from "./module.ts";
import { type PackedModule, unpackModule } from "./packed.ts";
import { parseRuntimeModule } from "./parse.ts";
import { withShortComments } from "./short-comments.ts";

/** By place: what runs does not change, and a process can have many runs. */
const known = new Map<string, RuntimeModule>();

/** By place of the folder; `null` where there is no build. */
const built = new Map<string, BuiltModules | null>();

/** A folder `runtime` is built as `runtime.json`: its modules by their paths below it. */
export type BuiltModules = Readonly<Record<string, PackedModule>>;

export function readRuntimeModule(url: URL): RuntimeModule {
  const module = known.get(url.href) ?? builtModule(url) ?? parsedModule(url);
  known.set(url.href, module);
  return module;
}

/** The modules of our targets. Those of a plugin have what its author wrote. */
const targetsUrl = new URL("../../targets/", import.meta.url).href;

function parsedModule({ href, pathname }: URL): RuntimeModule {
  const text = readFileSync(new URL(href), "utf8");
  return parseRuntimeModule(pathname, href.startsWith(targetsUrl) ? ownText(pathname, text) : text);
}

/** What client and server share, and what schemas call, is no module that users import. */
export function ownText(file: string, text: string): string {
  const isInner = /\/(?:http|zod)\/runtime\//.test(file.replaceAll("\\", "/"));
  return withShortComments(file, text.replaceAll("\r\n", "\n"), { ofExports: !isInner });
}

function builtModule({ href }: URL): RuntimeModule | null {
  const [, folder, file] = /^(.*\/runtime)\/(.*)$/.exec(href) ?? [];
  if (folder === undefined || file === undefined) return null;
  if (!built.has(folder)) built.set(folder, readBuilt(new URL(`${folder}.json`)));
  const packed = built.get(folder)?.[file];
  return packed === undefined ? null : unpackModule(packed);
}

/** Written by the build of this version: it is read as it is. */
function readBuilt(url: URL): BuiltModules | null {
  if (!existsSync(url)) return null;
  const modules: BuiltModules = JSON.parse(readFileSync(url, "utf8"));
  return modules;
}

// The hand-written modules of all targets -> the files of the runtime that they become, in one folder, and the module that has a name.
import { exportsOf, type RuntimeFile, readRuntimeModule } from "../emit/runtime/index.ts";
import { clientFiles } from "./client/runtime-files.ts";
import { wireFile } from "./http/runtime-files.ts";
import { runtimeName } from "./runtime-name.ts";
import { serverFiles } from "./server/runtime-files.ts";
import { typesFiles } from "./types/runtime-files.ts";
import { webhookFiles } from "./webhooks/runtime-files.ts";
import { checksFile, moduleOfExport, schemasFile } from "./zod/runtime-modules.ts";

/** Each imports only from those above it. */
export const runtimeLibrary: readonly RuntimeFile[] = [
  ...typesFiles,
  checksFile,
  schemasFile,
  wireFile,
  ...clientFiles,
  ...serverFiles,
  ...webhookFiles,
];

/** The files with modules of each target's own, and of those that it shares with others. */
const filesByTarget: Readonly<Record<string, readonly RuntimeFile[]>> = {
  types: typesFiles,
  client: [wireFile, ...clientFiles],
  server: [wireFile, ...serverFiles],
  webhooks: webhookFiles,
};

/** The modules that a target names a path for: those of a file of that name, then the module of that name. */
const candidates = new Map(
  Object.entries(filesByTarget).flatMap(([target, files]) =>
    files.flatMap((file) => [
      [keyOf(target, file.name === target ? runtimeName : file.name), file.modules] as const,
      ...file.modules.map((url) => [keyOf(target, nameOf(url)), [url, ...file.modules]] as const),
    ]),
  ),
);

/** The module that has a name which targets refer to by a file of their own: `createSend` of `client/send.gen.ts`. */
export function runtimeModuleOf(
  { target, path }: { readonly target: string; readonly path: string },
  name: string,
): URL | null {
  if (!path.endsWith(".gen.ts")) return null;
  if (target === "zod") return moduleOfExport(path, name);
  const modules = candidates.get(keyOf(target, path.slice(0, -".gen.ts".length))) ?? [];
  return modules.find((url) => namesIn(url).has(name)) ?? null;
}

/** The only target that has a file of the runtime; `null` for one that several have. */
export function ownerOfFile(file: string): string | null {
  const owners = Object.keys(filesByTarget).filter((target) =>
    filesByTarget[target]?.some(({ name }) => name === file),
  );
  return owners.length === 1 ? (owners[0] ?? null) : null;
}

/** The module of a file of the runtime that has a name. */
export function moduleInFile(file: string, name: string): URL {
  const modules = runtimeLibrary.find((each) => each.name === file)?.modules ?? [];
  const module = modules.find((url) => namesIn(url).has(name));
  if (module === undefined) throw new TypeError(`the runtime has no ${name} in ${file}`);
  return module;
}

/** By place: modules do not change. */
const known = new Map<string, ReadonlySet<string>>();

function namesIn(url: URL): ReadonlySet<string> {
  const names = known.get(url.href) ?? new Set(exportsOf(readRuntimeModule(url)).map(({ name }) => name));
  known.set(url.href, names);
  return names;
}

/** Every module of a target. */
export function modulesOfTarget(target: string): readonly URL[] {
  if (target === "zod") return [...checksFile.modules, ...schemasFile.modules];
  return (filesByTarget[target] ?? []).flatMap(({ modules }) => modules);
}

function nameOf({ pathname }: URL): string {
  return pathname.slice(pathname.lastIndexOf("/") + 1).replace(/\..*$/, "");
}

function keyOf(target: string, name: string): string {
  return `${target}/${name}`;
}

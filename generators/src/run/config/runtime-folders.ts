// The APIs of a project -> the folder in which each of their targets has its runtime: one for all that import each other by path.
import { existsSync } from "node:fs";
import path from "node:path";
import { runtimeSettings } from "../../model/option-values.ts";
import { runtimeName } from "../../targets/runtime-name.ts";
import type { ApiProject, TargetPlace } from "./project.ts";

/** Targets that share a runtime. */
export interface RuntimeFolder {
  /** Below the root, forward slashes. */
  readonly out: string;
  /** In the order of the project; the first decides how the files are written, as the options of all would. */
  readonly users: readonly RuntimeUser[];
}

export interface RuntimeUser {
  readonly api: ApiProject;
  readonly place: TargetPlace;
}

/** `root`: absolute. */
export function runtimeFoldersOf(apis: readonly ApiProject[], root: string): RuntimeFolder[] {
  const users = apis.flatMap((api) => api.places.map((place): RuntimeUser => ({ api, place })));
  // What others import as a package has a folder of its own.
  const packaged = users.filter(({ place }) => place.import !== null);
  const others = users.filter(({ place }) => place.import === null);
  const shared = [...Map.groupBy(others, ({ api }) => runtimeSettings(api.options)).values()].flatMap((group) =>
    sharedFolders(group, root),
  );
  return [
    ...packaged.map((user) => ({ out: inside(user.place.out), users: [user] })),
    ...shared.map((group) => ({ out: inside(commonFolder(group)), users: group })),
  ];
}

/** All of them share a folder, unless that would be outside a package of theirs, or the root of a repository: then those of each API do. */
function sharedFolders(users: readonly RuntimeUser[], root: string): RuntimeUser[][] {
  const common = commonFolder(users);
  const isOne = users.every(({ api }) => api === users[0]?.api);
  if (isOne || (common !== "" && users.every(({ place }) => isOfOnePackage(place.out, common, root))))
    return [[...users]];
  return [...Map.groupBy(users, ({ api }) => api.name).values()];
}

function isOfOnePackage(folder: string, common: string, root: string): boolean {
  for (let at = folder; at !== common && at !== "."; at = path.posix.dirname(at))
    if (existsSync(path.join(root, at, "package.json"))) return false;
  return true;
}

/** The folder around their targets: `src/generated` of `src/generated/client`. */
function commonFolder(users: readonly RuntimeUser[]): string {
  const [first = [], ...rest] = users.map(({ place: { target, out } }) => {
    const parts = out.split("/");
    return parts.at(-1) === target ? parts.slice(0, -1) : parts;
  });
  const length = first.findIndex((part, at) => rest.some((other) => other[at] !== part));
  return (length === -1 ? first : first.slice(0, length)).join("/");
}

function inside(folder: string): string {
  return folder === "" ? runtimeName : `${folder}/${runtimeName}`;
}

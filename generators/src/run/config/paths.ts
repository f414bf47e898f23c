// Where a run is: paths as they are displayed, what is found nearest above a folder, the folder of caches, and whether it is CI.
import { existsSync, realpathSync } from "node:fs";
import path from "node:path";

/** A path relative to a folder, with forward slashes; empty for the folder itself. */
export function pathFrom(folder: string, file: string): string {
  return path.relative(folder, file).replaceAll("\\", "/");
}

export function realPath(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    const parent = path.dirname(file);
    return parent === file ? file : path.join(realPath(parent), path.basename(file));
  }
}

export function nearestAbove<Found>(folder: string, find: (folder: string) => Found | undefined): Found | null {
  for (let at = folder; ; at = path.dirname(at)) {
    const match = find(at);
    if (match !== undefined) return match;
    if (existsSync(path.join(at, ".git")) || path.dirname(at) === at) return null;
  }
}

/** The path, if there is something. */
export function pathIfExists(file: string): string | undefined {
  return existsSync(file) ? file : undefined;
}

// The folder of caches for later runs: in its node_modules, which other tools do not search for code.
const home = path.join(import.meta.dirname, "../../..");

export function cacheFolder(): string {
  const above = path.dirname(home);
  const modules = path.basename(above) === "node_modules" ? above : path.join(home, "node_modules");
  return path.join(modules, ".cache/waybill");
}

// The environment -> whether this is a run of continuous integration, and by which variable that is known.

/** What CI services set; most set `CI` too, and so do people who run what CI runs. */
const variables = [
  "CI",
  "GITHUB_ACTIONS",
  "TF_BUILD",
  "JENKINS_URL",
  "TEAMCITY_VERSION",
  "CODEBUILD_BUILD_ID",
  "BITBUCKET_BUILD_NUMBER",
];

/** `CI=true`; `null` outside of CI. */
export function ciOf(variable: (name: string) => string | null): string | null {
  if (variable("CI") === "false" || variable("CI") === "0") return null;
  const name = variables.find((one) => variable(one) !== null);
  return name === undefined ? null : `${name}=${variable(name)}`;
}

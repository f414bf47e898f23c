// `runtime: "package"` -> whether the package that generated code imports is there, in the version that this toolkit generates for.
import path from "node:path";
import type { Place, Report } from "../diagnostics/index.ts";
import { runtimePackage } from "../targets/runtime-name.ts";
import type { Project } from "./config/project.ts";
import { installedFolder, versionIn } from "./config/sources/package-file.ts";

/** Another version is an error: its functions may have other parameters. That none is installed is a warning: an installation may follow. */
export function checkRuntimePackage(project: Project, version: string, report: Report): void {
  const { configFile } = project;
  const place: Place = configFile === null ? { kind: "none" } : { kind: "file", path: configFile };
  const installedVersions = installedRuntimes(project);
  const other = installedVersions.find((one) => one !== null && one !== version);
  if (other !== undefined && other !== null) report.add("runtime-version", place, { found: other, wanted: version });
  else if (installedVersions.includes(null)) report.add("runtime-missing", place, { wanted: version });
}

/** The versions that generated files import; `null`: none is installed. */
export function installedRuntimes({ apis, root }: Pick<Project, "apis" | "root">): (string | null)[] {
  const folders = apis
    .filter(({ options }) => options.runtime === "package")
    .flatMap(({ places }) => places.map(({ out }) => path.join(root, out)));
  return [...new Set(folders.map(installedIn))];
}

/** The version that files in a folder import; `null` for none. */
function installedIn(folder: string): string | null {
  const installed = installedFolder(runtimePackage, folder);
  return installed === null ? null : versionIn(installed);
}

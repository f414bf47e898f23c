// `runtime: "package"` -> whether the package that generated code imports is there, in the version that this toolkit generates for.
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Place, Report } from "../diagnostics/index.ts";
import { runtimePackage } from "../targets/runtime-name.ts";
import type { Project } from "./config/project.ts";

/** Another version is an error: its functions may have other parameters. That none is installed is a warning: an installation may follow. */
export function checkRuntimePackage({ apis, root, configFile }: Project, version: string, report: Report): void {
  const folders = apis
    .filter(({ options }) => options.runtime === "package")
    .flatMap(({ places }) => places.map(({ out }) => path.join(root, out)));
  const [first] = folders;
  if (first === undefined) return;
  const place: Place = configFile === null ? { kind: "none" } : { kind: "file", path: configFile };
  const found = [...new Set(folders.map(installedIn))];
  const other = found.find((one) => one !== null && one !== version);
  if (other !== undefined && other !== null) report.add("runtime-version", place, { found: other, wanted: version });
  else if (found.includes(null)) report.add("runtime-missing", place, { wanted: version });
}

/** The version that files in a folder import; `null` for none. As Node resolves imports: without `NODE_PATH`, which `require` looks at too. */
function installedIn(folder: string): string | null {
  for (let at = folder; ; at = path.dirname(at)) {
    const file = path.join(at, "node_modules", runtimePackage, "package.json");
    if (existsSync(file)) return versionIn(file);
    if (at === path.dirname(at)) return null;
  }
}

function versionIn(file: string): string | null {
  const manifest: unknown = JSON.parse(readFileSync(file, "utf8"));
  const isObject = typeof manifest === "object" && manifest !== null;
  return isObject && "version" in manifest ? String(manifest.version) : null;
}

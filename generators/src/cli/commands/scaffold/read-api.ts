// The API of a scaffold, read and checked as `generate` does -> what its handlers need of it.

import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { getTsconfig } from "get-tsconfig";
import { checkApis } from "../../../checks/checks.ts";
import type { Report } from "../../../diagnostics/index.ts";
import { extensionOf } from "../../../model/api-options.ts";
import { everyOperationOf, type HttpApi, type Operation } from "../../../model/http.ts";
import type { TargetPlace } from "../../../run/config/project.ts";
import { readApis } from "../../../run/read-apis.ts";
import type { ModulePlace } from "../../../scaffold/modules.ts";
import { type ScaffoldSettings, scaffoldOperationOf } from "../../../scaffold/operations.ts";
import { testedCallOf, unknownPathOf } from "../../../scaffold/tested-call.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import type { SelectedServer } from "./selected.ts";

/** `null` with errors that stop the server; the report has them. */
export async function readApi(
  selected: SelectedServer,
  report: Report,
  terminal: Terminal,
): Promise<ScaffoldSettings | null> {
  const { project, api: own, server, types, framework, folder, shownFolder } = selected;
  const read = readApis(project, report);
  await checkApis(read.apis, report, "generate");
  const [found] = read.apis;
  if (found === undefined || found.api.http === null || report.stopsRun || report.faultyTargets(own.name).has("server"))
    return null;
  const { http, schemas } = found.api;
  const extension = extensionOf(own.options);
  const generated = (place: TargetPlace): ModulePlace =>
    place.import === null
      ? { file: path.join(project.root, place.out, "index.gen"), package: null, extension }
      : { file: null, package: place.import, extension: "" };
  const prefix = prefixOf(http);
  const named = [...everyOperationOf(http)].flatMap(({ typeName }) =>
    ["Request", "Received", "Response"].map((kind) => typeName + kind),
  );
  return {
    operations: http.operations.map(scaffoldOperationOf),
    typeNames: new Set([...named, ...schemas.map(({ name }) => name)]),
    root: folder,
    shownFolder,
    server: generated(server),
    types: generated(types),
    extension: own.options.emit === "js" ? ownExtension(folder) : extension,
    framework,
    isSecured: http.operations.some(({ security }) => security.length > 0),
    closed: http.operations.filter(needsCredentials).length,
    prefix,
    unknownPath: prefix + unknownPathOf(http.operations),
    call: testedCallOf(http.operations, prefix),
    runner: usesVitest(terminal.cwd) ? "vitest" : "node:test",
  };
}

/** An empty requirement lets everyone in. */
function needsCredentials({ security }: Operation): boolean {
  return security.length > 0 && security.every(({ schemes }) => schemes.length > 0);
}

/** The path of the first server: requests come with it in front. */
function prefixOf({ servers }: HttpApi): string {
  const [first] = servers;
  if (first === undefined || first.url.includes("{")) return "";
  return (URL.parse(first.url, "http://localhost/")?.pathname ?? "").replace(/\/+$/, "");
}

/** Generated JavaScript says nothing about the imports of TypeScript: its compiler does, and Node takes `.ts` without one. */
function ownExtension(folder: string): string {
  const options = getTsconfig(folder)?.config.compilerOptions;
  if (options === undefined) return ".ts";
  return options.allowImportingTsExtensions === true || options.rewriteRelativeImportExtensions === true
    ? ".ts"
    : ".js";
}

function usesVitest(cwd: string): boolean {
  const file = path.join(cwd, "package.json");
  return existsSync(file) && /"vitest"\s*:\s*"/.test(readFileSync(file, "utf8"));
}

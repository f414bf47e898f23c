// The API of a scaffold, read and checked as `generate` does -> what its handlers need of it.
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { getTsconfig } from "get-tsconfig";
import { checkApis } from "../../../checks/checks.ts";
import type { Report } from "../../../diagnostics/index.ts";
import { everyOperationOf, type HttpApi, type Operation } from "../../../model/http.ts";
import { extensionOf } from "../../../model/option-values.ts";
import { pathFrom } from "../../../run/config/paths.ts";
import type { ApiProject, Project, TargetPlace } from "../../../run/config/project.ts";
import { hintFor, type Usable, unusable, usable } from "../../../run/config/usage.ts";
import { inShell } from "../../../run/flags/api-flags.ts";
import { Arguments } from "../../../run/flags/arguments.ts";
import { selectProject } from "../../../run/flags/select-project.ts";
import { inputs } from "../../../run/flags/shared-flags.ts";
import { readApis } from "../../../run/read-apis.ts";
import { type ModulePlace, type ScaffoldSettings, scaffoldOperationOf } from "../../../scaffold/operations.ts";
import { type Framework, isFramework, type TestedCall } from "../../../scaffold/wiring.ts";
import { sampledRequestOf, Unsampled } from "../../../targets/samples/sampled-request.ts";
import { wireSampleOf } from "../../../targets/samples/wire.ts";
import type { Terminal } from "../../terminal/terminal.ts";

/** `null` with errors that stop the server; the report has them. */
export async function readApi(
  selected: SelectedServer,
  report: Report,
  terminal: Terminal,
): Promise<ScaffoldSettings | null> {
  const { project, api: apiProject, server, types, framework, folder, shownFolder } = selected;
  const read = readApis(project, report);
  await checkApis(read.apis, report, "generate");
  const [checkedApi] = read.apis;
  if (
    checkedApi === undefined ||
    checkedApi.api.http === null ||
    report.stopsRun ||
    report.faultyTargets(apiProject.name).has("server")
  )
    return null;
  const { http, schemas } = checkedApi.api;
  const extension = extensionOf(apiProject.options);
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
    extension: apiProject.options.emit === "js" ? ownExtension(folder) : extension,
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

export interface SelectedServer {
  /** With this API alone. */
  readonly project: Project;
  readonly api: ApiProject;
  readonly server: TargetPlace;
  readonly types: TargetPlace;
  readonly framework: Framework;
  /** Of the handlers, absolute. */
  readonly folder: string;
  /** `src/server/`, relative to the working directory; empty for that itself. */
  readonly shownFolder: string;
  /** The command that generates what the handlers import. */
  readonly generate: string;
}

export async function selectServer(args: Arguments, terminal: Terminal): Promise<Usable<SelectedServer>> {
  const { cwd } = terminal;
  const out = args.one("out");
  const hasFlags = args.has("openapi") || args.has("asyncapi");
  if (out !== null && !hasFlags)
    return unusable(
      "--out is only valid with --openapi",
      "a configuration names the folder of generated code; --dir names that of handlers",
    );
  const project = await selectProject(forGenerate(args), cwd);
  if (!project.ok) return project;
  const api = apiOf(project.value, args.one("api"));
  if (!api.ok) return api;
  const placeOf = (name: string): TargetPlace | undefined => api.value.places.find(({ target }) => target === name);
  const [server, types] = [placeOf("server"), placeOf("types")];
  if (server === undefined || types === undefined)
    return unusable(
      `handlers import the target server, and ${pathFrom(cwd, project.value.configFile ?? "") || "the configuration"} does not generate it`,
      `add "server" to targets of ${api.value.name}`,
    );
  const folder = folderOf(args, project.value, { server, cwd });
  if (!folder.ok) return folder;
  const framework = args.one("target") ?? "node";
  const relativeFolder = pathFrom(cwd, folder.value);
  return usable({
    project: { ...project.value, apis: [api.value] },
    api: api.value,
    server,
    types,
    framework: isFramework(framework) ? framework : "node",
    folder: folder.value,
    shownFolder: relativeFolder === "" ? "" : `${relativeFolder}/`,
    generate: generateCommand(args, project.value),
  });
}

/** The same without `--target` and `--out`, which have another meaning there. */
function forGenerate(args: Arguments): Arguments {
  const scaffoldFlags = new Set(["target", "dir", "api", "out"]);
  const values = new Map([...args.values()].filter(([name]) => !scaffoldFlags.has(name)));
  const out = args.one("out");
  if (out !== null) values.set("out", [path.join(out, "generated")]);
  if (args.has("openapi") || args.has("asyncapi")) values.set("target", ["server"]);
  return new Arguments(values, args.positionals);
}

function apiOf({ apis, configFile }: Project, name: string | null): Usable<ApiProject> {
  if (name !== null && configFile === null) return unusable("--openapi names the whole API", "leave out --api");
  const served = apis.filter(({ places }) => places.some(({ target }) => target === "server"));
  const names = apis.map((api) => api.name);
  if (name !== null) {
    const matchingApi = apis.find((api) => api.name === name);
    return matchingApi === undefined
      ? unusable(`there is no API ${JSON.stringify(name)}`, hintFor(name, names))
      : usable(matchingApi);
  }
  const [only] = served.length === 0 ? apis : served;
  if (only === undefined) return unusable("there is no API", "waybill init writes a configuration");
  if (served.length < 2) return usable(only);
  const servers = served.map((api) => api.name);
  return unusable(
    `there are ${served.length} APIs with servers: ${servers.join(", ")}`,
    `choose one: --api ${servers[0]}`,
  );
}

/** Beside generated code, never in it. */
function folderOf(
  args: Arguments,
  { root, configFile, apis }: Project,
  { server, cwd }: { readonly server: TargetPlace; readonly cwd: string },
): Usable<string> {
  const requestedFolder = args.one("dir");
  const generated = path.join(root, server.out);
  const around =
    path.basename(generated) === "server" ? path.dirname(path.dirname(generated)) : path.dirname(generated);
  const folder =
    requestedFolder !== null
      ? path.resolve(cwd, requestedFolder)
      : configFile === null
        ? path.dirname(root)
        : path.join(around, "server");
  const places = apis.flatMap((api) => api.places.map(({ out }) => path.join(root, out)));
  const inside = places.find((place) => folder === place || folder.startsWith(place + path.sep));
  if (inside === undefined) return usable(folder);
  return unusable(
    `${pathFrom(cwd, inside)} is generated: handlers cannot be in it`,
    "name a folder for them: --dir src/handlers",
  );
}

/** With every flag that says something about generated code: handlers compile with that of the same flags alone. */
function generateCommand(args: Arguments, { configFile, command }: Project): string {
  // A command that the configuration names may be a script, which takes no flags.
  if (configFile !== null && command !== plainCommand) return command;
  const outputFlags = configFile === null ? generatedFlags(args) : new Map<string, readonly string[]>();
  const flagArguments = inputs.flatMap(({ name, value }) => {
    if (name === "target" || name === "out") return outputFlags.get(name) ?? [];
    if (value === null) return args.has(name) ? [`--${name}`] : [];
    return args.all(name).flatMap((word) => [`--${name}`, inShell(word)]);
  });
  return [plainCommand, ...flagArguments].join(" ");
}

const plainCommand = "waybill generate";

/** The flags that have another meaning in scaffold. */
function generatedFlags(args: Arguments): ReadonlyMap<string, readonly string[]> {
  const out = path.posix.join((args.one("out") ?? ".").replaceAll("\\", "/"), "generated");
  return new Map([
    ["out", ["--out", inShell(out)]],
    ["target", ["--target", "server"]],
  ]);
}

// Operations -> the one that the first test calls, as a request: the one that takes least, with a value for what it needs; and a path that
// is none of theirs.

/** `null` where there is none that a plain `fetch` can send. */
function testedCallOf(operations: readonly Operation[], prefix: string): TestedCall | null {
  const byNeeds = operations.toSorted((one, other) => needsOf(one) - needsOf(other));
  for (const operation of byNeeds.slice(0, 50)) {
    const call = callOf(operation, prefix);
    if (call !== null) return call;
  }
  return null;
}

/** A path that no operation has: only one that begins with a parameter and is as long could have it. */
function unknownPathOf(operations: readonly Operation[]): string {
  const coveredDepths = new Set(
    operations.flatMap(({ path: { text } }) => {
      const [first = "", ...others] = text.split("/").slice(1);
      return first.includes("{") ? [others.length] : [];
    }),
  );
  let others = 0;
  while (coveredDepths.has(others)) others += 1;
  return `/not-described${"/at-all".repeat(others)}`;
}

function needsOf({ parameters, requestBody, method }: Operation): number {
  const required = parameters.filter((parameter) => parameter.required).length;
  return required + (requestBody === null ? 0 : 10) + (method === "get" ? 0 : 5);
}

function callOf(operation: Operation, prefix: string): TestedCall | null {
  if (!["get", "post", "put", "patch", "delete"].includes(operation.method)) return null;
  try {
    const required = {
      ...operation,
      parameters: operation.parameters.filter((parameter) => parameter.required),
      requestBody: operation.requestBody?.required === true ? operation.requestBody : null,
    };
    const { method, target, headers, cookies, body } = wireSampleOf(required, sampledRequestOf(required));
    if (body !== null && body.kind !== "json") return null;
    return {
      operation: operation.name,
      method,
      // A call, not a sample whose `{orderId}` a reader fills in: what else has braces in it is encoded.
      target: prefix + target.replaceAll(/[{}]/g, ""),
      headers: cookies === null ? headers : [...headers, ["Cookie", cookies]],
      body: body === null ? null : JSON.stringify(body.value),
    };
  } catch (error) {
    if (error instanceof Unsampled || error instanceof TypeError) return null;
    throw error;
  }
}

// The arguments of scaffold -> the API whose server target is scaffolded, and the folder for its handlers.
import path from "node:path";
import { pathFrom } from "../../../run/config/paths.ts";
import type { ApiProject, Project, TargetPlace } from "../../../run/config/project.ts";
import { hintFor, type Usable, unusable, usable } from "../../../run/config/usage.ts";
import { inShell } from "../../../run/flags/api-flags.ts";
import { Arguments } from "../../../run/flags/arguments.ts";
import { selectProject } from "../../../run/flags/select-project.ts";
import { inputs } from "../../../run/flags/shared-flags.ts";
import { type Framework, isFramework } from "../../../scaffold/wiring.ts";
import type { Terminal } from "../../terminal/terminal.ts";

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
  const shown = pathFrom(cwd, folder.value);
  return usable({
    project: { ...project.value, apis: [api.value] },
    api: api.value,
    server,
    types,
    framework: isFramework(framework) ? framework : "node",
    folder: folder.value,
    shownFolder: shown === "" ? "" : `${shown}/`,
    generate: generateCommand(args, project.value),
  });
}

/** The same without `--target` and `--out`, which have another meaning there. */
function forGenerate(args: Arguments): Arguments {
  const own = new Set(["target", "dir", "api", "out"]);
  const values = new Map([...args.values()].filter(([name]) => !own.has(name)));
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
    const found = apis.find((api) => api.name === name);
    return found === undefined
      ? unusable(`there is no API ${JSON.stringify(name)}`, hintFor(name, names))
      : usable(found);
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
  const given = args.one("dir");
  const generated = path.join(root, server.out);
  const around =
    path.basename(generated) === "server" ? path.dirname(path.dirname(generated)) : path.dirname(generated);
  const folder =
    given !== null ? path.resolve(cwd, given) : configFile === null ? path.dirname(root) : path.join(around, "server");
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
  const own = configFile === null ? generatedFlags(args) : new Map<string, readonly string[]>();
  const words = inputs.flatMap(({ name, value }) => {
    if (name === "target" || name === "out") return own.get(name) ?? [];
    if (value === null) return args.has(name) ? [`--${name}`] : [];
    return args.all(name).flatMap((word) => [`--${name}`, inShell(word)]);
  });
  return [plainCommand, ...words].join(" ");
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

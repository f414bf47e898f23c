// The hand-written modules of all targets -> the files of the runtime that they become, in one folder, and the module that has a name.
import { exportsOf, moduleNameOf, type RuntimeFile, readRuntimeModule } from "../emit/runtime/index.ts";
import { computedOnce } from "../model/computed-once.ts";
import { runtimeFilesIn, wireFile } from "./http/runtime-files.ts";
import { runtimeName } from "./runtime-name.ts";
import { webhookFiles } from "./webhooks/runtime-files.ts";
import { checksFile, moduleOfExport, schemasFile } from "./zod/runtime-modules.ts";

const typesFolder = new URL("./types/runtime/", import.meta.url);
const clientFolder = new URL("./client/runtime/", import.meta.url);
const serverFolder = new URL("./server/runtime/", import.meta.url);

/** Only descriptions with dates, 64-bit integers or defaults need one. */
const typesFiles: readonly RuntimeFile[] = runtimeFilesIn(typesFolder, {
  places: { summary: "Where in a value something is that JSON has no form for.", modules: ["places"] },
  reviving: { summary: "Texts become Dates, and Dates become texts.", modules: ["reviving"] },
  "exact-json": { summary: "JSON that keeps integers of 64 bits exact.", modules: ["exact-json"] },
  filling: { summary: "Defaults are added to values.", modules: ["filling"] },
});

const clientFiles: readonly RuntimeFile[] = runtimeFilesIn(clientFolder, {
  client: {
    summary: "The type of an operation, building requests, reading responses, and the errors of calls.",
    modules: [
      ...["runtime", "places", "texts", "headers", "request", "errors", "response"],
      ...["dated", "int64s", "accepting", "files", "byte-streams", "sequence-errors", "links"],
    ],
  },
  send: {
    summary: "Functions that send: `createSend` and its settings, outcomes of calls, and calls that throw.",
    modules: [
      ...["deadline", "send", "outcomes", "reason", "lenient", "undescribed", "create-send", "throwing", "mode"],
    ],
  },
  middleware: {
    summary: "Wrappers and hooks for the send function: retries, credentials and their renewal, redirects, base URLs.",
    modules: [
      ...["repeatable", "waits", "retries", "reconnect", "refresh", "redirects", "base-url", "credentials"],
      ...["validation", "idempotency", "conditional", "deprecation", "problems", "oauth"],
    ],
  },
  pages: {
    summary: "Iterators over the pages of a list, and over their items.",
    modules: ["page-rules", "next-page", "pages"],
  },
  queries: { summary: "Keys of queries, and the types of their options.", modules: ["queries"] },
  callbacks: { summary: "Webhooks and callbacks: where each is sent, and what sends them.", modules: ["callbacks"] },
});

const serverFiles: readonly RuntimeFile[] = runtimeFilesIn(serverFolder, {
  server: {
    summary: "What a route is, how one is found, what rejects a request, and what a handler responds.",
    modules: [
      ...["runtime", "maybe", "incoming", "refusals", "responses", "credentials"],
      ...["guarded", "dated", "defaulted", "int64s", "webhooks", "preconditions", "page-links"],
    ],
  },
  requests: {
    summary: "How parameters and bodies of requests are read and validated.",
    modules: ["parameters", "requests", "byte-streams"],
  },
  serve: {
    summary: "Routes and handlers -> a function that responds to requests. No framework; Fetch only.",
    modules: ["byte-sources", "outgoing", "failures", "serve", "idempotency", "keep-alive"],
  },
  node: {
    summary: "The same for the servers of Node, and what guards and closes those.",
    modules: ["node-incoming", "node-handler", "node-server", "node-host"],
  },
});

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
      ...file.modules.map((url) => [keyOf(target, moduleNameOf(url)), [url, ...file.modules]] as const),
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
  return computedOnce(known, url.href, () => new Set(exportsOf(readRuntimeModule(url)).map(({ name }) => name)));
}

/** Every module of a target. */
export function modulesOfTarget(target: string): readonly URL[] {
  if (target === "zod") return [...checksFile.modules, ...schemasFile.modules];
  return (filesByTarget[target] ?? []).flatMap(({ modules }) => modules);
}

function keyOf(target: string, name: string): string {
  return `${target}/${name}`;
}

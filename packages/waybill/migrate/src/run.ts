// `waybill migrate`: a project of another generator -> its edits, as a diff or on disk, and the places that are left to people.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Project } from "ts-morph";
import {
  Arguments,
  annotationOf,
  apiIn,
  type ExitCode,
  type Format,
  formatOf,
  rejectUsage,
  selectApi,
  type Terminal,
  toolkitVersion,
  type Usable,
  unifiedDiff,
  unusable,
  usable,
} from "waybill/command";
import { type NewApi, newApi } from "./api.ts";
import { callsModuleText } from "./calls-module.ts";
import { type Configuration, type OldApi, readConfiguration } from "./configuration.ts";
import { manifestText } from "./manifest.ts";
import type { PlainPlace } from "./places.ts";
import { objectText } from "./requests.ts";
import { callsFile, rewriteProject } from "./rewrite.ts";
import { renameModules } from "./same-calls.ts";
import { type ToolName, toolNames, tools } from "./tools.ts";

interface FileEdit {
  /** Absolute. */
  readonly file: string;
  readonly before: string;
  readonly text: string;
}

export async function run(args: Arguments, terminal: Terminal): Promise<ExitCode> {
  const format = formatOf(args);
  if (!format.ok) return rejectUsage(format.problems, terminal, true);
  const asJson = format.value === "json";
  const { cwd } = terminal;
  const configuration = configurationOf(args, cwd);
  if (!configuration.ok) return rejectUsage(configuration.problems, terminal, asJson);
  const { apis, places } = configuration.value;
  const [first] = apis;
  if (first === undefined) return rejectUsage([nothing], terminal, asJson);
  const to = args.one("to") ?? (first.tool === "openapi-typescript" ? "fetch" : "client");
  if (to === "fetch" && first.tool !== "openapi-typescript") return rejectUsage([notFetch], terminal, asJson);
  const project = projectIn(cwd, apis);
  const before = new Map(project.getSourceFiles().map((file) => [file.getFilePath(), file.getFullText()]));
  const created: FileEdit[] = [];
  const left = [...places];
  if (to === "fetch") renameModules(project);
  else {
    const read = await newApis(args, apis, { terminal, format: format.value });
    if (!read.ok) return read.problems.length === 0 ? 1 : rejectUsage(read.problems, terminal, asJson);
    const rewritten = rewriteProject(project, read.value, args.has("write"));
    left.push(...rewritten.places);
    created.push(...configFiles(read.value, cwd, left));
    for (const [api, { forms, settings, usesSend }] of rewritten.needs) {
      const example = project.getSourceFiles().find((file) => file.getText().includes(path.basename(callsFile(api))));
      const [, end = ""] =
        new RegExp(`${path.basename(callsFile(api))}(\\.[jt]s)?"`).exec(example?.getText() ?? "") ?? [];
      const send = usesSend
        ? objectText(settings ?? new Map([["baseUrl", JSON.stringify(api.baseUrl ?? api.server)]]))
        : null;
      const client = `./${path.basename(api.out)}/client/index.gen${end}`;
      const text = callsModuleText({ tool: api.tool, client, forms, send, throws: api.result === "body" });
      created.push({ file: `${callsFile(api)}.ts`, before: "", text });
    }
  }
  const edited = project.getSourceFiles().map((file) => ({
    file: file.getFilePath(),
    before: before.get(file.getFilePath()) ?? "",
    text: file.getFullText(),
  }));
  const manifest = manifestEdit(cwd, first.tool, { to: to === "fetch" ? "fetch" : "client", apis });
  const edits = [...created, ...edited, ...manifest].filter((edit) => edit.before !== edit.text);
  if (args.has("write")) for (const edit of edits) write(edit);
  print({ edits, places: left, isDry: !args.has("write") }, format.value, terminal);
  return left.length === 0 ? 0 : 1;
}

const nothing = {
  message: `there is no configuration of ${toolNames.join(", ")}`,
  hint: "run it in the folder of package.json; without a configuration: --from hey-api --openapi openapi.yaml",
};

const notFetch = {
  message: "--to fetch is for projects of openapi-typescript",
  hint: "leave it out: calls become those of the generated client",
};

/** With `--from` and `--openapi`, code of another generator need not have a configuration: all of its packages are known. */
function configurationOf(args: Arguments, cwd: string): Usable<Configuration> {
  const from = toolNames.find((name) => name === args.one("from")) ?? null;
  const configuration = readConfiguration(cwd, from);
  const openapi = args.one("openapi");
  if (openapi === null) return usable(configuration);
  const [only, other] = configuration.apis;
  if (other !== undefined) return unusable("--openapi names one description, and there are several", "leave it out");
  if (only !== undefined) return usable({ ...configuration, apis: [{ ...only, openapi }] });
  if (from === null) return usable(configuration);
  const api: OldApi = { tool: from, name: "api", openapi, outputs: [], targets: [], baseUrl: null, result: null };
  return usable({ ...configuration, apis: [api] });
}

interface Printing {
  readonly terminal: Terminal;
  readonly format: Format;
}

async function newApis(
  args: Arguments,
  apis: readonly OldApi[],
  { terminal, format }: Printing,
): Promise<Usable<NewApi[]>> {
  const { cwd } = terminal;
  const folder = path.resolve(cwd, args.one("out") ?? (existsSync(path.join(cwd, "src")) ? "src/waybill" : "waybill"));
  const all: NewApi[] = [];
  for (const old of apis) {
    const documents = await selectApi(new Arguments(new Map([["openapi", [old.openapi]]]), []), cwd);
    if (!documents.ok) return documents;
    const api = apiIn(documents.value, { format, command: "migrate" }, terminal);
    if (api === null) return { ok: false, problems: [] };
    if (api.http === null) return unusable(`${old.openapi} has no operations`, null);
    all.push(newApi(old, api, { http: api.http, out: apis.length === 1 ? folder : path.join(folder, old.name) }));
  }
  return usable(all);
}

/** All code below a folder but that of packages and generators; tsconfig.json decides how modules are found. */
function projectIn(cwd: string, apis: readonly OldApi[]): Project {
  const tsconfig = path.join(cwd, "tsconfig.json");
  const project = new Project({
    ...(existsSync(tsconfig) ? { tsConfigFilePath: tsconfig } : { compilerOptions: { allowJs: true } }),
    skipAddingFilesFromTsConfig: true,
    skipFileDependencyResolution: true,
  });
  const isGenerated = (file: string): boolean =>
    apis.some(({ outputs }) => outputs.some((output) => file === output || file.startsWith(`${output}/`)));
  for (const file of codeIn(cwd))
    if (!isGenerated(file) && !/\/(?:openapi-ts|orval|waybill)\.config\.[cm]?[jt]s$/.test(file))
      project.addSourceFileAtPath(file);
  return project;
}

/** Links are not followed: those of packages lead anywhere. */
function codeIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    if (entry.isFile()) return /\.(?:[cm]?[jt]s|[jt]sx)$/.test(entry.name) ? [file] : [];
    return entry.isDirectory() && !/^(?:node_modules|dist|build|coverage|\..*)$/.test(entry.name) ? codeIn(file) : [];
  });
}

function configFiles(apis: readonly NewApi[], cwd: string, places: PlainPlace[]): FileEdit[] {
  const file = path.join(cwd, "waybill.config.ts");
  const text = configText(apis, cwd);
  if (!existsSync(file)) return [{ file, before: "", text }];
  if (readFileSync(file, "utf8") === text) return [];
  const hint = `add what is missing:\n${text}`;
  places.push({ file, line: 1, column: 1, message: "waybill.config.ts exists, and is not edited", hint });
  return [];
}

function configText(apis: readonly NewApi[], cwd: string): string {
  const packages = [...new Set(apis.flatMap(packagesOf))];
  const nameOf = (name: string): string =>
    name.replace("@waybill/", "").replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const entries = apis.map((api) => {
    const targets = ["types", "client", ...api.targets].map((name) =>
      packages.includes(name) ? nameOf(name) : JSON.stringify(name),
    );
    return [
      `    ${/^[A-Za-z_]\w*$/.test(api.name) ? api.name : JSON.stringify(api.name)}: {`,
      `      openapi: ${JSON.stringify(api.openapi)},`,
      `      out: ${JSON.stringify(path.relative(cwd, api.out))},`,
      `      targets: [${targets.join(", ")}],`,
      ...Object.entries({ ...tools[api.tool].options, ...extensionOption(cwd) }).map(
        ([name, value]) => `      ${name}: ${value},`,
      ),
      "    },",
    ];
  });
  const imports = packages.map((name) => `import ${nameOf(name)} from "${name}";`);
  return [
    ...imports,
    'import { defineConfig } from "waybill";',
    "",
    "export default defineConfig({",
    "  apis: {",
    ...entries.flat(),
    "  },",
    "});",
    "",
  ].join("\n");
}

/** How generated files import each other, by what tsconfig.json allows. */
function extensionOption(cwd: string): Record<string, string> {
  const file = path.join(cwd, "tsconfig.json");
  if (!existsSync(file)) return {};
  const options = new Project({ tsConfigFilePath: file, skipAddingFilesFromTsConfig: true }).getCompilerOptions();
  if (options.allowImportingTsExtensions === true || options.rewriteRelativeImportExtensions === true) return {};
  // 100 is that of bundlers.
  return { importExtension: options.moduleResolution === 100 ? '"none"' : '".js"' };
}

function packagesOf({ targets }: Pick<OldApi, "targets">): string[] {
  return targets.filter((name) => name.startsWith("@"));
}

interface Moved {
  readonly to: "fetch" | "client";
  readonly apis: readonly OldApi[];
}

function manifestEdit(cwd: string, tool: ToolName, { to, apis }: Moved): FileEdit[] {
  const file = path.join(cwd, "package.json");
  if (!existsSync(file)) return [];
  const before = readFileSync(file, "utf8");
  const targets = [...new Set(apis.flatMap(packagesOf))];
  return [{ file, before, text: manifestText(before, { tool, to, version: toolkitVersion(), targets }) }];
}

function write({ file, text }: FileEdit): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

interface Migration {
  readonly edits: readonly FileEdit[];
  readonly places: readonly PlainPlace[];
  readonly isDry: boolean;
}

function print({ edits, places, isDry }: Migration, format: Format, { cwd, out, err }: Terminal): void {
  const relative = (file: string): string => path.relative(cwd, file);
  if (format === "json") {
    const files = edits.map(({ file }) => relative(file));
    const left = places.map((place) => ({ ...place, file: relative(place.file) }));
    out(
      `${JSON.stringify({ ok: left.length === 0, command: "migrate", written: !isDry, files, places: left }, null, 2)}\n`,
    );
    return;
  }
  for (const { file, before, text } of edits) {
    const name = relative(file);
    out(isDry ? unifiedDiff(name, before === "" ? null : before, text) : `written  ${name}\n`);
  }
  for (const { file, line, column, message, hint } of places)
    if (format !== "github") err(`${relative(file)}:${line}:${column} ${message}\nhint: ${hint}\n`);
    else {
      const place = { file: relative(file), line, column, title: "migrate", text: `${message}: ${hint}` };
      out(`${annotationOf({ severity: "warning", ...place })}\n`);
    }
  const count = `${edits.length} ${edits.length === 1 ? "file" : "files"}`;
  err(
    `${count} ${isDry ? "would change" : "changed"}, ${places.length} ${places.length === 1 ? "place" : "places"} left\n`,
  );
}

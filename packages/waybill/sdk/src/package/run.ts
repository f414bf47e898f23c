// `waybill sdk init` and `waybill sdk update`: a description -> the files of a package, generated code, and the changeset of what changed.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import {
  Arguments,
  apiIn,
  type ExitCode,
  formatOf,
  readConfigured,
  rejectUsage,
  runCommand,
  selectApi,
  type Terminal,
  toolkitVersion,
  type Usable,
  unusable,
  usable,
} from "waybill/command";
import { type HttpApi, operationCallsOf, prefixOf } from "waybill/plugin";
import { namesOf } from "../names.ts";
import { resourceMethods } from "../resource-methods.ts";
import { readApiReference } from "../surface/api-reference.ts";
import { type PublishedSdk, readPublished } from "../surface/published.ts";
import { readStainless } from "../surface/stainless.ts";
import { type LikenedSurface, surfaceOf } from "../surface/surface.ts";
import { factsOf, foldersOfRepository, isInWorkspace, manifestIn } from "./facts.ts";
import { type Beginning, configText, jsonText, packageText, settingsFiles } from "./manifests.ts";
import { readmeFiles } from "./readme.ts";
import { applyStates, type FileState, type PackageFile, recordName, statesOf } from "./record.ts";
import { referenceText } from "./reference.ts";
import { testFiles } from "./tests.ts";

export async function run(args: Arguments, terminal: Terminal): Promise<ExitCode> {
  const format = formatOf(args);
  if (!format.ok) return rejectUsage(format.problems, terminal, true);
  const asJson = format.value === "json";
  const [action, other] = args.positionals;
  if ((action !== "init" && action !== "update") || other !== undefined) {
    const message = action === undefined ? "sdk needs init or update" : `unknown ${JSON.stringify(other ?? action)}`;
    return rejectUsage([{ message, hint: "waybill sdk init --openapi openapi.yaml --out shop-sdk" }], terminal, asJson);
  }
  const folder = path.resolve(terminal.cwd, args.one("out") ?? ".");
  const inFolder: Terminal = {
    ...terminal,
    cwd: folder,
    // Results of the commands that this one runs are progress here.
    ...(asJson ? { out: terminal.err } : {}),
  };
  const task: Task = { args, folder, terminal: inFolder, print: terminal.out, asJson, action };
  return action === "init" ? init(task, terminal) : update(task);
}

interface Task {
  readonly args: Arguments;
  /** Of the package, absolute. */
  readonly folder: string;
  /** Its working directory is the folder of the package. */
  readonly terminal: Terminal;
  readonly print: (text: string) => void;
  readonly asJson: boolean;
  readonly action: "init" | "update";
}

const configName = "waybill.config.ts";

async function init(task: Task, caller: Terminal): Promise<ExitCode> {
  const { args, folder, terminal, asJson } = task;
  const wrong = ["check", "base", "no-changeset"].find((flag) => args.has(flag));
  if (wrong !== undefined)
    return rejectUsage(
      [{ message: `--${wrong} is for waybill sdk update`, hint: `leave out --${wrong}` }],
      terminal,
      asJson,
    );
  if (existsSync(path.join(folder, configName))) {
    const hint = "waybill sdk update follows the description; init is for a new package";
    return rejectUsage([{ message: `${configName} already exists`, hint }], terminal, asJson);
  }
  const beginning = await beginningOf(task, caller);
  if (!beginning.ok) return beginning.problems.length === 0 ? 1 : rejectUsage(beginning.problems, terminal, asJson);
  const { copied, likened, ...facts } = beginning.value;
  // Yours from the beginning: release tools edit the one, you the other.
  const files = [
    ...(copied === null ? [] : [[facts.openapi, copied] as const]),
    ["package.json", packageText(facts)] as const,
    ...(likened === null ? [] : [["waybill.surface.json", jsonText(likened.surface)] as const]),
    [configName, configText(facts)] as const,
  ].filter(([file]) => !existsSync(path.join(folder, file)));
  const isDry = args.has("dry-run");
  if (likened !== null) terminal.err(likenedText(likened));
  task.print(asJson ? "" : files.map(([file]) => `${isDry ? "would write" : "written    "}  ${file}\n`).join(""));
  if (isDry) return 0;
  mkdirSync(folder, { recursive: true });
  for (const [file, text] of files) writeFileSync(path.join(folder, file), text);
  return update(task);
}

interface BegunPackage extends Beginning {
  /** The text of a description that was at a URL. */
  readonly copied: string | null;
  readonly likened: LikenedSurface | null;
}

/** What begins a package; no problems where they were printed already. */
async function beginningOf(task: Task, caller: Terminal): Promise<Usable<BegunPackage>> {
  const { args, folder } = task;
  const description = args.one("openapi");
  if (description === null) return unusable("init needs a description", "name it: --openapi openapi.yaml");
  const documents = await selectApi(new Arguments(new Map([["openapi", [description]]]), []), caller.cwd);
  if (!documents.ok) return documents;
  const api = apiIn(documents.value, { format: "text", command: "sdk" }, caller);
  if (api?.http == null)
    return api === null ? { ok: false, problems: [] } : unusable("the description has no operations", null);
  const { http } = api;
  const name = args.one("name") ?? manifestIn(folder)?.name ?? nameAfter(http);
  if (!/^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/.test(name))
    return unusable(`--name ${JSON.stringify(name)} is not a name of npm`, "lower case: shop-sdk, or @acme/shop");
  const client = args.one("client");
  if (client !== null && !/^[A-Z][A-Za-z0-9]*$/.test(client))
    return unusable(
      `--client ${JSON.stringify(client)} is not a name of a client`,
      "letters and digits, with a capital first: Shop",
    );
  const like = args.one("like");
  const published = like === null ? null : readLike(like, caller.cwd, namesOf(http, { name: client, env: null }).name);
  if (published?.ok === false) return published;
  const likened = published === null ? null : surfaceOf(http, published.value);
  const isUrl = /^https?:\/\//.test(description);
  const file = documents.value.openapi ?? "";
  const copied = isUrl ? readFileSync(file, "utf8") : null;
  const place = (word: string): string =>
    /^(?:npm|https?):/.test(word) ? word : relativeTo(folder, path.resolve(caller.cwd, word));
  const asyncapi = args.one("asyncapi");
  const tagged = http.operations.filter(({ tags }) => tags.length > 0).length;
  const group = tagged * 2 >= http.operations.length ? "tag" : "path";
  const ownFile = place(description);
  return usable({
    apiName: nameAfter(http),
    npmName: name,
    title: http.info.title,
    summary: http.info.summary,
    repository: args.one("repository")?.replace(/\.git$/, "") ?? originOf(folder),
    toolkit: toolkitVersion(),
    openapi: isUrl ? `openapi.${/^\s*\{/.test(copied ?? "") ? "json" : "yaml"}` : ownFile,
    asyncapi: asyncapi === null ? null : place(asyncapi),
    isForeign: isUrl || ownFile.startsWith("npm:") || !(await isReadStrictly(description, caller)),
    client,
    group,
    keep: clashesIn(http, group),
    hasSurface: likened !== null,
    isInWorkspace: isInWorkspace(folder),
    likened,
    copied,
  });
}

/** `name`: of the class, where the SDK does not say it. */
function readLike(like: string, cwd: string, name: string): Usable<PublishedSdk> {
  if (like.endsWith(".md")) return readApiReference(like, cwd, name);
  return /\.ya?ml$/.test(like) ? readStainless(like, cwd) : readPublished(like, cwd);
}

/** What differs from the earlier SDK, and how many of its methods are the same. */
function likenedText({ surface, differences }: LikenedSurface): string {
  const same = Object.keys(surface.methods).length;
  const all = same + differences.filter(({ isKept }) => !isKept).length;
  const lines = differences.map(
    ({ name, reason, isKept }) => `${isKept ? "differs " : "missing "} ${name}: ${reason}\n`,
  );
  return `${lines.join("")}${same} of ${all} methods are called as before\n`;
}

/** Whether the description has no error, not even one with a stated meaning: `waybill mock` reads it for the tests, too. */
async function isReadStrictly(description: string, caller: Terminal): Promise<boolean> {
  const flags = new Map([
    ["openapi", [description]],
    ["strict", []],
  ]);
  const documents = await selectApi(new Arguments(flags, []), caller.cwd);
  const silent = { ...caller, out: () => {}, err: () => {} };
  return documents.ok && apiIn(documents.value, { format: "text", command: "sdk" }, silent) !== null;
}

function relativeTo(folder: string, file: string): string {
  return path.relative(folder, file).replaceAll("\\", "/");
}

/** `shop` for "The Shop API". */
function nameAfter(http: HttpApi): string {
  return prefixOf(http, null).toLowerCase().replaceAll("_", "-");
}

/** `https://github.com/acme/shop` for `git@github.com:acme/shop.git`; `null` outside of git. */
function originOf(folder: string): string | null {
  try {
    const cwd = existsSync(folder) ? folder : path.dirname(folder);
    const url = execFileSync("git", ["config", "--get", "remote.origin.url"], {
      cwd,
      encoding: "utf8",
      stdio: "pipe",
    }).trim();
    const https = url.replace(/^(?:ssh:\/\/)?git@([^:/]+)[:/]/, "https://$1/").replace(/\.git$/, "");
    return https.startsWith("https://") ? https : null;
  } catch {
    return null;
  }
}

/** Methods that would share a short name: each keeps its long one. */
function clashesIn(http: HttpApi, group: Beginning["group"]): string[] {
  const shorten = resourceMethods();
  const long = operationCallsOf(http, { group });
  const places = http.operations.map((operation) => long(operation).place);
  const byShort = Map.groupBy(places, (place) => JSON.stringify([place.group, shorten(place.name, place)]));
  const clashing = [...byShort.values()].flatMap((some) => (some.length < 2 ? [] : some.map(({ name }) => name)));
  return [...new Set(clashing)];
}

async function update(task: Task): Promise<ExitCode> {
  const { args, folder, terminal, asJson } = task;
  const isCheck = args.has("check");
  const manifest = manifestIn(folder);
  if (manifest === null || !existsSync(path.join(folder, configName))) {
    const hint = "write the package first: waybill sdk init --openapi openapi.yaml";
    return rejectUsage([{ message: `there is no package with ${configName} in ${folder}`, hint }], terminal, asJson);
  }
  const generated = await runCommand(
    isCheck ? ["check"] : ["generate", ...(args.has("force") ? ["--force"] : [])],
    terminal,
  );
  if (generated !== 0 && !isCheck) return generated;
  const configured = await readConfigured(path.join(folder, configName), folder);
  if (!configured.ok) return rejectUsage(configured.problems, terminal, asJson);
  const [api] = configured.value;
  const facts = api === undefined ? null : factsOf(api, manifest);
  if (facts === null) return generated === 0 ? 1 : generated;
  const files: readonly PackageFile[] = [
    ...settingsFiles(facts, isInWorkspace(folder)),
    ...readmeFiles(facts),
    { path: "api.md", text: referenceText(facts), owner: "tool" },
    ...testFiles(facts),
  ];
  const states = statesOf(folder, files, args.has("force"));
  const isStale = states.some(
    ({ state }) => state === "edited" || (isCheck && (state === "write" || state === "remove")),
  );
  if (!isCheck) applyStates(folder, files, states);
  print(task, states, isCheck);
  const changes = await changesetOf(task, isCheck);
  return worst([generated, isStale ? 1 : 0, changes]);
}

/** Nothing to compare with before the first release, and outside of git. */
async function changesetOf({ args, folder, terminal, action }: Task, isCheck: boolean): Promise<ExitCode> {
  const base = args.one("base");
  if (action === "init" || args.has("no-changeset")) return 0;
  if (!foldersOfRepository(folder).some((at) => existsSync(path.join(at, ".changeset")))) return 0;
  if (base === null && !isInGit(folder)) {
    terminal.err("no changeset: this is no repository of git, so the last release is unknown; name it with --base\n");
    return 0;
  }
  return runCommand(
    ["changeset", ...(isCheck ? ["--check"] : []), ...(base === null ? [] : ["--base", base])],
    terminal,
  );
}

function isInGit(folder: string): boolean {
  try {
    execFileSync("git", ["rev-parse", "--verify", "HEAD"], { cwd: folder, stdio: "pipe" });
    return true;
  } catch {
    return false;
  }
}

function print(
  { asJson, print: out, terminal, action, folder }: Task,
  states: readonly FileState[],
  isCheck: boolean,
): void {
  if (asJson) {
    out(`${JSON.stringify({ command: "sdk", action, check: isCheck, files: states, record: recordName }, null, 2)}\n`);
    return;
  }
  const words = isCheck
    ? { write: "out of date", remove: "left over", edited: "edited", kept: "yours" }
    : { write: "written", remove: "removed", edited: "edited", kept: "yours" };
  const lines = states.flatMap(({ path: file, state }) =>
    state === "same" || state === "absent" ? [] : [`${words[state].padEnd(11)}  ${file}`],
  );
  out(lines.length === 0 ? "the package is up to date\n" : `${lines.join("\n")}\n`);
  if (states.some(({ state }) => state === "edited"))
    terminal.err("a file of the tool was edited: undo that, or overwrite it with waybill sdk update --force\n");
  if (action === "init") out(nextText(isInWorkspace(folder)));
}

function nextText(inWorkspace: boolean): string {
  const commit = inWorkspace ? "" : "\n  git init && git add .      then push: the workflows test and release it";
  return `
next:
  npm install                once; commit package-lock.json
  npm test                   calls every operation of a mock server
  npm run check              types, and that everything is up to date${commit}
`;
}

function worst(codes: readonly ExitCode[]): ExitCode {
  return codes.includes(2) ? 2 : codes.includes(1) ? 1 : 0;
}

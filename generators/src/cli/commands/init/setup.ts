// What init does to a repository and the next steps after it, as data, as the lines it prints, and as JSON.

import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Diagnostic } from "../../../diagnostics/index.ts";
import { camelOf } from "../../../model/finish/naming/identifiers.ts";
import { nearestAbove } from "../../../run/config/paths.ts";
import { packageOf } from "../../../run/config/target-config.ts";
import { parseText } from "../../../source/parse.ts";
import { printReport } from "../../terminal/report-output.ts";
import { codesIn, tolerateField } from "../../terminal/suggestion.ts";
import type { Format, Terminal } from "../../terminal/terminal.ts";
import type { DescribedApi } from "./chosen-descriptions.ts";
import { type ImportSettings, type Inspection, placesOf, type ToleratedCode } from "./config-step.ts";
import type { FileStep, OwnManifest } from "./find-descriptions.ts";
import type { EntryFile } from "./starter.ts";

export interface Setup {
  /** What was found; `null` when the configuration that is there is kept. */
  readonly api: DescribedApi | null;
  readonly settings: ImportSettings | null;
  /** What a run would report of the description; `null` when the configuration that is there is kept. */
  readonly look: Inspection | null;
  /** Where a first call may be; `null` without a known starter. */
  readonly entry: EntryFile | null;
  readonly files: readonly FileStep[];
  readonly next: readonly NextStep[];
}

interface Printing {
  readonly isDry: boolean;
  readonly format: Format;
  readonly terminal: Terminal;
}

export function printSetup(setup: Setup, { isDry, format, terminal }: Printing): void {
  const errors = setup.look?.errors ?? [];
  if (errors.length > 0) {
    const report = { diagnostics: errors, excerpts: new Map(), base: terminal.cwd };
    printReport(report, format, terminal, { room: 30 });
  }
  terminal.out(format === "json" ? jsonOf(setup, isDry) : `${linesOf(setup, isDry).join("\n")}\n`);
}

function linesOf({ api, settings, look, entry, files, next }: Setup, isDry: boolean): string[] {
  const documentRows = api === null ? [] : [{ word: "found", text: `${api.documents.join(" and ")}${from(api)}` }];
  const why = settings === null ? [] : [{ word: "chose", text: `${settings.choice}: ${settings.reason}` }];
  const steps = files.map(({ path, action, note }) => ({
    word:
      isDry && action !== "keep" ? `would ${action}` : { create: "created", change: "changed", keep: "kept" }[action],
    text: note === null ? path : `${path}: ${note}`,
  }));
  const rows = [...documentRows, ...why, ...lookRows(look), ...steps];
  const width = Math.max(...rows.map(({ word }) => word.length));
  const longest = Math.max(...next.map(({ command }) => command.length));
  return [
    ...rows.map(({ word, text }) => `${word.padEnd(width)}  ${text}`),
    "",
    "next:",
    ...next.map(({ command, why: reason }) => `  ${command.padEnd(longest)}  ${reason}`),
    ...(api === null || settings === null ? [] : firstCall(api, settings, { look, entry })),
  ];
}

/** A program to try once code is generated. */
function firstCall(
  api: DescribedApi,
  settings: ImportSettings,
  { look, entry }: Pick<Setup, "look" | "entry">,
): string[] {
  if (!api.targets.includes("client")) return [];
  const folder = path.posix.dirname(entry?.path ?? api.out);
  const index = path.posix.join(api.out, `client/index.gen${settings.imports}`);
  const relative = path.posix.relative(folder, index);
  const from = JSON.stringify(relative.startsWith(".") ? relative : `./${relative}`);
  const place = entry?.path ?? `a file in ${folder === "." ? "this folder" : `${folder}/`}`;
  const imported = (names: string): string =>
    settings.needsModules ? `const { ${names} } = require(${from});` : `import { ${names} } from ${from};`;
  const root = documentOf(api);
  const operations = look?.isRenamed === true ? [] : operationsOf(root);
  // Addresses without a host need another one, which only the reader knows.
  const isDivided = /^https?:/.test(firstServer(root) ?? "") && operations.some(({ hasServers }) => hasServers);
  const options = `{ baseUrl: ${isDivided ? "baseUrlsOf(servers)" : JSON.stringify(serverAddress(api, root))} }`;
  const servers = isDivided ? ", baseUrlsOf, servers" : "";
  const read = operations.find(({ method, isBare }) => method === "get" && isBare);
  const calls = (call: string): string[] => (read === undefined ? [] : called(call, entry));
  const first = read ?? operations.find(({ method }) => method === "get") ?? operations[0];
  return [
    "",
    `then, in ${place}:`,
    ...(entry?.isPage === true && read !== undefined ? ['  import { Suspense } from "react";'] : []),
    ...(operations.length <= manyOperations || first === undefined
      ? [imported(`createClient${servers}`), `const api = createClient(${options});`, ...calls(`api.${read?.name}({})`)]
      : [
          imported(`createSend, ${first.name}${servers}`),
          `const send = createSend(${options});`,
          ...calls(`send(${first.name}, {})`),
          `// send(${first.name}, …) brings only that operation into a bundle; createClient(${options}) has a method for each.`,
        ]
    ).map((line) => `  ${line}`),
  ];
}

function called(call: string, entry: EntryFile | null): string[] {
  if (entry?.isPage !== true) return [`${call}.then(console.log, console.error);`];
  // With Cache Components, which create-next-app switches on, a page waits for nothing outside of Suspense.
  return [
    "async function Result() {",
    `  const response = await ${call};`,
    "  return <pre>{JSON.stringify(response, null, 2)}</pre>;",
    "}",
    "export default function Page() {",
    "  return <Suspense><Result /></Suspense>;",
    "}",
  ];
}

/** Above this number of operations, a client with all of them is large. */
const manyOperations = 100;

interface NamedOperation {
  readonly method: string;
  /** As the client exports it. */
  readonly name: string;
  /** Whether a call of it needs nothing. */
  readonly isBare: boolean;
  /** Whether it is served elsewhere than the others, as uploads often are. */
  readonly hasServers: boolean;
}

function operationsOf(root: unknown): NamedOperation[] {
  const methods = ["get", "put", "post", "delete", "patch", "head", "options", "trace"];
  return Object.values(Object(memberOf(root, "paths"))).flatMap((item) =>
    methods.flatMap((method) => {
      const operation = memberOf(item, method);
      const id = textAt(operation, "operationId");
      const parameters = [item, operation].flatMap((one) => Object.values(Object(memberOf(one, "parameters"))));
      const isBare = parameters.every((one) => memberOf(resolved(root, one), "required") !== true);
      const hasServers = [item, operation].some((one) => memberOf(one, "servers") !== undefined);
      return id === null ? [] : [{ method, name: camelOf(id), isBare, hasServers }];
    }),
  );
}

/** What a reference in the document leads to; anything else as it is. */
function resolved(root: unknown, value: unknown): unknown {
  const pointer = textAt(value, "$ref");
  if (pointer === null) return value;
  return pointer.startsWith("#/") ? pointer.slice(2).split("/").reduce(memberOf, root) : { required: true };
}

function lookRows(look: Inspection | null): { word: string; text: string }[] {
  const { tolerated = [], meant = [], errors = [] } = look ?? {};
  const rowOf = (word: string) => (one: ToleratedCode) => ({
    word,
    text: `${one.code} ${one.count === 1 ? `at ${one.first}` : `in ${placesOf(one.count)}, first at ${one.first}`}: ${one.meaning}`,
  });
  return [
    ...tolerated.map(rowOf("allowed")),
    ...meant.map(rowOf("assumed")),
    ...(errors.length === 0 ? [] : [{ word: "stops", text: stopText(errors) }]),
  ];
}

/** What has a meaning to assume, but may be a typing error, is for the user to allow. */
function stopText(errors: readonly Diagnostic[]): string {
  const field = tolerateField(codesIn(errors));
  const fix = errors.some(({ tolerable }) => tolerable === null)
    ? "fix the description first"
    : `fix the description, or allow ${errors.length === 1 ? "it" : "them"} with ${field}`;
  return `${errors.length} ${errors.length === 1 ? "error" : "errors"} would stop generate: ${fix}`;
}

function from({ place }: DescribedApi): string {
  return place === null ? "" : ` in ${place}`;
}

function jsonOf({ api, settings, look, files, next }: Setup, isDry: boolean): string {
  const result = {
    ok: true,
    command: "init",
    dryRun: isDry,
    api: api === null ? null : { name: api.name, openapi: api.openapi, asyncapi: api.asyncapi, out: api.out },
    settings: settings === null ? null : { choice: settings.choice, reason: settings.reason },
    tolerate: look?.tolerated ?? [],
    meant: look?.meant ?? [],
    errors: look?.errors.length ?? 0,
    files: files.map(({ path, action, note }) => ({ path, action, note })),
    next,
  };
  return `${JSON.stringify(result, null, 2)}\n`;
}

const unknown = "https://api.example.com";

/** Its OpenAPI document; `null` without one that can be read. */
function documentOf({ files }: Pick<DescribedApi, "files">): unknown {
  if (files.openapi === null) return null;
  const parsed = parseText(readFileSync(files.openapi, "utf8"), files.openapi.endsWith(".json") ? "json" : "yaml");
  return parsed.ok ? parsed.value : null;
}

/** An example where the document has no server, or one whose address has variables. */
function serverAddress({ openapi, files }: Pick<DescribedApi, "openapi" | "files">, root: unknown): string {
  if (files.openapi === null) return unknown;
  const url = typeof openapi === "object" && openapi !== null ? openapi.url : undefined;
  const server = firstServer(root);
  if (server !== null && /[{}]/.test(server)) return unknown;
  // A relative address is relative to that of the document.
  const serverUrl = URL.parse(server ?? "/", url);
  return serverUrl === null || !/^https?:$/.test(serverUrl.protocol) ? unknown : serverUrl.href.replace(/\/$/, "");
}

function firstServer(root: unknown): string | null {
  const listed = textAt(memberOf(memberOf(root, "servers"), "0"), "url");
  const host = textAt(root, "host");
  if (listed !== null || host === null) return listed;
  const scheme = textAt(memberOf(root, "schemes"), "0") ?? "https";
  return `${scheme}://${host}${textAt(root, "basePath") ?? ""}`;
}

function textAt(value: unknown, name: string): string | null {
  const text = memberOf(value, name);
  return typeof text === "string" ? text : null;
}

function memberOf(value: unknown, name: string): unknown {
  return Object.hasOwn(Object(value), name) ? Object(value)[name] : undefined;
}

interface NextStep {
  readonly command: string;
  readonly why: string;
}

interface Situation {
  readonly api: DescribedApi | null;
  readonly manifest: OwnManifest;
  /** The script that generates. */
  readonly script: string;
  readonly terminal: Terminal;
}

export function nextSteps({ api, manifest, script, terminal }: Situation): NextStep[] {
  const manager = managerCommands(manifest, terminal);
  const out = api?.out ?? "the folders in the configuration";
  return [
    ...(manifest.dependencies.has("waybill")
      ? []
      : [{ command: `${manager.addForDevelopment} waybill`, why: "the toolkit, as a development dependency" }]),
    ...packagesOf(api)
      .filter((name) => !manifest.dependencies.has(name))
      .map((name) => ({
        command: `${manager.addForDevelopment} ${name}`,
        why: "a target in a separate package",
      })),
    ...(hasChannelsAlone(api)
      ? [
          {
            command: `${manager.addForDevelopment} @waybill/channels`,
            why: 'optional: publishes and subscribes, with "channels" in targets',
          },
        ]
      : []),
    ...(needsZod(api) && !hasZod(manifest)
      ? [{ command: `${manager.add} zod@4`, why: "required by the generated validators; 4.6.7 or newer" }]
      : []),
    { command: `${manager.run} ${script}`, why: `writes ${out}: check it in, with waybill.manifest.json` },
    isLive(api)
      ? {
          command: `${manager.execute} waybill generate --watch`,
          why: "generates again when the server has something new",
        }
      : { command: `${manager.execute} waybill check`, why: "for CI: exits 1 if the generated code is out of date" },
  ];
}

/** A live document is not checked in CI. */
function isLive(api: DescribedApi | null): boolean {
  return [api?.openapi, api?.asyncapi].some(
    (document) => typeof document === "object" && document !== null && "live" in document,
  );
}

/** Its own targets have the types and schemas of messages, and no transport. */
function hasChannelsAlone(api: DescribedApi | null): boolean {
  return api !== null && api.openapi === null && !api.targets.includes("channels");
}

const withZod: readonly string[] = ["zod", "server", "webhooks"];

/** The packages that its targets are. */
function packagesOf(api: DescribedApi | null): string[] {
  return (api?.targets ?? []).flatMap((target) => packageOf(target) ?? []);
}

function needsZod(api: DescribedApi | null): boolean {
  return api?.targets.some((target) => withZod.includes(target)) ?? false;
}

/** Version 3 and older have another interface. */
function hasZod({ dependencies }: OwnManifest): boolean {
  const zodRange = dependencies.get("zod");
  return zodRange !== undefined && !/^\D*[0-3]\./.test(zodRange);
}

type Manager = keyof typeof managers;

const managers = {
  npm: { add: "npm install", addForDevelopment: "npm install --save-dev", run: "npm run", execute: "npx" },
  pnpm: { add: "pnpm add", addForDevelopment: "pnpm add --save-dev", run: "pnpm", execute: "pnpm" },
  yarn: { add: "yarn add", addForDevelopment: "yarn add --dev", run: "yarn", execute: "yarn" },
  bun: { add: "bun add", addForDevelopment: "bun add --dev", run: "bun run", execute: "bunx" },
};

/** How the package manager of a repository is called. */
export function managerCommands(manifest: OwnManifest, terminal: Terminal): (typeof managers)[Manager] {
  return managerIn(managerOf(manifest, terminal), terminal.cwd);
}

/** pnpm adds nothing to the root of a workspace without this flag. */
function managerIn(name: Manager, cwd: string): (typeof managers)[Manager] {
  const workspace = path.join(cwd, "pnpm-workspace.yaml");
  const isRoot = name === "pnpm" && existsSync(workspace) && /^packages\s*:/m.test(readFileSync(workspace, "utf8"));
  const { add, addForDevelopment, ...others } = managers[name];
  return isRoot
    ? { ...others, add: `${add} --workspace-root`, addForDevelopment: `${addForDevelopment} --workspace-root` }
    : managers[name];
}

const lockfiles: readonly (readonly [string, Manager])[] = [
  ["pnpm-lock.yaml", "pnpm"],
  ["yarn.lock", "yarn"],
  ["bun.lock", "bun"],
  ["bun.lockb", "bun"],
  ["package-lock.json", "npm"],
];

/** The one the package names, else the one whose lockfile is nearest, else the one that runs this command. */
function managerOf({ packageManager }: OwnManifest, { cwd, variable }: Terminal): Manager {
  const named = managerNamed(packageManager);
  if (named !== null) return named;
  const locked = nearestAbove(cwd, (at) => lockfiles.find(([file]) => existsSync(path.join(at, file))));
  if (locked !== null) return locked[1];
  return managerNamed(variable("npm_config_user_agent")) ?? "npm";
}

/** `pnpm@12.0.0`, or `pnpm/12.0.0 npm/? node/v24`. */
function managerNamed(text: string | null): Manager | null {
  const name = /^[a-z]+(?=[@/])/.exec(text ?? "")?.[0];
  return name === "npm" || name === "pnpm" || name === "yarn" || name === "bun" ? name : null;
}

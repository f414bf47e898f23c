// The next steps after init, as commands of the package manager that the repository uses.
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { nearestAbove } from "../../../run/config/nearest-above.ts";
import { packageOf } from "../../../run/config/target-config.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import type { DescribedApi } from "./chosen-descriptions.ts";
import type { OwnManifest } from "./own-manifest.ts";

export interface NextStep {
  readonly command: string;
  readonly why: string;
}

export interface Situation {
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
  const asked = dependencies.get("zod");
  return asked !== undefined && !/^\D*[0-3]\./.test(asked);
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

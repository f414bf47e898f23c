// The TypeScript in the packages' READMEs and in the guides -> no compiler errors.
import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { sparing, sparingEnvironment } from "../testing/sparing-compiler.ts";

const root = path.resolve(import.meta.dirname, "../..");

/** The declarations that the blocks of one README assume, one after another. */
const readmes: Readonly<Record<string, string>> = {
  "packages/fulfillment/types": "",
  "packages/fulfillment/validators": "declare const text: string;",
  "packages/fulfillment/server": `declare function budgetOf(accountId: string): {
      "RateLimit-Limit": number; "RateLimit-Remaining": number; "RateLimit-Reset": number;
      "X-RateLimit-Limit": number; "X-RateLimit-Remaining": number; "X-RateLimit-Reset": number;
    };
    declare function warehousesOf(accountId: string): Promise<import("@fulfillment/types").Warehouse[]>;`,
  "packages/fulfillment/client": "",
  "packages/fulfillment/webhooks": `declare const secret: string;
    declare const rawBody: Uint8Array;
    declare const request: Request;
    declare const handler: import("@fulfillment/webhooks").WebhookHandler;
    declare const on: import("@fulfillment/webhooks").WebhookHandlers;
    declare const shared: import("@fulfillment/webhooks").SeenStore;
    declare const store: import("@fulfillment/webhooks").SeenStore;
    declare const createWebhookHandler: typeof import("@fulfillment/webhooks").createWebhookHandler;
    declare const eventKey: typeof import("@fulfillment/webhooks").eventKey;
    type WebhookEvent = import("@fulfillment/webhooks").WebhookEvent;
    declare const createServer: typeof import("node:http").createServer;
    declare const app: Pick<import("express").Express, "post"> & Pick<import("hono").Hono, "post"> &
      Pick<import("fastify").FastifyInstance, "register">;
    declare const redis: import("ioredis").Redis;
    declare const client: import("redis").RedisClientType;
    declare const cluster: import("redis").RedisClusterType;
    declare const redisSeenStore: typeof import("@fulfillment/webhooks/redis").redisSeenStore;
    declare const verifyWebhook: typeof import("@fulfillment/webhooks").verifyWebhook;
    declare function notify(orderId: string, trackingNumber: string | null): Promise<void>;
    declare function thank(email: string | null): Promise<void>;`,
  "packages/waybill/conformance": `declare const key: string;
    declare const secret: string;
    declare const description: import("@waybill/conformance").Description;
    declare const recorder: import("@waybill/conformance").Recorder;
    declare const app: import("fastify").FastifyInstance;
    declare const order: object;
    declare const request: import("node:http").IncomingMessage;
    declare const fetchRequest: Request;
    declare const body: Uint8Array;`,
  "packages/waybill/paths": "",
  "packages/waybill/sdk": "",
  generators: `declare const createNodeHost: typeof import("../../packages/fulfillment/server/src/index.gen.ts").createNodeHost;
    declare const createNodeHandler: typeof import("../../packages/fulfillment/server/src/index.gen.ts").createNodeHandler;
    declare const service: import("../../packages/fulfillment/server/src/index.gen.ts").Service<string, null>;
    declare const z: typeof import("zod");
    declare const OrderSchema: import("zod").ZodObject<{
      lines: import("zod").ZodArray<import("zod").ZodString>;
      note: import("zod").ZodString;
    }>;`,
};

/** One program for all of them: the compiler reads and checks what they import, most of it from frameworks, once. */
let complaints: string;
const projects: Project[] = [...Object.entries(readmes).map(readmeProject), guidesProject()];
const home = mkdtempSync(path.join(root, "docs/.readme-"));

beforeAll(async () => {
  for (const project of projects) write(project);
  complaints = await compilerErrorsOf(projects);
});

afterAll(() => {
  for (const directory of [home, ...projects.map((project) => project.directory)])
    rmSync(directory, { recursive: true, force: true });
});

it.each(projects)("the blocks of $name compile", ({ directory, blocks }) => {
  expect(blocks.length).toBeGreaterThan(0);
  const place = `${path.relative(root, directory)}/`;
  expect(complaints.split(/\n(?=\S)/).filter((line) => line.startsWith(place))).toEqual([]);
});

it("nothing else is wrong", () => {
  const places = projects.map(({ directory }) => `${path.relative(root, directory)}/`);
  const others = complaints.split(/\n(?=\S)/).filter((line) => !places.some((place) => line.startsWith(place)));
  expect(others.join("\n").trim()).toBe("");
});

interface Project {
  readonly name: string;
  /** Inside of the package (for guides, of `docs`, whose dependencies have what they import), so that its own name and its dependencies resolve. */
  readonly directory: string;
  readonly blocks: readonly string[];
  readonly ambient: string;
}

function readmeProject([folder, ambient]: readonly [string, string]): Project {
  const name = `${folder}/README.md`;
  const directory = mkdtempSync(path.join(root, folder, ".readme-"));
  return { name, directory, blocks: blocksOf(readFileSync(path.join(root, name), "utf8")), ambient };
}

function guidesProject(): Project {
  const folder = path.join(root, "docs/guides");
  const guides = readdirSync(folder).filter((name) => name.endsWith(".md"));
  const blocks = guides.flatMap((name) => blocksOf(readFileSync(path.join(folder, name), "utf8")));
  return { name: "the guides", directory: mkdtempSync(path.join(root, "docs/.readme-")), blocks, ambient: "" };
}

/**
 * Elsewhere: programs that are files, or files of projects, are compiled where they are; `pnpm stories downstream` runs those that import
 * generated code of their own; calls of other generators are quoted, with what becomes of them.
 */
function blocksOf(markdown: string): string[] {
  return [...markdown.matchAll(/^```ts( [^\n]*)?\n(.*?)^```$/gms)].flatMap(([, info = "", text = ""]) =>
    /^ (?:adapter|file|program|project|generated)=|title="(?:before|after)"/.test(info) ||
    text.includes('"./generated/')
      ? []
      : [text],
  );
}

function write({ directory, blocks, ambient }: Project): void {
  for (const [index, text] of blocks.entries()) {
    const lines = [text, ...assumedBy(text, ambient), "export {};\n"];
    writeFileSync(path.join(directory, `block-${index + 1}.ts`), lines.join("\n"));
  }
}

/** What is declared for a README, in the block itself, so that no other README sees it; but for what the block declares or imports. */
function assumedBy(block: string, ambient: string): string[] {
  const declarations = ambient.split(/^\s*(?=declare |type )/m).filter((declaration) => declaration !== "");
  return declarations.filter((declaration) => {
    const [, name = ""] = /^(?:declare (?:const|function)|type) (\w+)/.exec(declaration) ?? [];
    return !new RegExp(`^import [^;"]*\\b${name}\\b|^(?:export )?(?:const|function|type) ${name}\\b`, "m").test(block);
  });
}

async function compilerErrorsOf(projects: readonly Project[]): Promise<string> {
  const tsc = path.join(root, "node_modules/typescript/bin/tsc");
  const include = projects.map(({ directory }) => `${directory}/*.ts`);
  writeFileSync(path.join(home, "tsconfig.json"), JSON.stringify({ ...config, include }));
  const words = [tsc, "-p", home, "--pretty", "false", ...sparing];
  try {
    await promisify(execFile)(process.execPath, words, { cwd: root, env: sparingEnvironment() });
    return "";
  } catch (error) {
    if (error instanceof Error && "stdout" in error) return String(error.stdout);
    throw error;
  }
}

/** As strict as the repository, but for names that only show how something is called. */
const config = {
  extends: path.join(root, "tsconfig.base.json"),
  compilerOptions: {
    lib: ["es2024", "dom", "dom.iterable"],
    noUnusedLocals: false,
    isolatedDeclarations: false,
    declaration: false,
  },
};

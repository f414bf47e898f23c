// Programs of other generators -> ours: both send the same requests to one server, and what cannot be moved is listed. Programs of openapi-fetch
// run before, too, with openapi-fetch; of the others, the requests that they send are stated in programs.yaml, and were not recorded.
import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { promisify } from "node:util";
import { load } from "js-yaml";
import { describe, expect, it, test } from "vitest";
import { Workspace } from "../../../../generators/test/cli/workspace.ts";
import { startServer } from "../../../../generators/test/local-server.ts";
import { isLong, oneIn } from "../../../../scripts/testing/long.ts";
import { sparingNode } from "../../../../scripts/testing/sparing-node.ts";

const execute = promisify(execFile);
const root = path.join(import.meta.dirname, "../../../..");

type Program = Readonly<Record<string, string>> & {
  readonly title: string;
  readonly requests?: readonly string[];
  readonly left?: readonly string[];
};

interface Tool {
  readonly files: Readonly<Record<string, string>>;
  readonly programs: readonly Program[];
}

const tools = load(readFileSync(path.join(import.meta.dirname, "programs.yaml"), "utf8")) as Readonly<
  Record<string, Tool>
>;
const shop = readFileSync(path.join(import.meta.dirname, "shop.yaml"), "utf8");

const tsconfig = {
  compilerOptions: {
    ...{ target: "es2022", module: "nodenext", strict: true, noEmit: true, skipLibCheck: true },
    ...{ allowImportingTsExtensions: true, noUnusedLocals: true, lib: ["es2023", "dom"], types: ["node"] },
  },
  include: ["src"],
};

const programs = oneIn(
  3,
  Object.entries(tools).flatMap(([tool, { programs: all }]) =>
    all.map((program) => ({ tool, program, title: program.title })),
  ),
);

describe("to our client", () => {
  it.each(programs)("$tool: $title", async ({ tool, program }) => {
    await using world = await World.of(tool, program);
    const { workspace } = world;
    const printed = await workspace.run(["migrate", "--write", "--to", "client"]);
    const left = printed.stderr.split("\n").filter((line) => /^\S+:\d+:\d+ /.test(line));
    expect(left).toEqual(program.left ?? []);
    expect(printed.code).toBe(left.length === 0 ? 0 : 1);
    if (program.requests === undefined || left.some((line) => !line.includes("throwOnError"))) {
      expect(workspace.compiled()).not.toContain("Duplicate identifier");
      return;
    }
    expect((await workspace.run(["generate"])).stderr).toBe("");
    expect(workspace.compiled()).toBe("");
    expect(await world.run()).toEqual({ result: program["result"], requests: program.requests });
    // Of each tool one.
    if (!isLong && program !== programs.find((one) => one.tool === tool)?.program) return;
    const before = workspace.snapshot("src");
    await workspace.run(["migrate", "--write", "--to", "client"]);
    expect(workspace.snapshot("src")).toEqual(before);
  });
});

describe("to @waybill/fetch", () => {
  const ofFetch = programs.filter(({ tool }) => tool === "openapi-typescript");
  it.each(ofFetch)("$title", async ({ tool, program }) => {
    await using world = await World.of(tool, program);
    const { workspace } = world;
    expect((await workspace.run(["paths", "openapi.yaml", "-o", "src/schema.d.ts"])).code).toBe(0);
    const expected = { result: program["result"], requests: program.requests };
    expect(await world.run()).toEqual(expected);
    const files = Object.keys({ ...tools[tool]?.files, ...program }).filter((file) => file.includes("."));
    const lines = (): string[] =>
      files.flatMap((file) => workspace.read(file).split("\n")).filter((line) => !line.includes("ependencies"));
    const before = lines();
    expect(await workspace.run(["migrate", "--write"])).toMatchObject({ code: 0 });
    // The import and the command; besides, the names of packages.
    expect(lines().filter((line) => !before.includes(line))).toHaveLength(2);
    expect(workspace.read("src/schema.d.ts")).toContain("export interface paths");
    expect(workspace.read("package.json")).toContain('"waybill paths openapi.yaml -o src/schema.d.ts"');
    expect(workspace.read("package.json")).toContain('"@waybill/fetch": "^');
    expect(workspace.compiled()).toBe("");
    expect(await world.run()).toEqual(expected);
  });
});

test("a dry run prints the diff, and writes nothing", async () => {
  await using world = await World.of("hey-api", tools["hey-api"]?.programs[0]);
  const before = world.workspace.snapshot("src");
  const { code, stdout } = await world.workspace.run(["migrate"]);
  expect(code).toBe(0);
  expect(stdout).toContain("+++ b/waybill.config.ts");
  expect(stdout).toContain('+  "devDependencies": { "waybill": "^');
  expect(world.workspace.snapshot("src")).toEqual(before);
});

test("the guide shows the first program of each tool, before and after", async () => {
  const guide = readFileSync(path.join(root, "docs/guides/migrating.md"), "utf8");
  for (const [tool, { programs: all }] of Object.entries(tools)) {
    await using world = await World.of(tool, all[0], "https://api.shop.example");
    const before = world.workspace.read("src/program.ts");
    await world.workspace.run(["migrate", "--write", "--to", "client"]);
    for (const text of [before, world.workspace.read("src/program.ts")]) expect(guide).toContain(text);
  }
});

test.each([
  [[], "there is no configuration of openapi-typescript"],
  [
    ["--from", "orval", "--openapi", "openapi.yaml", "--to", "fetch"],
    "--to fetch is for projects of openapi-typescript",
  ],
])("%j is a wrong use", async (words, message) => {
  const workspace = new Workspace({ "openapi.yaml": shop });
  const { code, stderr } = await workspace.run(["migrate", ...words]);
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) });
});

test("configurations are read as text: what is no literal is listed, and what has no equal, too", async () => {
  const config = `const input = "openapi.yaml";
export default {
  input,
  output: { path: "src/client" },
  parser: { filters: { tags: { include: ["orders"] } } },
  plugins: ["zod", "@pinia/colada", process.env.EXTRA],
};
`;
  const workspace = new Workspace({ "openapi.yaml": shop, "openapi-ts.config.ts": config, "waybill.config.ts": "" });
  const { code, stdout } = await workspace.run(["migrate", "--json"]);
  expect(code).toBe(1);
  const { places } = JSON.parse(stdout);
  expect(places.map(({ line, message }: { line: number; message: string }) => `${line} ${message}`)).toEqual([
    "6 process.env.EXTRA is not a literal",
    '6 the plugin "@pinia/colada" has no equal',
    "5 parser is not moved",
    "1 waybill.config.ts exists, and is not edited",
  ]);
  const annotated = await workspace.run(["migrate", "--format", "github"]);
  expect(annotated.stdout).toContain("add what is missing:%0Aimport");
});

/** A project and the server that it calls. */
class World {
  readonly workspace: Workspace;
  readonly #requests: string[];
  readonly #close: () => Promise<void>;
  #runs = 0;

  private constructor(workspace: Workspace, requests: string[], close: () => Promise<void>) {
    this.workspace = workspace;
    this.#requests = requests;
    this.#close = close;
  }

  static async of(tool: string, program: Program | undefined, address?: string): Promise<World> {
    const requests: string[] = [];
    const server = await startServer((request, response) => {
      let body = "";
      request.on("data", (chunk) => (body += chunk));
      request.on("end", () => {
        const headers = ["Authorization", "X-Team", "Idempotency-Key"].flatMap((name) => {
          const value = request.headers[name.toLowerCase()];
          return value === undefined ? [] : [`${name}=${value}`];
        });
        const parts = [...body.matchAll(/; name="(\w+)"/g)].map(([, name]) => name);
        const sent = body === "" ? [] : parts.length === 0 ? [body] : [parts.sort().join("+")];
        requests.push([request.method, request.url, ...headers, ...sent].join(" "));
        const [status, content] = responseTo(request.method ?? "", request.url ?? "");
        response.writeHead(status, { "content-type": "application/json" });
        response.end(content === null ? undefined : JSON.stringify(content));
      });
    });
    const files = Object.entries({ ...tools[tool]?.files, ...program, "openapi.yaml": shop }).filter(
      ([file, text]) => file.includes(".") && typeof text === "string",
    );
    const workspace = new Workspace({ "tsconfig.json": JSON.stringify(tsconfig) });
    for (const [file, text] of files) workspace.write(file, String(text).replaceAll("SERVER", address ?? server.url));
    workspace.install();
    for (const [name, target] of Object.entries(installed)) {
      mkdirSync(path.dirname(workspace.path(`node_modules/${name}`)), { recursive: true });
      symlinkSync(path.join(root, target), workspace.path(`node_modules/${name}`));
    }
    return new World(workspace, requests, () => server.close());
  }

  /** In a process of its own: modules are loaded once in one. */
  async run(): Promise<{ result: string; requests: readonly string[] }> {
    this.#requests.length = 0;
    this.#runs += 1;
    const file = `src/run-${this.#runs}.ts`;
    this.workspace.write(file, 'import { run } from "./program.ts";\nconsole.log(await run());\n');
    const { stdout } = await execute(process.execPath, [...sparingNode, "--no-warnings", this.workspace.path(file)]);
    return { result: stdout.trim(), requests: [...this.#requests] };
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#close();
  }
}

const fetchModule = createRequire(import.meta.url).resolve("openapi-fetch");

/** What the workspace has in node_modules besides the toolkit. */
const installed = {
  "@types": "node_modules/@types",
  "@waybill/fetch": "packages/waybill/fetch",
  "openapi-fetch": path.relative(root, fetchModule.replace(/\/dist\/.*/, "")),
};

const order = { id: "order-1", sku: "TEA-0001", quantity: 1, placed: "2026-11-30T08:00:00Z" };

function responseTo(method: string, url: string): [number, unknown] {
  if (url.endsWith("/none")) return [404, { message: "no such order" }];
  if (method === "DELETE") return [204, null];
  if (method === "POST") return url.endsWith("/photos") ? [204, null] : [201, order];
  return [200, url.startsWith("/orders/") ? order : { orders: [order] }];
}

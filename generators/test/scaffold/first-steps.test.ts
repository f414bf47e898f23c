// The commands that scaffold prints, run one after the other in a package as `npm init -y` writes it: the server starts.
import { type ChildProcess, exec, spawn } from "node:child_process";
import { once } from "node:events";
import { symlinkSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { Workspace } from "../cli/workspace.ts";

const openapi = `openapi: 3.1.0
info: { title: Shop, version: "1" }
paths:
  /orders: { get: { operationId: listOrders, responses: { "204": { description: None. } } } }
`;

/** As npm 11 writes it, and older ones. */
const packages = [
  { written: "with type commonjs", manifest: { name: "shop", type: "commonjs" }, steps: ["npm pkg set type=module"] },
  { written: "with type module", manifest: { name: "shop", type: "module" }, steps: [] },
  { written: "without a type", manifest: { name: "shop" }, steps: [] },
];

test.each(packages)("the printed steps start a server in a package $written", async ({ manifest, steps }) => {
  const workspace = new Workspace({ "api.yaml": openapi, "package.json": JSON.stringify(manifest) });
  symlinkSync(path.join(import.meta.dirname, "../../node_modules"), workspace.path("node_modules"));
  const { stdout } = await workspace.run(["scaffold", "--openapi", "api.yaml", "--out", "shop", "--json"]);
  const { next }: { next: { command: string }[] } = JSON.parse(stdout);
  const [start, ...before] = next.map(({ command }) => command).toReversed();
  const others = before.toReversed().filter((command) => !command.startsWith("npm install"));
  const generate = "npx waybill generate --openapi api.yaml --out shop/generated --target server";
  expect([...others, start]).toEqual([...steps, generate, "node shop/main.ts"]);
  for (const command of others) {
    if (command === generate) await workspace.run(generate.split(" ").slice(2));
    else await promisify(exec)(command, { cwd: workspace.folder });
  }
  expect(await addressOf(workspace.folder)).toMatch(/^listening at http:\/\/localhost:\d+$/);
});

test("a package.json above another one is that of no server, and one that is elsewhere is named", async () => {
  const workspace = new Workspace({
    "api.yaml": openapi,
    "package.json": '{ "type": "module" }',
    "apps/shop/package.json": '{ "type": "commonjs" }',
  });
  const { stdout } = await workspace.run(["scaffold", "--openapi", "api.yaml", "--out", "apps/shop/src"]);
  expect(stdout).toContain("  npm pkg set type=module --prefix apps/shop  ");
});

test("the unknown path of the first test is none of a description whose paths begin with parameters", async () => {
  const workspace = new Workspace({ "api.yaml": openapi.replace("/orders:", "/{shop}:") });
  await workspace.run(["scaffold", "--openapi", "api.yaml", "--out", "shop"]);
  expect(workspace.read("shop/app.test.ts")).toContain('fetch(server.url + "/not-described/at-all")');
});

/** The first line that the server prints. */
async function addressOf(cwd: string): Promise<string> {
  const server: ChildProcess = spawn(process.execPath, ["shop/main.ts"], { cwd, env: { ...process.env, PORT: "0" } });
  try {
    if (server.stdout === null) throw new Error("the server has no output");
    const lines = createInterface(server.stdout);
    const [line] = await Promise.race([once(lines, "line"), once(server, "exit").then(([code]) => [`exit ${code}`])]);
    return String(line);
  } finally {
    server.kill();
  }
}

test.each([
  ["no operation needs credentials", "", "every operation is a 501 until its handler is written"],
  [
    "every operation needs credentials",
    "security: [{ key: [] }]\n",
    "write isKnown in shop/context.ts first: until then every operation is a 401, then each is a 501 until its handler is written",
  ],
  [
    "credentials are optional",
    "security: [{}, { key: [] }]\n",
    "every operation is a 501 until its handler is written",
  ],
])("the last step says what the server responds where %s", async (_, security, why) => {
  const schemes = "components: { securitySchemes: { key: { type: apiKey, in: header, name: X-Key } } }\n";
  const workspace = new Workspace({ "api.yaml": openapi + security + schemes });
  const { stdout } = await workspace.run(["scaffold", "--openapi", "api.yaml", "--out", "shop"]);
  expect(stdout).toContain(`the server: ${why}\n`);
});

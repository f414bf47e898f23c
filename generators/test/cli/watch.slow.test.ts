import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { renameSync, rmSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { ServerPoll } from "../../src/cli/commands/watch/watch.ts";
import { runCommand } from "../../src/cli/run.ts";
import { noRules } from "../../src/run/config/reading-rules.ts";
import { served } from "../run/config/served.ts";
import { plainTerminal } from "./in-process.ts";
import { openapi, order, orderTypes, shop, toTypes } from "./shop.ts";
import { textOf, Workspace } from "./workspace.ts";

const watching = ["generate", ...toTypes, "--watch"];

class Session {
  readonly workspace: Workspace;
  readonly out: () => string;
  readonly err: () => string;
  private readonly child: ChildProcessWithoutNullStreams;
  private readonly ended: Promise<number | null>;

  constructor(workspace: Workspace, args: readonly string[] = watching) {
    this.workspace = workspace;
    this.child = workspace.start(args);
    this.out = textOf(this.child.stdout);
    this.err = textOf(this.child.stderr);
    const { promise, resolve } = Promise.withResolvers<number | null>();
    this.child.on("close", resolve);
    this.ended = promise;
  }

  ready(): Promise<void> {
    return this.until(() => expect(this.err()).toMatch(/watching \d+ files/));
  }

  until(holds: () => void): Promise<void> {
    return vi.waitFor(holds, { timeout: 45_000, interval: 10 });
  }

  stop(signal: "SIGINT" | "SIGTERM"): Promise<number | null> {
    this.child.kill(signal);
    return this.ended;
  }
}

async function started(
  files: Readonly<Record<string, string>> = shop,
  args: readonly string[] = watching,
): Promise<Session> {
  const session = new Session(new Workspace(files), args);
  await session.ready();
  return session;
}

test("a change of a file that is read: one line, and the output is new", async () => {
  const session = await started();
  const { workspace } = session;
  expect(session.out()).toMatch(/^types .*\ntotal .*\n$/);
  workspace.edit("schemas/order.yaml", "note:", "remark:");
  await session.until(() => expect(session.out()).toMatch(/\nschemas\/order\.yaml: 3 files, 1 written +\d+ ms\n$/));
  expect(workspace.read(orderTypes)).toContain("remark?: string");
  expect(await session.stop("SIGINT")).toBe(0);
});

test("an editor that saves by renaming, twice; one that takes its time between moving the old file away and writing", async () => {
  const session = await started();
  const { workspace } = session;
  for (const name of ["first", "second"]) {
    workspace.write("schemas/.order.swp", order.replace("note:", `${name}:`));
    renameSync(workspace.path("schemas/.order.swp"), workspace.path("schemas/order.yaml"));
    await session.until(() => expect(workspace.read(orderTypes)).toContain(`${name}?: string`));
  }
  renameSync(workspace.path("schemas/order.yaml"), workspace.path("schemas/order.yaml~"));
  await sleep(40);
  workspace.write("schemas/order.yaml", order.replace("note:", "third:"));
  await session.until(() => expect(workspace.read(orderTypes)).toContain("third?: string"));
  expect(session.err()).not.toContain("error");
  expect(await session.stop("SIGTERM")).toBe(0);
});

test("an error is printed and watching continues; the output stays until it is fixed", async () => {
  const session = await started();
  const { workspace } = session;
  const before = workspace.snapshot("gen");
  workspace.edit("schemas/order.yaml", "type: string", "type: strng");
  await session.until(() => expect(session.out()).toContain("schemas/order.yaml: nothing written\n"));
  expect(session.err()).toContain('schemas/order.yaml:6:11 error unknown-type: "strng"');
  expect(workspace.snapshot("gen")).toEqual(before);
  workspace.edit("schemas/order.yaml", "type: strng", "type: integer");
  await session.until(() => expect(workspace.read(orderTypes)).toContain("id: number"));
});

test("a file that is referred to only now is watched; one that is not there yet, too", async () => {
  const session = await started();
  const { workspace } = session;
  workspace.edit("schemas/order.yaml", "type: string\n  note", "$ref: more/id.yaml\n  note");
  await session.until(() => expect(session.err()).toContain("unreadable-file"));
  workspace.write("schemas/more/id.yaml", "type: integer\n");
  await session.until(() => expect(workspace.read(orderTypes)).toContain("Id = number"));
  workspace.write("schemas/more/id.yaml", "type: boolean\n");
  await session.until(() => expect(workspace.read(orderTypes)).toContain("Id = boolean"));
  rmSync(workspace.path("schemas/more"), { recursive: true });
  await session.until(() => expect(session.err().match(/unreadable-file/g)).toHaveLength(2));
  workspace.write("schemas/more/id.yaml", "type: string\n");
  await session.until(() => expect(workspace.read(orderTypes)).toContain("Id = string"));
});

test("the configuration is an input: what it says now, and that it is wrong", async () => {
  const config = (targets: string): string =>
    `export default { apis: { shop: { openapi: "openapi.yaml", out: "gen", targets: [${targets}] } } };\n`;
  const session = await started({ ...shop, "waybill.config.ts": config('"types"') }, ["generate", "--watch"]);
  const { workspace } = session;
  workspace.write("waybill.config.ts", config('"typos"'));
  await session.until(() => expect(session.err()).toContain("apis.shop.targets[0] must be one of types"));
  workspace.write("waybill.config.ts", config('"types", "zod"'));
  await session.until(() => expect(workspace.read("gen/zod/schemas.gen.ts")).toContain("OrderSchema"));
});

test("a configuration saved again at the moment its error is printed is read again", async () => {
  const config = (target: string): string =>
    `export default { apis: { shop: { openapi: "openapi.yaml", out: "gen", targets: ["${target}"] } } };\n`;
  const workspace = new Workspace({ ...shop, "waybill.config.ts": config("types") });
  const heard = { text: "" };
  const err = (text: string): void => {
    heard.text += text;
    if (text.startsWith("watching")) workspace.write("waybill.config.ts", config("typos"));
    if (text.includes("must be one of types")) workspace.write("waybill.config.ts", config("zod"));
  };
  const ends: (() => void)[] = [];
  const terminal = {
    ...plainTerminal(workspace.folder, { out: () => {}, err }),
    stopped: (end: () => void) => ends.push(end),
  };
  const ended = runCommand(["generate", "--watch"], terminal);
  await vi.waitFor(() => expect(workspace.snapshot("gen")).toHaveProperty(["zod/schemas.gen.ts"]), {
    timeout: 45_000,
  });
  for (const end of ends) end();
  expect(await ended).toBe(0);
});

test("--json: one line of JSON per build", async () => {
  const session = await started(shop, [...watching, "--json"]);
  session.workspace.edit("schemas/order.yaml", "note:", "remark:");
  await session.until(() => expect(session.out().trim().split("\n")).toHaveLength(2));
  const [first, second] = session
    .out()
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(first).toMatchObject({ ok: true, changes: [{}, {}, {}] });
  expect(second).toMatchObject({ ok: true, changes: [{ path: orderTypes, action: "write" }] });
});

test("a live document: the watch waits for its server, and generates again when it sends something else, or is back", async () => {
  const responses = { "/openapi.yaml": openapi, "/schemas/order.yaml": order };
  const first = await served(responses);
  const { port } = new URL(first.url);
  await first.stop();
  const api = { openapi: { url: `${first.url}/openapi.yaml`, live: true }, out: "gen", targets: ["types"] };
  const workspace = new Workspace({ "waybill.config.json": JSON.stringify({ apis: { shop: api } }) });
  const session = new Session(workspace, ["generate", "--watch"]);
  await session.until(() => expect(session.err()).toMatch(/no server listens there; waiting for it\n/));
  const second = await served(responses, Number(port));
  await session.ready();
  expect(workspace.read(orderTypes)).toContain("note?: string");
  responses["/schemas/order.yaml"] = order.replace("note:", "remark:");
  await session.until(() => expect(session.out()).toMatch(/\/openapi.yaml( and 1 more)?: 3 files, 1 written/));
  expect(workspace.read(orderTypes)).toContain("remark?: string");
  await second.stop();
  await session.until(() => expect(session.err().match(/waiting for it/g)).toHaveLength(2));
  responses["/schemas/order.yaml"] = order.replace("note:", "comment:");
  await served(responses, Number(port));
  await session.until(() => expect(workspace.read(orderTypes)).toContain("comment?: string"));
  expect(await session.stop("SIGINT")).toBe(0);
});

test("a watch that waits for a server can be stopped", async () => {
  const { url, stop } = await served({});
  await stop();
  const session = new Session(new Workspace(), [
    "generate",
    "--openapi",
    `${url}/openapi.yaml`,
    "--out",
    "gen",
    "--watch",
  ]);
  await session.until(() => expect(session.err()).toContain("waiting for it"));
  expect(await session.stop("SIGINT")).toBe(0);
});

test("only servers nearby are polled", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const fetch = vi.spyOn(globalThis, "fetch").mockImplementation(async () => new Response("new"));
  onTestFinished(() => fetch.mockRestore());
  const changed: string[] = [];
  const poll = new ServerPoll({ changed: (url) => changed.push(url), note: () => {} });
  const live = { integrity: "sha384-old", isEntry: true, missing: [] };
  const foreign = ["https://api.example.com/a.json", "http://localhost:3000/b.json"].map((name) => {
    return { place: "/cache", name, url: name, live };
  });
  poll.watch({ rules: { ...noRules, foreign } });
  await vi.advanceTimersByTimeAsync(1_500);
  poll.close();
  expect(changed).toEqual(["http://localhost:3000/b.json"]);
  expect(fetch.mock.calls.map(([url]) => url)).toEqual(["http://localhost:3000/b.json"]);
});

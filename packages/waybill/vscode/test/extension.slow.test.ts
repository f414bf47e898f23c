// The extension as it is packaged: what is in the file, and what it does in an editor with folders that have a language server or not.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { unzipSync } from "fflate";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { isCopy } from "../../docs/test/is-copy.ts";
import { bundleExtension, packageExtension } from "../src/package.ts";
import type { FakeClient } from "./fakes/client.ts";
import type { FakeDocument, FakeEditor } from "./fakes/vscode.ts";

const folder = mkdtempSync(path.join(tmpdir(), "waybill-vscode-test-"));
afterAll(() => rmSync(folder, { recursive: true }));

const home = path.join(import.meta.dirname, "..");
const root = path.join(home, "../../..");
const manifest = JSON.parse(readFileSync(path.join(home, "extension/package.json"), "utf8"));

test("the package has the extension in one module, and nothing of the workspace", { timeout: 120_000 }, async () => {
  const file = path.join(folder, "extension.vsix");
  await packageExtension(file);
  const unzipped = Object.entries(unzipSync(readFileSync(file)));
  const entries = new Map(unzipped.map(([name, bytes]) => [name, new TextDecoder().decode(bytes)]));
  expect([...entries.keys()].sort()).toEqual(
    [
      "[Content_Types].xml",
      "extension.vsixmanifest",
      "extension/LICENSE.txt",
      "extension/extension.cjs",
      "extension/icon.png",
      "extension/package.json",
      "extension/readme.md",
      "extension/snippets.json",
    ].sort(),
  );
  expect(JSON.parse(entries.get("extension/package.json") ?? "")).toEqual(manifest);
  expect(entries.get("extension.vsixmanifest")).toContain(`Id="${manifest.name}" Version="${manifest.version}"`);
  const code = entries.get("extension/extension.cjs") ?? "";
  const required = new Set([...code.matchAll(/\brequire\("([^"]+)"\)/g)].map(([, name = ""]) => name));
  const builtIn = createRequire(import.meta.url)("node:module").isBuiltin as (name: string) => boolean;
  expect([...required].filter((name) => !builtIn(name))).toEqual(["vscode"]);
  expect(code).not.toContain(root);
});

test("its commands and settings are those that the code names", () => {
  const code = readFileSync(path.join(home, "src/extension.ts"), "utf8");
  const declared = manifest.contributes.commands.map(({ command }: { command: string }) => command);
  expect([...code.matchAll(/registerCommand\("([^"]+)"/g)].map(([, name]) => name)).toEqual(declared);
  const read = [...code.matchAll(/settings\.get<[^>]+>\("([^"]+)"/g)].map(([, name]) => `waybill.${name}`);
  const settings = Object.keys(manifest.contributes.configuration.properties);
  expect(settings.toSorted()).toEqual([...new Set([...read, "waybill.trace.server"])].sort());
});

interface Extension {
  readonly activate: (context: { subscriptions: object[] }) => Promise<void>;
  readonly deactivate: () => Promise<void>;
}

let extension: Extension;
let editor: FakeEditor;
let clients: FakeClient[];

beforeAll(async () => {
  const file = path.join(folder, "extension.cjs");
  await bundleExtension(file, {
    vscode: path.join(import.meta.dirname, "fakes/vscode.ts"),
    "vscode-languageclient/node": path.join(import.meta.dirname, "fakes/client.ts"),
  });
  extension = createRequire(import.meta.url)(file) as Extension;
  editor = Reflect.get(globalThis, "fakeEditor");
  clients = Reflect.get(globalThis, "fakeClients");
});

afterEach(async () => {
  await extension.deactivate();
  for (const list of [editor.messages, editor.lines, editor.terminals, editor.executed, clients]) list.length = 0;
  editor.settings = { node: process.execPath };
  editor.folders = [];
  editor.documents = [];
  editor.choice = undefined;
});

function project(name: string, installed: readonly ("waybill" | "@waybill/lsp")[]): FakeEditor["folders"][number] {
  const place = path.join(folder, name);
  mkdirSync(path.join(place, "node_modules/@waybill"), { recursive: true });
  const sources = { waybill: "generators", "@waybill/lsp": "packages/waybill/lsp" };
  for (const one of installed) symlinkSync(path.join(root, sources[one]), path.join(place, "node_modules", one));
  const { href } = pathToFileURL(place);
  return { name, uri: { scheme: "file", fsPath: place, toString: () => href } };
}

const broken =
  "openapi: 3.1.0\ninfo: { title: t, version: '1' }\npaths: {}\ncomponents: { schemas: { A: { type: strng } } }\n";

test("a folder with the server gets its diagnostics, and no more once it is closed", async () => {
  editor.settings = { node: process.execPath, base: "HEAD~1" };
  const shop = project("shop", ["waybill", "@waybill/lsp"]);
  editor.folders = [shop];
  await extension.activate({ subscriptions: [] });
  const file = path.join(shop.uri.fsPath, "openapi.yaml");
  writeFileSync(file, broken);
  const found = await clients[0]?.diagnosticsOf(pathToFileURL(file).href, broken);
  expect(found?.map(({ code, message }) => [code, message])).toContainEqual([
    "unknown-type",
    '"strng" is not a JSON Schema type\ndid you mean "string"?',
  ]);
  expect(clients[0]?.options).toMatchObject({ initializationOptions: { base: "HEAD~1", breakingChanges: true } });

  await editor.commands.get("waybill.restart")?.();
  expect(clients.map(({ isRunning }) => isRunning)).toEqual([false, true]);
  await editor.changes.folders?.({ added: [], removed: [shop] });
  expect(clients.some(({ isRunning }) => isRunning)).toBe(false);
  editor.settings = { enable: false };
  await editor.changes.folders?.({ added: [shop], removed: [] });
  expect(clients).toHaveLength(2);
});

test("a project with the toolkit alone is asked whether to install the server, and nothing runs by itself", async () => {
  editor.folders = [project("without-server", ["waybill"]), project("other-yaml", [])];
  editor.choice = "Open a terminal with the command";
  await extension.activate({ subscriptions: [] });
  await expect
    .poll(() => editor.terminals)
    .toEqual([{ text: "npm install --save-dev waybill @waybill/lsp", isRun: false }]);
  expect(editor.messages).toHaveLength(1);
  expect(editor.messages[0]).toMatch(/^without-server has waybill/);
  expect(editor.lines.join("\n")).toMatch(/other-yaml: no waybill in node_modules/);
  expect(clients).toHaveLength(0);
  // Of a package in a monorepo, in its own folder.
  editor.folders = [project("half", [])];
  const shop = project("half/packages/shop", ["waybill"]).uri.fsPath;
  await editor.changes.documents?.(opened(path.join(shop, "openapi.yaml")));
  expect(editor.messages.slice(1)).toEqual([expect.stringMatching(/^shop has waybill, and not yet @waybill\/lsp/)]);
});

function opened(file: string, text = broken): FakeDocument {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  const { href } = pathToFileURL(file);
  return { uri: { scheme: "file", fsPath: file, toString: () => href }, languageId: "yaml", getText: () => text };
}

test("in a monorepo where only a package has the toolkit, its descriptions get the server of the package, once", async () => {
  const monorepo = project("monorepo", []);
  const shop = project("monorepo/packages/shop", ["waybill", "@waybill/lsp"]).uri.fsPath;
  editor.folders = [monorepo];
  editor.documents = [opened(path.join(shop, "api/openapi.yaml"))];
  await extension.activate({ subscriptions: [] });
  expect(clients).toHaveLength(1);
  expect(clients[0]?.options).toMatchObject({
    workspaceFolder: monorepo,
    documentSelector: [{ pattern: `${shop}/**/*` }, {}, {}],
  });
  const [document] = editor.documents;
  const found = await clients[0]?.diagnosticsOf(document?.uri.toString() ?? "", broken);
  expect(found?.map(({ code }) => code)).toContain("unknown-type");

  await editor.changes.documents?.(opened(path.join(shop, "events/asyncapi.yaml"), "asyncapi: 3.0.0\n"));
  await editor.changes.documents?.(opened(path.join(shop, "pnpm-lock.yaml"), "lockfileVersion: '9.0'\n"));
  expect(clients).toHaveLength(1);
  expect(editor.messages).toEqual([]);
  await editor.changes.folders?.({ added: [], removed: [monorepo] });
  expect(clients[0]?.isRunning).toBe(false);
});

test("a description in a package without the toolkit is a message, once for a folder; other files are none", async () => {
  const bare = project("bare", []);
  editor.folders = [bare];
  editor.documents = [opened(path.join(bare.uri.fsPath, "compose.yaml"), "services: {}\n")];
  await extension.activate({ subscriptions: [] });
  expect(editor.messages).toEqual([]);
  await editor.changes.documents?.(opened(path.join(bare.uri.fsPath, "a/openapi.yaml")));
  await editor.changes.documents?.(opened(path.join(bare.uri.fsPath, "b/openapi.yaml")));
  expect(editor.messages).toEqual([
    "There is no waybill in node_modules for a/openapi.yaml: npm install --save-dev waybill @waybill/lsp",
  ]);
});

/** In the response of the language server that the editor asks for symbols. */
const operation = { name: "GET /pets", kind: 5, range: { contains: () => true }, children: [] };
const pets = broken
  .replace("strng", "string")
  .replace(
    "{}",
    "{ /pets: { get: { operationId: getPets, tags: [pets], responses: { 200: { description: All. } } } } }",
  );

async function previewed(name: string, text: string): Promise<void> {
  const shop = project(name, ["waybill"]);
  await extension.activate({ subscriptions: [] });
  editor.active = { document: opened(path.join(shop.uri.fsPath, "openapi.yaml"), text), selection: {} };
  editor.responses = { "vscode.executeDocumentSymbolProvider": [{ ...operation, kind: 2, children: [operation] }] };
  await editor.commands.get("waybill.preview")?.();
}

test.skipIf(isCopy)("the page of an operation is served until it is closed", { timeout: 120_000 }, async () => {
  // Astro has other pages in the environment of a test.
  for (const name of ["NODE_ENV", "VITEST"]) vi.stubEnv(name, undefined);
  await previewed("documented", pets);
  expect(editor.messages).toEqual([]);
  const [, [command, page, options] = []] = editor.executed;
  expect([command, options]).toEqual(["simpleBrowser.api.open", { viewColumn: -2, preserveFocus: true }]);
  expect(String(page)).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/operations\/pets\/get-pets\/$/);
  expect(await (await fetch(String(page))).text()).toContain("GET");
  await editor.changes.tabs?.({ closed: [editor.browserTab] });
  await expect(fetch(String(page))).rejects.toThrow();
});

test("a server that does not start is an error message, and so is a description that cannot be shown", async () => {
  editor.settings = { node: "/no/such/node" };
  editor.folders = [project("no-node", ["waybill", "@waybill/lsp"])];
  await previewed("no-preview", pets);
  expect(editor.messages).toEqual([
    expect.stringMatching(/did not start in no-node: spawn \/no\/such\/node ENOENT/),
    expect.stringMatching(/^The documentation of openapi.yaml cannot be shown: spawn .* ENOENT$/),
  ]);
  editor.settings = { node: process.execPath };
  editor.folders = [];
  await previewed("undocumented", broken);
  expect(editor.messages.at(-1)).toMatch(/^The documentation of openapi.yaml cannot be shown: .*"strng"/s);
  await previewed("undocumented-yaml", "services: {}\n");
  expect(editor.messages.at(-1)).toBe("Open an OpenAPI or AsyncAPI description to see its documentation");
  expect(editor.executed).toEqual([]);
});

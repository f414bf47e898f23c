// `waybill init`: what someone does right after it works: the first call, and linting.
import { expect, it } from "vitest";
import { served } from "../run/config/served.ts";
import { ran } from "./in-process.ts";
import { Workspace } from "./workspace.ts";

const openapi = 'openapi: 3.1.0\ninfo: { title: Shop, version: "1" }\npaths: {}\n';

function manifest(members: object): string {
  return JSON.stringify({ name: "shop", type: "module", ...members });
}

it.each([
  [
    "the first server",
    `${openapi}servers: [{ url: https://api.shop.example/v2/ }, { url: http://localhost }]`,
    "https://api.shop.example/v2",
  ],
  [
    "a server with variables",
    `${openapi}servers: [{ url: "https://{region}.shop.example" }]`,
    "https://api.example.com",
  ],
  ["a server without a host", `${openapi}servers: [{ url: /v2 }]`, "https://api.example.com"],
  [
    "the host of Swagger 2.0",
    'swagger: "2.0"\ninfo: { title: Shop, version: "1" }\nhost: shop.example\nbasePath: /v1\npaths: {}',
    "https://shop.example/v1",
  ],
])("the first call goes to %s", async (_, description, address) => {
  const workspace = new Workspace({ "package.json": manifest({}), "openapi.yaml": description });
  expect((await ran(workspace.folder, "init")).text).toContain(`createClient({ baseUrl: "${address}" })`);
});

it("the first call goes to the server of its operation where operations have their own", async () => {
  const upload =
    "/photos: { servers: [{ url: https://uploads.shop.example }], get: { operationId: list, responses: {} } }";
  const description = openapi.replace("paths: {}", `servers: [{ url: https://shop.example }]\npaths: { ${upload} }`);
  const workspace = new Workspace({ "package.json": manifest({}), "openapi.yaml": description });
  const { text } = await ran(workspace.folder, "init");
  expect(text).toContain("import { createClient, baseUrlsOf, servers } from");
  expect(text).toContain("createClient({ baseUrl: baseUrlsOf(servers) })");
});

it.each([
  ["", ""],
  ["/v2", ',"servers":[{"url":"/v2"}]'],
])("the first call goes to the server that the description was read from, with %j", async (path, servers) => {
  const document = `{"openapi":"3.1.0","info":{"title":"Shop","version":"1"},"paths":{}${servers}}`;
  const { url } = await served({ "/openapi.json": document });
  const workspace = new Workspace({ "package.json": manifest({}) });
  expect((await ran(workspace.folder, "init", `${url}/openapi.json`)).text).toContain(`baseUrl: "${url}${path}"`);
});

it("the first call of a large API brings one operation into a bundle", async () => {
  const path = (at: number): string => `  /notes${at}: { get: { operationId: notes/list-${at}, responses: {} } }`;
  const paths = Array.from({ length: 101 }, (_, at) => path(at)).join("\n");
  const description = openapi.replace("paths: {}", `paths:\n${paths}`);
  const workspace = new Workspace({ "package.json": manifest({}), "openapi.yaml": description });
  const { text } = await ran(workspace.folder, "init");
  expect(text).toContain("import { createSend, notesList0 } from");
  expect(text).toContain("send(notesList0, …) brings only that operation into a bundle");
});

const listed = openapi.replace(
  "paths: {}",
  `paths:
  /orders/{id}: { get: { operationId: getOrder, parameters: [{ $ref: "#/components/parameters/id" }], responses: {} } }
  /orders: { get: { operationId: list-orders, responses: {} } }
components: { parameters: { id: { name: id, in: path, required: true, schema: { type: string } } } }`,
);
const bundler = '{ "compilerOptions": { "module": "esnext", "moduleResolution": "bundler" } }';
const checking = '{ "compilerOptions": { "module": "nodenext", "checkJs": true, "noEmit": true } }';

it.each([
  [
    "Next.js",
    { dependencies: { next: "16" } },
    { "app/page.tsx": "", "tsconfig.json": bundler },
    `then, in app/page.tsx:
  import { Suspense } from "react";
  import { createClient } from "../generated/client/index.gen";
  const api = createClient({ baseUrl: "https://api.example.com" });
  async function Result() {
    const response = await api.listOrders({});
    return <pre>{JSON.stringify(response, null, 2)}</pre>;
  }
  export default function Page() {
    return <Suspense><Result /></Suspense>;
  }
`,
  ],
  [
    "Expo",
    { dependencies: { expo: "57" } },
    { "App.tsx": "", "tsconfig.json": bundler },
    `then, in App.tsx:
  import { createClient } from "./src/generated/client/index.gen";
  const api = createClient({ baseUrl: "https://api.example.com" });
  api.listOrders({}).then(console.log, console.error);
`,
  ],
  [
    "SvelteKit",
    { devDependencies: { "@sveltejs/kit": "2", vite: "8" } },
    { "src/lib/index.ts": "", "tsconfig.json": bundler },
    `then, in a file in src/lib/:
  import { createClient } from "./generated/client/index.gen";
`,
  ],
  [
    "CommonJS",
    { type: "commonjs" },
    {},
    `then, in a file in src/:
  const { createClient } = require("./generated/client/index.gen.js");
  const api = createClient({ baseUrl: "https://api.example.com" });
  api.listOrders({}).then(console.log, console.error);
`,
  ],
  [
    "CommonJS that TypeScript checks",
    { type: "commonjs", devDependencies: { typescript: "7" } },
    { "tsconfig.json": checking },
    'const { createClient } = require("./generated/client/index.gen.js");',
  ],
])("the first call is one of %s", async (_, members, files, printed) => {
  const workspace = new Workspace({ ...files, "package.json": manifest(members), "openapi.yaml": listed });
  expect((await ran(workspace.folder, "init")).text).toContain(printed);
});

it("operations that have other names than their ids are not called", async () => {
  const fastapi = listed
    .replace("list-orders", "list_orders_orders_get")
    .replace("getOrder", "get_order_orders__id__get");
  const workspace = new Workspace({ "package.json": manifest({}), "openapi.yaml": fastapi });
  expect((await ran(workspace.folder, "init")).text).toMatch(/\n {2}const api = createClient\(.*\);\n$/);
});

it.each([
  [
    "eslint.config.mjs",
    "[\n  globalIgnores([\n    // Ours:\n    'a',\n  ]),\n]\n",
    "[\n  globalIgnores([\n    \"**/*.gen.*\",\n    // Ours:\n    'a',\n  ]),\n]\n",
  ],
  ["eslint.config.js", '[{ ignores: ["dist/*"] }]\n', '[{ ignores: ["**/*.gen.*", "dist/*"] }]\n'],
  ["eslint.config.ts", "export default [];\n", null],
  [
    ".oxlintrc.json",
    '{\n\t// Ours.\n\t"rules": {}\n}\n',
    '{\n\t// Ours.\n\t"rules": {},\n\t"ignorePatterns": [\n\t\t"**/*.gen.*"\n\t]\n}\n',
  ],
  [
    "biome.json",
    '{ "files": { "includes": ["src/**"] } }\n',
    '{ "files": { "includes": ["src/**","!**/*.gen.*"] } }\n',
  ],
  ["biome.jsonc", "{}\n", '{\n  "files": {\n    "includes": [\n      "**",\n      "!**/*.gen.*"\n    ]\n  }\n}\n'],
  [".prettierignore", "dist", "dist\n**/*.gen.*\n"],
])("%s skips generated files, once", async (file, before, after) => {
  const devDependencies = { prettier: "3" };
  const workspace = new Workspace({
    "package.json": manifest({ devDependencies }),
    "openapi.yaml": openapi,
    ".prettierignore": "*.gen.*\n",
    [file]: before,
  });
  const { text } = await ran(workspace.folder, "init");
  expect(workspace.read(file)).toBe(after ?? before);
  expect(text.includes(`changed  ${file}: skips **/*.gen.*\n`)).toBe(after !== null);
  await ran(workspace.folder, "init");
  expect(workspace.read(file)).toBe(after ?? before);
});

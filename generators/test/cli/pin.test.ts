// `waybill pin --write`: hashes in the text of a configuration, and everything else as it was.
import { existsSync, readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { integrityOf } from "../../src/run/config/sources/remote-file.ts";
import { served } from "../run/config/served.ts";
import { ran, ranApart } from "./in-process.ts";
import { openapi, order, orderTypes } from "./shop.ts";
import { Workspace } from "./workspace.ts";

const hashOf = (text: string): string => integrityOf(Buffer.from(text));
const single = openapi.replace("schema: { $ref: schemas/order.yaml }", "schema: { type: string }");

test("a URL becomes a pinned document, and comments, quotes and indentation stay", async () => {
  const { url } = await served({ "/openapi.yaml": openapi, "/schemas/order.yaml": order });
  const before = `// Ours.
const spec = { out: 'gen' };
export default {
\tapis: {
\t\t// ${url}/openapi.yaml is the public one
\t\tshop: {
\t\t\topenapi: '${url}/openapi.yaml', // see the wiki
\t\t\t...spec,
\t\t\ttargets: ['types'],
\t\t},
\t},
};
`;
  const workspace = new Workspace({ "waybill.config.mjs": before });
  const { code, text } = await ran(workspace.folder, "pin", "--write");
  expect(text).toMatch(
    /^apis\.shop\.openapi: http:.*\n {2}pinned as sha384-.*\n {2}added schemas\/order.yaml\nchanged {2}waybill\.config\.mjs\ncreated {2}\.waybill\/openapi-.*\ncreated {2}\.waybill\/order-.*\n$/,
  );
  expect(code).toBe(0);
  expect(workspace.read("waybill.config.mjs")).toBe(
    before.replace(
      `openapi: '${url}/openapi.yaml',`,
      `openapi: {
\t\t\t\turl: '${url}/openapi.yaml',
\t\t\t\tintegrity: '${hashOf(openapi)}',
\t\t\t\tfiles: {
\t\t\t\t\t'schemas/order.yaml': '${hashOf(order)}',
\t\t\t\t},
\t\t\t},`,
    ),
  );
  expect(await ran(workspace.folder, "generate")).toMatchObject({ code: 0 });
  expect(workspace.read(orderTypes)).toContain("note?: string");
  expect((await ran(workspace.folder, "pin", "--write")).text).toBe(
    `apis.shop.openapi: ${url}/openapi.yaml is unchanged\nkept     waybill.config.mjs: it is up to date\n`,
  );
});

/** What the configuration says of the document, and what it says afterwards; U is the server, S and E hashes. */
const forms: readonly [string, string, string, string][] = [
  [
    "an object on one line",
    "ts",
    '{ url: "U/a.yaml", integrity: "sha384-old" }',
    '{ url: "U/a.yaml", integrity: "S" }',
  ],
  [
    "an object on lines of its own",
    "ts",
    '{\n        // the address\n        url: "U/a.yaml",\n        integrity: "sha384-old", // checked\n      }',
    '{\n        // the address\n        url: "U/a.yaml",\n        integrity: "S", // checked\n      }',
  ],
  [
    "files that are gone",
    "ts",
    '{ url: "U/a.yaml", integrity: "x", files: { "b.yaml": "y" } }',
    '{ url: "U/a.yaml", integrity: "S" }',
  ],
  [
    "new files",
    "ts",
    '{ url: "U/b.yaml", integrity: "x" }',
    '{ url: "U/b.yaml", integrity: "S", files: {\n        "c.yaml": "E",\n      } }',
  ],
  [
    "files with other hashes",
    "ts",
    '{ url: "U/b.yaml", integrity: "x", files: { /* all */ "c.yaml": "y" } }',
    '{ url: "U/b.yaml", integrity: "S", files: { /* all */ "c.yaml": "E" } }',
  ],
  ["JSON", "json", '{ "url": "U/a.yaml", "integrity": "x" }', '{ "url": "U/a.yaml", "integrity": "S" }'],
  ["a URL in JSON", "json", '"U/a.yaml"', '{\n        "url": "U/a.yaml",\n        "integrity": "S"\n      }'],
];

test.each(forms)("pin --write updates the document in the configuration: %s", async (_, ending, before, after) => {
  const entry = openapi.replace("schemas/order.yaml", "c.yaml");
  const { url } = await served({ "/a.yaml": single, "/b.yaml": entry, "/c.yaml": order });
  const config = (document: string): string =>
    ending === "json"
      ? `{\n  "apis": {\n    "shop": {\n      "openapi": ${document},\n      "out": "gen"\n    }\n  }\n}\n`
      : `export default {\n  apis: {\n    shop: {\n      openapi: ${document},\n      out: "gen",\n    },\n  },\n};\n`;
  const filled = (text: string): string =>
    text
      .replaceAll("U/", `${url}/`)
      .replace('"S"', `"${hashOf(text.includes("b.yaml") && text.includes("c.yaml") ? entry : single)}"`)
      .replace('"E"', `"${hashOf(order)}"`);
  const file = `waybill.config.${ending}`;
  const workspace = new Workspace({ [file]: config(filled(before)) });
  const { code, text } = await ran(workspace.folder, "pin", "--write");
  expect(text).toContain(`changed  ${file}`);
  expect(code).toBe(0);
  expect(workspace.read(file)).toBe(config(filled(after)));
});

test("the comment of `init` above a document goes once it is pinned", async () => {
  const { url } = await served({ "/a.yaml": single });
  const workspace = new Workspace({ "package.json": "{}" });
  expect(await ran(workspace.folder, "init", `${url}/a.yaml`)).toMatchObject({ code: 0 });
  const before = workspace.read("waybill.config.mjs");
  expect(before).toContain("// Read from its server in every run.");
  expect(await ran(workspace.folder, "pin", `${url}/a.yaml`, "--write")).toMatchObject({ code: 0 });
  const comment = /^ *\/\/ Read from its server in every run\..*\n/m;
  expect(workspace.read("waybill.config.mjs")).toBe(
    before.replace(comment, "").replace("live: true", `integrity: "${hashOf(single)}"`),
  );
});

test("several APIs: the same URL twice, a constant, one that is named; live documents only when they are named", async () => {
  const { url } = await served({ "/a.yaml": single, "/b.yaml": single, "/live.yaml": single });
  const before = `const shared = "${url}/a.yaml";
export default {
  apis: {
    one: { openapi: shared, out: "one", targets: ["types"] },
    two: { openapi: "${url}/a.yaml", out: "two", targets: ["types"] },
    three: { openapi: { url: "${url}/b.yaml", integrity: "${hashOf("old")}" }, out: "three", targets: ["types"] },
    four: { openapi: { url: "${url}/live.yaml", live: true }, out: "four", targets: ["types"] },
  },
};
`;
  const workspace = new Workspace({ "waybill.config.ts": before });
  expect((await ran(workspace.folder, "pin", `${url}/b.yaml`, "--write")).text).toContain(
    `apis.three.openapi: ${url}/b.yaml\n  ${hashOf("old")}\n  -> ${hashOf(single)}\nchanged  waybill.config.ts\n`,
  );
  expect(workspace.read("waybill.config.ts")).toBe(before.replace(hashOf("old"), hashOf(single)));
  const { text } = await ran(workspace.folder, "pin", "--write");
  expect(text).toContain(`apis.one.openapi: ${url}/a.yaml\n  pinned as`);
  expect(text).toContain(`apis.two.openapi: ${url}/a.yaml\n  pinned as`);
  expect(text).toContain(`apis.three.openapi: ${url}/b.yaml is unchanged`);
  expect(text).not.toContain("apis.four");
  expect(await ran(workspace.folder, "check")).not.toMatchObject({ code: 2 });
  await ran(workspace.folder, "pin", `${url}/live.yaml`, "--write");
  expect(workspace.read("waybill.config.ts")).toContain(`{ url: "${url}/live.yaml", integrity: "${hashOf(single)}" }`);
});

test("the copy of an older hash is removed", async () => {
  const responses = { "/a.yaml": single };
  const { url } = await served(responses);
  const workspace = new Workspace({
    "waybill.config.json": JSON.stringify({
      apis: { a: { openapi: `${url}/a.yaml`, out: "gen", targets: ["types"] } },
    }),
  });
  await ran(workspace.folder, "pin", "--write");
  const [first] = readdirSync(workspace.path(".waybill"));
  responses["/a.yaml"] = single.replace("Get an order", "Read an order");
  const { stdout } = await ranApart(workspace.folder, ["pin", "--write", "--json"]);
  expect(JSON.parse(stdout)).toMatchObject({
    ok: true,
    config: "waybill.config.json",
    changed: true,
    documents: [{ at: "apis.a.openapi", before: hashOf(single), integrity: hashOf(responses["/a.yaml"]) }],
    copies: { removed: [`.waybill/${first}`] },
  });
  expect(readdirSync(workspace.path(".waybill"))).toHaveLength(1);
});

test.each<[string, string, readonly string[], string, number]>([
  [
    "a URL that is computed",
    'const host = "U"; export default { apis: { a: { openapi: host + "/a.yaml", out: "x" } } };',
    [],
    "computes the URL",
    1,
  ],
  [
    "a URL in a call",
    'const f = (u) => u; export default { apis: { a: { openapi: f("U/a.yaml"), out: "x" } } };',
    [],
    "computes the URL",
    1,
  ],
  [
    "a constant that is used as a text too",
    'const u = "U/a.yaml"; export default { command: u, apis: { a: { openapi: u, out: "x" } } };',
    [],
    "computes the URL",
    1,
  ],
  [
    "no URL",
    'export default { apis: { a: { openapi: "a.yaml", out: "x" } } };',
    [],
    "waybill.config.mjs names no URL\nhint: waybill init URL",
    2,
  ],
  [
    "another URL",
    'export default { apis: { a: { openapi: "U/a.yaml", out: "x" } } };',
    ["http://localhost/b"],
    "does not name http://localhost/b\nhint: pin one of its URLs: U/a.yaml",
    2,
  ],
  [
    "live documents",
    'export default { apis: { a: { openapi: { url: "U/a.yaml", live: true }, out: "x" } } };',
    [],
    "names only live documents",
    2,
  ],
  [
    "what is not there",
    'export default { apis: { a: { openapi: "U/none.yaml", out: "x" } } };',
    [],
    "U/none.yaml cannot be fetched: it responds with 404",
    1,
  ],
])("pin leaves the configuration as it is, with a way out: %s", async (_, config, words, said, exit) => {
  const { url } = await served({ "/a.yaml": single });
  const workspace = new Workspace({ "waybill.config.mjs": config.replaceAll("U", url) });
  const before = workspace.read("waybill.config.mjs");
  const { code, text } = await ran(workspace.folder, "pin", ...words, "--write");
  expect(text).toContain(said.replaceAll("U/", `${url}/`));
  expect(code).toBe(exit);
  expect(workspace.read("waybill.config.mjs")).toBe(before);
  expect(existsSync(workspace.path(".waybill"))).toBe(false);
});

test.each(["just a sentence", "{ ", "a: [1"])("a document that does not parse is not pinned: %j", async (text) => {
  const { url } = await served({ "/a.yaml": text });
  const config = { apis: { a: { openapi: `${url}/a.yaml`, out: "gen" } } };
  const workspace = new Workspace({ "waybill.config.json": JSON.stringify(config) });
  for (const words of [
    ["pin", `${url}/a.yaml`],
    ["pin", "--write"],
  ])
    expect(await ranApart(workspace.folder, words)).toEqual({
      code: 1,
      stdout: "",
      stderr: `${url}/a.yaml is neither YAML nor JSON of a description\n`,
    });
});

test("without --write, documents of other origins are named and left out", async () => {
  const { url } = await served({ "/a.yaml": openapi.replace("schemas/order.yaml", "http://localhost:1/order.yaml") });
  const { code, stdout, stderr } = await ranApart(new Workspace().folder, ["pin", `${url}/a.yaml`]);
  expect(stdout).toContain(`url: "${url}/a.yaml",\n`);
  expect(stderr).toBe(
    `not pinned: ${url}/a.yaml refers to http://localhost:1/order.yaml, which is another origin: map it to a copy\n`,
  );
  expect(code).toBe(0);
});

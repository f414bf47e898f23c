// Features of OpenAPI 3.2, one an input: what `lint` says of each, and where the output shows it.
import { readdirSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Api } from "../../src/model/api.ts";
import { ranApart } from "../cli/in-process.ts";
import { Workspace } from "../cli/workspace.ts";
import { compilerErrorsOf } from "../scenarios/compile.ts";
import { type Generation, generateFrom, temporaryDirectory } from "../scenarios/generation.ts";
import { fixtures } from "./case.ts";

const folder = path.join(fixtures, "openapi-3.2");

/** What `lint` reports: severity, code and place; no row is an error too many. */
const reported: Readonly<Record<string, readonly string[]>> = {
  "03b-tags-parent-missing.yaml": ["5:44 error tag-parent"],
  "04e-item-and-schema.yaml": ["13:15 warning unsupported-feature"],
  "06-prefix-encoding.yaml": ["19:54 warning unsupported-feature"],
  "08d-querystring-and-query.yaml": ["9:11 error conflicting-fields"],
  "13-xml-nodetype.yaml": ["13:15 warning unsupported-feature"],
  "15b-example-datavalue-invalid.yaml": ["21:40 error invalid-example"],
  "15c-example-serialized-invalid.yaml": ["21:41 error invalid-example"],
  "15e-example-external.yaml": ["15:60 warning example-mismatch"],
  "20-fastapi-sse-31.yaml": ["13:15 warning official-schema-warning"],
};

async function lintOf(file: string): Promise<string[]> {
  const { stderr } = await ranApart(folder, ["lint", file]);
  return [...stderr.matchAll(/^\S+?:(\d+:\d+ (?:error|warning) [\w-]+): /gm)].map(([, said = ""]) => said);
}

describe("lint", () => {
  const inputs = readdirSync(folder).filter((file) => /^\d.*\.yaml$/.test(file));
  test.each(inputs)("finds the listed problems of %s", async (file) => {
    expect(await lintOf(file)).toEqual(reported[file] ?? []);
  });

  test.each([
    [
      "query, explode: false, schema: { type: array, items: { type: integer } }",
      "[1, 2]",
      '"ids=1,2"',
      "ids=1;2",
      "ids=1,2",
    ],
    ["query, schema: { type: string }", "a b", "ids=a%20b", "a b", "ids=a%20b"],
    ["path, required: true, style: label, schema: { type: string }", "x", ".x", "x", ".x"],
    ["header, schema: { type: array, items: { type: integer } }", "[1, 2]", '"1,2"', "ids=1,2", "1,2"],
    ["cookie, schema: { type: integer }", "1", "ids=1", '"1"', "ids=1"],
  ])("an example of a parameter in %s is compared with what is sent", async (place, value, right, wrong, sent) => {
    const texts = `openapi: 3.2.0
info: { title: t, version: "1" }
paths:
  /a${place.startsWith("path") ? "/{ids}" : ""}:
    get:
      operationId: a
      parameters:
        - { name: ids, in: ${place}, examples: { two: { dataValue: ${value}, serializedValue: TEXT } } }
      responses: { "204": { description: ok } }
`;
    const lint = async (text: string): Promise<string> => {
      const { folder: workspace } = new Workspace({ "openapi.yaml": texts.replace("TEXT", text) });
      return (await ranApart(workspace, ["lint", "openapi.yaml"])).stderr;
    };
    expect(await lint(right)).toBe("");
    expect(await lint(wrong)).toContain(
      `warning example-mismatch: "serializedValue" of the example is not how "dataValue" is sent, which is "${sent}"`,
    );
  });

  const document = `openapi: 3.2.0
info: { title: t, version: "1", contact: { name: 7 } }
paths:
  /a: { $ref: item.yaml }
`;
  const item = `get:
  operationId: getA
  externalDocs: { url: 7 }
  responses: { "204": { description: ok } }
`;

  test("the official schema of 3.2 reports what it rejects, in the file and at the place", async () => {
    const { folder: workspace } = new Workspace({ "openapi.yaml": document, "item.yaml": item });
    const { code, stderr } = await ranApart(workspace, ["lint", "openapi.yaml"]);
    expect(code).toBe(1);
    expect(stderr).toContain(
      [
        "openapi.yaml:2:44 error official-schema: not valid OpenAPI: must be string",
        '2 | info: { title: t, version: "1", contact: { name: 7 } }',
        "                                               ^",
      ].join("\n"),
    );
    expect(stderr).toContain("item.yaml:3:19 error official-schema: not valid OpenAPI: must be string");
    expect(stderr).toContain("2 errors");
  });

  test("a callback that refers to the path item it is in is validated once", async () => {
    const recursive = `openapi: 3.2.0
info: { title: t, version: "1" }
paths:
  /a: { $ref: "#/components/pathItems/A" }
components:
  pathItems:
    A:
      post:
        externalDocs: { url: 7 }
        callbacks: { again: { "{$request.body#/url}": { $ref: "#/components/pathItems/A" } } }
        requestBody: { content: { application/json: { schema: { type: object, properties: { url: { type: string } } } } } }
        responses: { "204": { description: ok } }
`;
    const { folder: workspace } = new Workspace({ "openapi.yaml": recursive });
    const { stderr } = await ranApart(workspace, ["lint", "openapi.yaml"]);
    expect(stderr.match(/error official-schema/g)).toHaveLength(1);
    expect(stderr).toMatch(/^openapi\.yaml:9:25 error official-schema: not valid OpenAPI: must be string$/m);
  });
});

interface Shown {
  readonly input: string;
  /** The file, and a part of its text. */
  readonly code?: readonly (readonly [file: string, text: string])[];
  /** What of the model no code shows, for documentation. */
  readonly model?: readonly [read: (api: Api) => unknown, value: unknown];
}

const types = "types/operations.gen.ts";
const calls = "client/operations.gen.ts";

const shown: readonly Shown[] = [
  {
    input: "01-query-method.yaml",
    code: [
      [calls, 'method: "QUERY"'],
      [types, "body: { q: string }"],
    ],
  },
  {
    input: "02-additional-operations.yaml",
    code: [
      [calls, 'method: "COPY"'],
      [types, "body: { to: string }"],
    ],
  },
  {
    input: "03-tags.yaml",
    model: [
      ({ http }) => http?.tags.map(({ name, parent, kind }) => [name, parent, kind]),
      [
        ["products", null, "nav"],
        ["cakes", "products", "nav"],
        ["beta", null, "badge"],
      ],
    ],
  },
  { input: "04-item-schema-sse.yaml" },
  { input: "04b-item-schema-jsonl-response.yaml" },
  { input: "04d-item-schema-json-seq.yaml" },
  { input: "04e-item-and-schema.yaml" },
  {
    input: "05-item-encoding-multipart-mixed.yaml",
    code: [
      [types, "body: { n: number }[] };"],
      [
        calls,
        '"multipart/mixed": /* @__PURE__ */ multipartList(\n        [],\n        {\n          value: { kind: "object"',
      ],
    ],
  },
  {
    input: "06-prefix-encoding.yaml",
    code: [[types, "body: [{ meta: string }?, File?, ...unknown[]] };"]],
  },
  { input: "07-self.yaml", code: [["types/schemas.gen.ts", "b?: B | undefined"]] },
  {
    input: "07b-self-relative-base.yaml",
    code: [
      [types, "body: B"],
      ["types/schemas.gen.ts", "export type B = string;"],
    ],
  },
  { input: "08-querystring.yaml", code: [[types, "selector: { foo: string; bar?: number[] | undefined }"]] },
  { input: "08b-querystring-json.yaml", code: [[calls, "write: writeQueryDocument"]] },
  { input: "09-cookie-style.yaml", code: [[calls, "write: writeCookie"]] },
  {
    input: "09b-allowreserved.yaml",
    code: [[calls, 'part: "path", allowReserved: true, write: writePath,']],
  },
  {
    input: "10-device-flow.yaml",
    code: [["server/routes.gen.ts", '[{ name: "oauth", scopes: ["read"] }]']],
    model: [
      ({ http }) =>
        http?.securitySchemes.map(({ oauth2MetadataUrl, flows }) => [
          oauth2MetadataUrl,
          ...flows.map(({ kind, deviceAuthorizationUrl }) => [kind, deviceAuthorizationUrl]),
        ]),
      [
        [
          "https://x.example/.well-known/oauth-authorization-server",
          ["deviceAuthorization", "https://x.example/device"],
        ],
      ],
    ],
  },
  {
    input: "10b-security-deprecated-and-uri.yaml",
    code: [["server/routes.gen.ts", 'security: [{ schemes: [{ name: "key", scopes: [] }] }]']],
    model: [({ http }) => http?.securitySchemes.map(({ deprecated }) => deprecated), [true]],
  },
  { input: "11-response-summary.yaml", code: [[types, "  /** SUMMARYTEXT */\n  status: 200;"]] },
  { input: "12-components-mediatypes.yaml", code: [[types, "body: { n: number };"]] },
  { input: "13-xml-nodetype.yaml", code: [[types, "body: string"]] },
  {
    input: "14-discriminator-default.yaml",
    code: [["types/schemas.gen.ts", "export type Pet = Cat | Dog | Other;"]],
  },
  {
    input: "15-example-fields.yaml",
    code: [["samples/samples.gen.ts", "/a?ids=1,2"]],
    model: [
      ({ http }) => http?.operations[0]?.responses[0]?.content[0]?.examples.map(({ value }) => value.value),
      [{ n: 4711 }],
    ],
  },
  { input: "16-server-name.yaml", code: [["client/servers.gen.ts", 'name: "production"']] },
  { input: "17-path-templates-header-content.yaml", code: [[types, '"Set-Cookie"?: string[] | undefined']] },
  { input: "18-dynamicref.yaml", code: [["types/schemas.gen.ts", "children?: StrictTree[] | undefined"]] },
  { input: "20-fastapi-sse-31.yaml" },
  { input: "21-aspnet-sse-32.yaml" },
];

describe("the output", () => {
  const { directory, dispose } = temporaryDirectory();
  const generations = new Map<string, Generation>();
  let errors = "";
  afterAll(dispose);
  beforeAll(async () => {
    const targets = ["types", "zod", "server", "client", "samples"] as const;
    for (const { input: openapi } of shown) {
      const options = { cwd: folder, openapi, options: { runtime: "package" } } as const;
      generations.set(openapi, await generateFrom(options, targets, path.join(directory, openapi)));
    }
    errors = await compilerErrorsOf("typescript-7.0", directory);
  }, 180_000);

  test.each(shown)("compiles and has the expected code: $input", ({ input, code = [], model }) => {
    const { api, files = [] } = generations.get(input) ?? {};
    expect(files.length).toBeGreaterThan(0);
    expect(errors.split("\n").filter((line) => line.startsWith(`${input}/`))).toEqual([]);
    for (const [file, text] of code)
      expect(files.find(({ target, path: name }) => `${target}/${name}` === file)?.text).toContain(text);
    if (model !== undefined && api != null) expect(model[0](api)).toEqual(model[1]);
  });

  test("of every input that lint has no error for is looked at", () => {
    const looked = new Set([...shown.map(({ input }) => input), ...Object.keys(reported)]);
    expect(readdirSync(folder).filter((file) => /^\d.*\.yaml$/.test(file) && !looked.has(file))).toEqual([]);
  });
});

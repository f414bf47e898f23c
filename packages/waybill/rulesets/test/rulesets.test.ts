// Rulesets of Spectral, Redocly and Waybill in `waybill lint`: what their parts mean, and which findings there are.
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { Workspace } from "../../../../generators/test/cli/workspace.ts";
import { readRules } from "../src/index.ts";
import { styleRules } from "../src/style.ts";

const openapi = `openapi: 3.1.1
info: { title: T, version: "1", contact: { name: N }, description: D }
servers: [{ url: "https://api.example.com/" }]
tags: [{ name: orders }]
paths:
  /orders:
    get:
      operationId: list_orders
      tags: [orders]
      parameters: [{ $ref: "#/components/parameters/Page" }]
      responses: { "200": { description: Fine. } }
components:
  parameters:
    Page: { name: PageNumber, in: query, schema: { type: integer } }
`;

/** `ruleset`: the text of `.spectral.yaml`. */
async function findings(ruleset: string, lint: object = {}, files: Record<string, string> = {}): Promise<string[]> {
  const config = {
    apis: { shop: { openapi: "openapi.yaml", out: "gen" } },
    lint: { extends: ["./.spectral.yaml"], ...lint },
  };
  const workspace = new Workspace({ "openapi.yaml": openapi, ".spectral.yaml": ruleset, ...files });
  workspace.write("waybill.config.json", JSON.stringify(config));
  const { stderr } = await workspace.run(["lint"]);
  return stderr.split("\n").filter((line) => /team-rule|^waybill|^hint: a ruleset/.test(line));
}

describe("a ruleset", () => {
  it("selects by expressions, aliases and fields, through references, and has its messages", async () => {
    const ruleset = `aliases:
  Operation: ["$.paths[*][get,post]"]
rules:
  id-case:
    given: "#Operation"
    severity: error
    message: "{{property}} {{error}}"
    then: { field: operationId, function: casing, functionOptions: { type: camel } }
  parameter-case:
    description: Parameters are camel case.
    given: "#Operation.parameters[*].name"
    then: { function: casing, functionOptions: { type: camel } }
  keys:
    given: $.paths
    message: "{{property}} is plural"
    then: { field: "@key", function: pattern, functionOptions: { notMatch: "s$" } }
  old: { given: $, formats: [oas2], then: { field: nothing, function: truthy } }
`;
    expect(await findings(ruleset)).toEqual([
      "openapi.yaml:7:5 warning team-rule: keys: /orders is plural",
      "openapi.yaml:8:20 error team-rule: id-case: operationId must be camel case",
      "openapi.yaml:14:19 warning team-rule: parameter-case: Parameters are camel case",
    ]);
  });

  it("extends spectral:oas and changes its severities, of Waybill's codes too", async () => {
    const ruleset = `extends: spectral:oas
rules: { oas3-server-trailing-slash: error, operation-description: off, oas3-unused-component: off }
`;
    expect(await findings(ruleset)).toEqual([
      "openapi.yaml:3:18 error team-rule: oas3-server-trailing-slash: Server URL must not have trailing slash",
    ]);
    const { rules } = await readRules("./spectral-off.yaml", {
      folder: path.join(import.meta.dirname, "fixtures"),
    });
    expect(rules).toEqual({ "invalid-example": "off" });
  });

  it("has overrides by file and pointer, and the configuration has the last word", async () => {
    const ruleset = `rules:
  title: { given: "$.info", then: { field: summary, function: truthy } }
  version: { given: "$.info.version", then: { function: pattern, functionOptions: { match: "^\\\\d+\\\\.\\\\d+" } } }
overrides: [{ files: ["openapi.yaml#/info"], rules: { title: off } }]
`;
    expect(await findings(ruleset)).toEqual([expect.stringContaining(`version: "1" must match the pattern`)]);
    expect(await findings(ruleset, { rules: { version: "off" } })).toEqual([]);
    expect(await findings(ruleset, { rules: { versoin: "off" } })).toEqual([
      'waybill: there is no code or rule "versoin"',
    ]);
  });

  it("reports a rule that fails, and runs the others", async () => {
    const ruleset = `rules:
  fails: { given: "$..[?(@.name.length > 3)]", then: { function: falsy } }
  summary: { given: "$.info", then: { field: summary, function: truthy } }
`;
    const [fails, summary] = await findings(ruleset);
    expect(fails).toContain("openapi.yaml:1:1 warning team-rule: fails: it failed: ");
    expect(summary).toContain("openapi.yaml:2:7 warning team-rule: summary: ");
  });

  it("runs its functions only where the configuration allows that", async () => {
    const ruleset = `functions: [short]
rules: { short-title: { given: $.info.title, message: "{{error}}", then: { function: short, functionOptions: { max: 0 } } } }
`;
    const files = {
      "functions/short.mjs":
        "export default (text, { max }) => (text.length > max ? [{ message: `longer than ${max}` }] : []);",
    };
    expect(await findings(ruleset, {}, files)).toEqual([
      'waybill: ./.spectral.yaml: the function short is code: allow it with { ruleset: "…", functions: true }',
      'hint: a ruleset of your own can extend it and switch rules "off"',
      'waybill: ./.spectral.yaml: the rule short-title cannot run: there is no function "short"',
      'hint: a ruleset of your own can extend it and switch rules "off"',
    ]);
    const allowed = { extends: [{ ruleset: "./.spectral.yaml", functions: true }] };
    expect(await findings(ruleset, allowed, files)).toEqual([
      "openapi.yaml:2:16 warning team-rule: short-title: longer than 0",
    ]);
  });
});

const cards = `openapi: 3.1.0
info: { title: Cards, version: "1" }
security: []
servers: [{ url: "https://api.example.org" }]
paths:
  /cards/:
    get:
      summary: lists cards
      responses: { "200": { description: Fine, content: { application/json: { schema: { $ref: card.yaml } } } } }
`;
const card = "type: object\nproperties: { kind: { type: string, enum: [a, a] } }\n";

describe("a ruleset of others", () => {
  it("has functions that know the document, its formats and its references, and may be asynchronous", async () => {
    const ruleset = `extends: ["spectral:oas", [./own.mjs, all]]
rules: { operation-description: off, oas3-server-trailing-slash: off, operation-tag-defined: off }
`;
    const own = `const oas3 = (document) => "openapi" in document;
const graph = (value, _, { path, document, documentInventory: { graph, source }, rule }) => [{ message: [
  document.formats.has(oas3), document.parserResult.data === value, source === document.source, rule.resolved,
  Object.values(graph.nodes[source].refMap), graph.overallOrder().some((one) => one.endsWith("#/components/parameters/Page")),
].join(" "), path }];
export default { rules: { graph: { given: "$", formats: [oas3], message: "{{error}}", resolved: false, then: { function: graph } },
  late: { given: "$.info", message: "{{property}} of {{path}}", then: { field: "contact.url", function: async () => [{ message: "" }] } } } };
`;
    const unused = "    Unused: { name: x, in: query, schema: { type: integer } }\n";
    const files = { "own.mjs": own, "openapi.yaml": openapi + unused };
    const all = { extends: [{ ruleset: "./.spectral.yaml", functions: true }] };
    expect(await findings(ruleset, all, files)).toEqual([
      "openapi.yaml:1:1 warning team-rule: graph: true true true false #/components/parameters/Page true",
      "openapi.yaml:2:42 warning team-rule: late: contact.url of #/info/contact",
      "openapi.yaml:15:13 warning team-rule: oas3-unused-component: Potentially unused component has been detected",
    ]);
  });

  it.each([
    ["spectral:asyncapi", "asyncapi-3-channel-no-trailing-slash", "asyncapi-3-operation-description"],
    ["spectral:oas", "operation-tags", "oas2-anyOf"],
    ["spectral:arazzo", "arazzo-workflowId-unique", "arazzo-no-script-tags-in-markdown"],
  ])("that extends %s has its rules, such as %s", async (reference, ...names) => {
    const { custom, problems } = await readRules("./.spectral.yaml", {
      folder: new Workspace({ ".spectral.yaml": `extends: ${reference}` }).folder,
    });
    expect(problems).toEqual([]);
    expect(custom.map(({ name }) => name)).toEqual(expect.arrayContaining(names));
  });

  it("reports that a schema which lies elsewhere is not looked at, which Spectral does not", async () => {
    const schema = (reference: string): string =>
      `{ given: $.info, then: { function: schema, functionOptions: { schema: { $ref: "${reference}", definitions: { a: {} } } } } }`;
    expect(await findings(`rules: { here: ${schema("#/definitions/a")}, away: ${schema("./b.yaml")} }`)).toEqual([
      expect.stringMatching(/^openapi.yaml:1:1 warning team-rule: away: .* refers to \.\/b\.yaml without having it$/),
    ]);
  });
});

describe("a redocly.yaml", () => {
  it("has presets, settings, assertions and ignored findings, in each file of a description", async () => {
    const redocly = `extends: [minimal]
rules:
  no-duplicated-enum-values: error
  scalar-property-missing-example: error
  operation-operationId: off
  rule/summaries: { subject: { type: Operation, property: summary }, assertions: { casing: PascalCase }, severity: warn }
`;
    const files = { "openapi.yaml": cards, "card.yaml": card, "redocly.yaml": redocly };
    expect(await findings("", { extends: ["./redocly.yaml"] }, files)).toEqual([
      'card.yaml:2:21 error team-rule: scalar-property-missing-example: Scalar property should have "example" or "examples" defined',
      "openapi.yaml:7:5 warning team-rule: no-path-trailing-slash: `/cards/` should not have a trailing slash",
      expect.stringContaining("openapi.yaml:8:16 warning team-rule: rule/summaries: "),
    ]);
    const ignored = "openapi.yaml: { no-path-trailing-slash: ['#/paths/~1cards~1'] }\n";
    const fewer = await findings(
      "",
      { extends: ["./redocly.yaml"] },
      { ...files, ".redocly.lint-ignore.yaml": ignored },
    );
    expect(fewer).toHaveLength(2);
  });

  it("that has plugins, or a rule that does not exist, is an error", async () => {
    const files = { "openapi.yaml": cards, "card.yaml": card, "plugin.cjs": "throw new Error('it ran');" };
    const base = { ...files, "base.yaml": "plugins: [./plugin.cjs]\n", "redocly.yaml": "extends: [./base.yaml]\n" };
    expect(await findings("", { extends: ["./redocly.yaml"] }, base)).toEqual([
      expect.stringContaining("its plugins are code: allow them"),
    ]);
    expect(await findings("", { extends: [{ ruleset: "./redocly.yaml", functions: true }] }, base)).toEqual([
      expect.stringContaining("it ran"),
    ]);
    const unknown = { ...files, "redocly.yaml": "rules: { operation-sumary: error }\n" };
    expect((await findings("", { extends: ["./redocly.yaml"] }, unknown))[0]).toContain("operation-sumary");
  });
});

describe("waybill:style", () => {
  const wrong = `openapi: 3.1.0
info: { title: Cards, version: "1" }
servers: [{ url: "http://api.example.com" }]
paths:
  /giftCards/{cardId}:
    get:
      operationId: Get_Cards
      tags: [cards]
      security: [{ key: [] }]
      parameters: [{ name: cardId, in: path, required: true, schema: { type: string } }]
      responses: { "200": { description: "", content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Card" } } } } } }
    put: { responses: { "500": { description: "", content: { application/json: { schema: {} } } } } }
components:
  securitySchemes: { key: { type: apiKey, name: key, in: query } }
  schemas: { Card: { type: object, properties: { cardId: {}, shipTo: {}, ship_from: {} } } }
`;
  const right = `openapi: 3.1.0
info: { title: Cards, version: "1" }
servers: [{ url: "https://api.example.com" }, { url: "http://localhost:8080" }]
tags: [{ name: cards, description: Gifts. }]
paths:
  /gift-cards/{cardId}:
    get:
      operationId: getCard
      summary: Get a card
      tags: [cards]
      security: []
      parameters: [{ name: cardId, in: path, required: true, description: Which card., schema: { type: string } }]
      responses:
        "200": { description: "", content: { application/json: { schema: { $ref: "#/components/schemas/Card" } } } }
        4XX: { description: "", content: { application/problem+json: { schema: {} } } }
components:
  schemas: { Card: { description: A gift., type: object, properties: { id: {}, cardId: {}, shipTo: {} } } }
`;

  it("finds each kind of mistake, and nothing in a description without", async () => {
    const found = await findings("", { extends: ["waybill:style"] }, { "openapi.yaml": wrong });
    const names = found.map((line) => /team-rule: ([a-z-]+):/.exec(line)?.[1]);
    expect([...new Set(names)].sort()).toEqual(styleRules.map(({ rule }) => rule.name).sort());
    expect(await findings("", { extends: ["waybill:style"] }, { "openapi.yaml": right })).toEqual([]);
    expect((await readRules("waybill:style", { folder: "." })).custom).toHaveLength(styleRules.length);
  });

  it("has its rules in the README, with reasons and examples", () => {
    const readme = readFileSync(path.join(import.meta.dirname, "../README.md"), "utf8");
    for (const { rule, reason, right: good, wrong: bad } of styleRules)
      expect(readme).toContain(`| \`${rule.name}\` | ${reason} | ${good} | ${bad} |`);
  });
});

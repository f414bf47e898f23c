// Comparing a description with itself finds no changes, and neither does comparing two notations of the same.
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { corpusPath, describeWithCorpus } from "../../../scripts/testing/shared-corpus.ts";
import { readApi } from "../../src/checks/model-checks.ts";
import { diffApis } from "../../src/diff/index.ts";
import type { ReadOptions } from "../../src/read/read-api.ts";
import { diffDocuments, openApi, withSchema } from "./descriptions.ts";

const repository = path.join(import.meta.dirname, "../../..");

it("this repository's description does not differ from itself", () => {
  expect(changesOf({ cwd: repository, openapi: "spec/openapi.yaml", asyncapi: "spec/asyncapi.yaml" })).toEqual([]);
});

describeWithCorpus("published descriptions", () => {
  const folder = corpusPath("asyncapi");
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".yml")) : [];
  it.each(files)("do not differ from themselves: %s", (asyncapi) =>
    expect(changesOf({ cwd: folder, asyncapi })).toEqual([]),
  );
});

const half = {
  allOf: [
    { type: "object", properties: { a: { type: "string" } } },
    { type: "object", properties: { a: { type: "string", readOnly: true, writeOnly: true } } },
  ],
};

it.each([
  ["the order of members and values", { enum: ["a", "b"], type: "string" }, { type: "string", enum: ["b", "a"] }],
  ["a list of one type", { type: ["string"] }, { type: "string" }],
  ["null as an alternative", { type: ["string", "null"] }, { anyOf: [{ type: "null" }, { type: "string" }] }],
  ["allOf of one", { type: "string", maxLength: 3 }, { allOf: [{ type: "string" }, { maxLength: 3 }] }],
  ["const", { const: 1 }, { enum: [1.0] }],
  ["the order of examples and of their members", { examples: [{ a: 1, b: 2 }, 3] }, { examples: [3, { b: 2, a: 1 }] }],
  ["an integer's limit", { type: "integer", exclusiveMinimum: 0 }, { type: "integer", minimum: 1 }],
  [
    "members in two parts",
    { type: "object", required: ["b"], properties: { a: { type: "string" }, b: { type: "number" } } },
    {
      allOf: [
        { type: "object", properties: { a: { type: "string" } } },
        { type: "object", required: ["b"], properties: { b: { type: "number" } } },
      ],
    },
  ],
  ["a member that one part has as read-only", half, { ...half, type: "object" }],
])("schemas that mean the same are no change: %s", (_, base, revision) => {
  for (const direction of ["request", "response", "event"] as const) {
    expect(diffDocuments(withSchema(base, direction), withSchema(revision, direction))).toEqual([]);
  }
});

it("a description of AsyncAPI 2 does not differ from the one that the converter to version 3 makes of it", () => {
  const security = { securitySchemes: { o: { type: "oauth2", flows: { clientCredentials: flow("scopes") } } } };
  const shared = { info: { title: "Things", version: "1.0.0" }, components: security };
  const [text, number] = [{ payload: { type: "string" } }, { payload: { type: "number" } }];
  const version2 = {
    ...shared,
    asyncapi: "2.6.0",
    servers: { main: { url: "mqtt.example.com", protocol: "mqtt", security: [{ o: ["a"] }] } },
    channels: {
      "up/x": { publish: { message: text }, subscribe: { operationId: "tell", message: { oneOf: [text, number] } } },
    },
  };
  const ref = (key: string) => ({ $ref: `#/channels/up~1x${key}` });
  const messages = { "publish.message": text, "tell.message.0": text, "tell.message.1": number };
  const version3 = {
    ...shared,
    asyncapi: "3.0.0",
    servers: {
      main: {
        host: "mqtt.example.com",
        protocol: "mqtt",
        security: [{ type: "oauth2", flows: { clientCredentials: flow("availableScopes") }, scopes: ["a"] }],
      },
    },
    channels: { "up/x": { address: "up/x", messages } },
    operations: {
      "up/x.publish": { action: "receive", channel: ref(""), messages: [ref("/messages/publish.message")] },
      tell: { action: "send", channel: ref(""), messages: [0, 1].map((at) => ref(`/messages/tell.message.${at}`)) },
    },
    components: { securitySchemes: { o: { type: "oauth2", flows: { clientCredentials: flow("availableScopes") } } } },
  };
  expect(diffDocuments({ asyncapi: version2 }, { asyncapi: version3 })).toEqual([]);
  expect(diffDocuments({ asyncapi: version3 }, { asyncapi: version2 })).toEqual([]);
});

function flow(scopes: string) {
  return { tokenUrl: "https://example.com/token", [scopes]: { a: "All." } };
}

it("a name that is not on the wire, with --wire", () => {
  const named = (name: string) => ({
    openapi: openApi({
      paths: {
        "/things": {
          get: {
            operationId: `get${name}`,
            responses: {
              "200": {
                description: "Fine.",
                content: { "application/json": { schema: { $ref: `#/components/schemas/${name}` } } },
              },
            },
          },
        },
      },
      components: {
        schemas: { [name]: { type: "object", properties: { next: { $ref: `#/components/schemas/${name}` } } } },
      },
    }),
  });
  const rules = diffDocuments(named("Old"), named("New")).map(({ rule }) => rule);
  expect(rules.sort()).toEqual(["operation-renamed", "schema-renamed"]);
  expect(diffDocuments(named("Old"), named("New"), { wireOnly: true })).toEqual([]);
});

it("a schema that is sent and received is one change with both uses", () => {
  const document = (values: readonly string[]) => {
    const content = { "application/json": { schema: { $ref: "#/components/schemas/Colour" } } };
    const operation = {
      operationId: "make",
      requestBody: { content },
      responses: { "200": { description: "Fine.", content } },
    };
    const components = { schemas: { Colour: { type: "string", enum: values } } };
    return { openapi: openApi({ paths: { "/things": { post: operation } }, components }) };
  };
  expect(diffDocuments(document(["red"]), document(["red", "blue"]))).toMatchObject([
    {
      rule: "enum-value-added",
      bump: "major",
      uses: [
        { where: "POST /things, response 200", direction: "response", bump: "major" },
        { where: "POST /things, body", direction: "request", bump: "minor" },
      ],
    },
  ]);
});

function changesOf(options: ReadOptions) {
  const { api: base } = readApi(options);
  const { api: revision } = readApi(options);
  expect(base).not.toBeNull();
  return base === null || revision === null ? null : diffApis(base, revision);
}

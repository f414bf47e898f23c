// Features of OpenAPI 3.2, one an input: what `lint` says of each.
import { readdirSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { ranApart } from "../cli/in-process.ts";
import { Workspace } from "../cli/workspace.ts";
import { fixtures } from "./case.ts";

const folder = path.join(fixtures, "openapi-3.2");

/** What `lint` reports: severity, code and place; no row is an error too many. */
const reported: Readonly<Record<string, readonly string[]>> = {
  "03b-tags-parent-missing.yaml": ["5:44 error tag-parent"],
  "04e-item-and-schema.yaml": ["13:15 warning unsupported-feature"],
  "05-item-encoding-multipart-mixed.yaml": ["12:13 error unsupported-feature", "13:13 error unsupported-feature"],
  "06-prefix-encoding.yaml": ["17:13 error unsupported-feature"],
  "08-querystring.yaml": ["10:15 error unsupported-feature"],
  "08b-querystring-json.yaml": ["10:15 error unsupported-feature"],
  "08d-querystring-and-query.yaml": ["9:11 error conflicting-fields", "9:33 error unsupported-feature"],
  "09-cookie-style.yaml": ["9:45 error unsupported-feature", "10:43 error unsupported-feature"],
  "13-xml-nodetype.yaml": ["13:15 warning unsupported-feature", "23:68 warning unsupported-feature"],
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
  test.each(inputs)("%s", async (file) => {
    expect(await lintOf(file)).toEqual(reported[file] ?? []);
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

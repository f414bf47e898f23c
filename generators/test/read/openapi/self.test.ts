// `$self` (OpenAPI 3.2): the URL of a description. References to that URL, and relative to it, resolve to local files only.
import { expect, it } from "vitest";
import { readFiles } from "../../source/memory-files.ts";

const entry = (ref: string): string => `openapi: 3.2.0
$self: https://api.example/v1/openapi.yaml
info: { title: T, version: "1" }
paths:
  /a: { get: { operationId: a, responses: { "200": { $ref: "${ref}" } } } }
  /b: { get: { operationId: b, responses: { "200": { description: B., content: { application/json: { schema: { $ref: "https://api.example/v1/openapi.yaml#/components/schemas/S" } } } } } } }
components:
  schemas: { S: { type: string } }
  responses: { R: { description: R. } }
`;

const other = `openapi: 3.2.0
$self: https://api.example/v2/other.yaml
info: { title: O, version: "1" }
components: { responses: { R: { description: Other., content: { application/json: { schema: { $ref: "../v1/openapi.yaml#/components/schemas/S" } } } } } }
`;

it.each([
  ["https://api.example/v1/openapi.yaml#/components/responses/R", "R."],
  ["openapi.yaml#/components/responses/R", "R."],
  ["./other.yaml#/components/responses/R", "Other."],
])("the member $self resolves a reference: %s", (ref, description) => {
  // The file has another name than the URL, so that only the URL resolves to it.
  const { api, messages } = readFiles({ "entry.yaml": entry(ref), "other.yaml": other }, { openapi: "entry.yaml" });
  expect(messages).toBe("");
  expect(api?.http?.operations[0]?.responses[0]?.description).toBe(description);
});

it.each([
  ["https://api.example/v1/parts/more.yaml", ""],
  ["https://api.example/v1/parts/other.yaml", "ref-remote"],
])("a URL below its folder is the file at the same place if that has the URL %s", (self, code) => {
  const files = {
    "entry.yaml": entry("https://api.example/v1/parts/more.yaml#/components/responses/R"),
    "parts/more.yaml": other.replace("https://api.example/v2/other.yaml", self).replace("../v1/", "../"),
  };
  const { api, messages } = readFiles(files, { openapi: "entry.yaml" });
  expect(messages).toContain(code);
  if (code === "") expect(api?.http?.operations[0]?.responses[0]?.description).toBe("Other.");
});

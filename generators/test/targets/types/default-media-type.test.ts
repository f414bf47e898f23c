// A request body with several media types -> a call that names none sends JSON, and the compiler's errors are about that JSON.
// @module-tag compilers
import { writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { compilerErrorsOf, testedCompilers } from "../../scenarios/compile.ts";
import { generate, temporaryDirectory } from "../../scenarios/generation.ts";

const { directory, dispose } = temporaryDirectory();
afterAll(dispose);

const weather = '{ schema: { $ref: "#/components/schemas/Weather" } }';
const description = `openapi: 3.0.1
info: { title: Weather, version: "1" }
paths:
  /dotnet:
    post:
      operationId: dotnet
      requestBody: { content: { application/json: ${weather}, text/json: ${weather}, application/*+json: ${weather} } }
      responses: { "204": { description: Fine. } }
  /java/{id}:
    post:
      operationId: java
      parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
      requestBody: { required: true, content: { application/octet-stream: {}, application/json: ${weather}, application/xml: {} } }
      responses: { "204": { description: Fine. } }
  /vendor:
    post:
      operationId: vendor
      requestBody: { required: true, content: { application/*+json: ${weather}, application/vnd.a+json: ${weather}, application/vnd.b+json: ${weather} } }
      responses: { "204": { description: Fine. } }
  /upload:
    post:
      operationId: upload
      requestBody: { required: true, content: { image/*: {}, text/plain: {} } }
      responses: { "204": { description: Fine. } }
  /anything:
    post:
      operationId: anything
      requestBody: { required: true, content: { image/png: {}, application/json: {} } }
      responses: { "204": { description: Fine. } }
  /json:
    post:
      operationId: anyJson
      requestBody: { required: true, content: { text/json: {}, application/json: {} } }
      responses: { "204": { description: Fine. } }
components:
  schemas:
    Weather: { type: object, required: [summary], properties: { summary: { type: string }, degrees: { type: integer } } }
`;

const program = `
import { anything, anyJson, createSend, dotnet, java, upload, vendor } from "./client/index.gen.ts";

export const sent: string[] = [];
const send = createSend({
  baseUrl: "https://weather.example",
  fetch: async (_, { headers, body }) => {
    sent.push(\`\${new Headers(headers).get("content-type")} \${body}\`);
    return new Response(null, { status: 204 });
  },
});
const body = { summary: "Rain" };
const path = { id: 7 };

await send(dotnet, { body });
await send(dotnet, {});
await send(dotnet, { contentType: "application/json", body });
await send(dotnet, { contentType: "text/json", body });
await send(java, { path, body });
await send(java, { path, contentType: "application/xml", body: "<w/>" });
await send(vendor, { body });
await send(anyJson, { body: [1] });
await send(upload, { contentType: "text/plain", body: "a" });
await send(anything, { contentType: "application/json", body: [1] });

export const refused = async (): Promise<void> => {
// @ts-expect-error
await send(java, { path, body: new Blob([]) });
// @ts-expect-error
await send(upload, { body: "a" });
// Its type accepts a Blob, which would be sent as \`{}\`.
// @ts-expect-error
await send(anything, { body: new Blob([]) });
};
`;

const wrong = `
import { createClient } from "./client/index.gen.ts";
const client = createClient({ baseUrl: "https://weather.example" });
const path = { id: 7 };
const number = { summary: 1 };
const incomplete = { degrees: 1 };
await client.dotnet({ body: { summary: 1 } });
await client.dotnet({ body: { degrees: 1 } });
await client.dotnet({ body: { summary: "a", typo: 1 } });
await client.dotnet({ body: number });
await client.dotnet({ body: incomplete });
await client.java({ path, body: { summary: 1 } });
await client.java({ path, body: { degrees: 1 } });
await client.java({ path, body: { summary: "a", typo: 1 } });
await client.java({ path, body: number });
await client.java({ path, body: incomplete });
const request = { path, body: incomplete };
await client.java(request);
`;

describe("a request body with several media types", () => {
  it.each(testedCompilers)("is sent as JSON unless the call names another (%s)", async (compiler) => {
    const { diagnostics } = await generate(new Map([["openapi.yaml", description]]), ["client"], directory);
    expect(diagnostics).toBe("");
    writeFileSync(path.join(directory, "program.ts"), program);
    expect(await compilerErrorsOf(compiler, directory)).toBe("");
    const { sent } = await import(path.join(directory, "program.ts"));
    const json = '{"summary":"Rain"}';
    expect(sent).toEqual([
      `application/json ${json}`,
      "null null",
      `application/json ${json}`,
      `text/json ${json}`,
      `application/json ${json}`,
      "application/xml <w/>",
      `application/vnd.a+json ${json}`,
      "application/json [1]",
      "text/plain a",
      "application/json [1]",
    ]);
  });

  it.each(testedCompilers)("has errors that point at the JSON body (%s)", async (compiler) => {
    const { diagnostics } = await generate(new Map([["openapi.yaml", description]]), ["client"], directory);
    expect(diagnostics).toBe("");
    writeFileSync(path.join(directory, "wrong.ts"), wrong);
    const errors = await compilerErrorsOf(compiler, directory, ["wrong.ts"]);
    expect(reasonsIn(errors)).toEqual([
      wrongType,
      missing,
      unknownMember,
      wrongType,
      missing,
      wrongType,
      missing,
      unknownMember,
      wrongType,
      missing,
      missing,
    ]);
  });
});

const wrongType = "Type 'number' is not assignable to type 'string'.";
const missing = "Property 'summary' is missing in type '{ degrees: number; }' but required in type 'Weather'.";
const unknownMember = "Object literal may only specify known properties, and 'typo' does not exist in type";

/** The last line of each error: what the compiler takes for its cause. */
function reasonsIn(errors: string): string[] {
  const lines = errors.trim().split("\n");
  const last = lines.filter((_, index) => /^\S/.test(lines[index + 1] ?? "end"));
  // Compilers order the members of a union differently.
  return last.map((line) =>
    line.replace(/^.*error TS\d+: |^ +/, "").replace(/(?<='typo' does not exist in type).*/, ""),
  );
}

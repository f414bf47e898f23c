// Calls that validate: with the schemas of the description, and with those of any other library.
import { build } from "esbuild";
import { describe, expect, it } from "vitest";
import { createSend } from "../../../src/targets/client/runtime/create-send.ts";
import { withRetries } from "../../../src/targets/client/runtime/retries.ts";
import type { Operation } from "../../../src/targets/client/runtime/runtime.ts";
import type { FetchSend } from "../../../src/targets/client/runtime/send.ts";
import {
  type SchemasById,
  type StandardSchema,
  ValidationError,
  withResponseValidation,
  withValidation,
} from "../../../src/targets/client/runtime/validation.ts";
import { json } from "../../../src/targets/http/runtime/bodies.ts";
import { ran } from "../../cli/in-process.ts";
import { Workspace } from "../../cli/workspace.ts";
import { baseUrl, responding, textResponse } from "./exchanges.ts";

const description = `openapi: 3.2.0
info: { title: Shop, version: "1" }
paths:
  /orders/{id}:
    get:
      operationId: get-order
      parameters:
        - { name: id, in: path, required: true, schema: { type: string, maxLength: 3 } }
        - { name: at, in: query, schema: { type: string, format: date-time } }
      responses:
        "200": { description: "", content: { application/json: { schema: { $ref: "#/components/schemas/Order" } } } }
        "4XX": { description: "", content: { application/problem+json: { schema: { type: object, required: [title] } } } }
  /orders:
    get:
      operationId: followOrders
      responses: { "200": { description: "", content: { application/jsonl: { itemSchema: { $ref: "#/components/schemas/Order" } } } } }
    post:
      operationId: createOrder
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/Order" } } } }
      responses: { "204": { description: "" } }
  /image:
    put:
      operationId: putImage
      requestBody:
        required: true
        content:
          multipart/form-data:
            schema: { type: object, required: [file], properties: { file: { type: string, format: binary }, alt: { type: string, maxLength: 2 } } }
            encoding: { file: { contentType: image/png } }
      responses: { "200": { description: "", content: { image/png: {} } } }
webhooks:
  shipped:
    post:
      operationId: shipped
      requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/Order" } } } }
      responses: { "204": { description: "" } }
components:
  schemas:
    Order:
      type: object
      required: [sku, lines]
      properties:
        sku: { type: string }
        at: { type: string, format: date-time }
        number: { type: integer, format: int64, minimum: 1 }
        lines: { type: array, items: { type: object, properties: { count: { type: integer } } } }
`;

const line = description.split("\n").findIndex((text) => text.startsWith("    Order:")) + 1;

/** The client and the index of what is generated with these options. */
async function generatedWith(...options: readonly string[]) {
  const workspace = new Workspace({ "openapi.yaml": description, "package.json": '{"type":"module"}' });
  workspace.install();
  const targets = ["--target", "zod", "--target", "client"];
  const flags = ["--openapi", "openapi.yaml", "--out", "out", "--validation", "zod", ...targets, ...options];
  const { code, text } = await ran(workspace.folder, "generate", ...flags);
  expect(text).not.toContain("error");
  expect(code).toBe(0);
  return { workspace, index: await import(workspace.path("out/client/index.gen.ts")) };
}

async function clientWith(...options: readonly string[]) {
  return (await generatedWith(...options)).index;
}

const request = { path: { id: "7" } };
const bad = '{"sku":7,"lines":[{"count":1},{"count":"2"}]}';
const jsonOf = (text: string, status = 200): (() => Response) => textResponse(text, status, "application/json");

describe("createClient({ validate })", () => {
  it("fails a call whose response is invalid, with operation, status, path and line", async () => {
    const { createClient } = await clientWith();
    const { fetch } = responding(jsonOf(bad), jsonOf(bad), jsonOf('{"sku":"tea","lines":[]}'));
    const client = createClient({ baseUrl, fetch, validate: "responses" });
    const error: ValidationError = await client.getOrder(request).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      name: "ValidationError",
      message: `get-order: the body of 200 is invalid: sku: Invalid input: expected string, received number, and 1 more (openapi.yaml:${line})`,
      code: "validation",
      status: 200,
      part: "response",
      line: `openapi.yaml:${line}`,
      body: { sku: 7 },
    });
    expect(error.operation.id).toBe("get-order");
    expect(error.issues.map(({ path }) => path)).toEqual([["sku"], ["lines", 1, "count"]]);
    expect(error.response?.status).toBe(200);
    expect(error.request.url).toBe(`${baseUrl}/orders/7`);
    // A call decides for itself.
    await expect(client.getOrder(request, { validate: "none" })).resolves.toMatchObject({ body: { sku: 7 } });
    await expect(client.getOrder(request)).resolves.toMatchObject({ body: { sku: "tea" } });
  });

  it("validates nothing by default, and a single call on request", async () => {
    const { createClient } = await clientWith();
    const { fetch } = responding(jsonOf(bad), jsonOf(bad));
    const client = createClient({ baseUrl, fetch, throws: true });
    await expect(client.getOrder(request)).resolves.toMatchObject({ sku: 7 });
    await expect(client.getOrder(request, { validate: "responses" })).rejects.toMatchObject({ code: "validation" });
  });

  it("validates errors, by the range of their status, before they are thrown", async () => {
    const { createClient } = await clientWith();
    const problem = (text: string) => textResponse(text, 404, "application/problem+json");
    const { fetch } = responding(problem("{}"), problem('{"title":"none"}'));
    const client = createClient({ baseUrl, fetch, validate: "all", throws: true });
    await expect(client.getOrder(request)).rejects.toMatchObject({ code: "validation", status: 404 });
    await expect(client.getOrder(request)).rejects.toMatchObject({ code: "response", status: 404 });
  });

  it("sends no invalid request", async () => {
    const { createClient } = await clientWith();
    const { fetch, attempts } = responding(() => new Response(null, { status: 204 }));
    const client = createClient({ baseUrl, fetch, validate: "requests" });
    await expect(client.getOrder({ path: { id: "7000" } })).rejects.toMatchObject({
      part: "path",
      status: null,
      response: null,
      issues: [{ path: ["id"] }],
      line: "openapi.yaml:5",
    });
    await expect(client.createOrder({ body: { sku: "tea" } })).rejects.toMatchObject({
      part: "body",
      line: `openapi.yaml:${line}`,
    });
    expect(attempts).toEqual([]);
    await expect(client.createOrder({ body: { sku: "tea", lines: [] } })).resolves.toMatchObject({ status: 204 });
  });

  it("validates parts of a form beside its files, in each form that files take, and no bytes", async () => {
    const { createClient } = await clientWith();
    const png = () => new Response("bytes", { headers: { "content-type": "image/png" } });
    const { fetch, attempts } = responding(png);
    const client = createClient({ baseUrl, fetch, validate: "all" });
    for (const file of [new Blob(["x"]), new Uint8Array([1])])
      await expect(client.putImage({ body: { file, alt: "ok" } })).resolves.toMatchObject({ status: 200 });
    await expect(client.putImage({ body: { file: new Blob([]), alt: "long" } })).rejects.toMatchObject({
      issues: [{ path: ["alt"] }],
    });
    expect(attempts).toHaveLength(2);
  });

  it("validates the items of a sequence when they are read", async () => {
    const { createClient } = await clientWith();
    const { fetch } = responding(textResponse(`{"sku":"tea","lines":[]}\n${bad}\n`, 200, "application/jsonl"));
    const { body } = await createClient({ baseUrl, fetch, validate: "responses" }).followOrders();
    const items: unknown[] = [];
    const reading = async (): Promise<void> => {
      for await (const item of body) items.push(item);
    };
    await expect(reading()).rejects.toMatchObject({ code: "validation", issues: [{ path: ["sku"] }, {}] });
    expect(items).toEqual([{ sku: "tea", lines: [] }]);
  });

  it("passes Dates and integers of 64 bits on as they are", async () => {
    const { createClient } = await clientWith("--dates", "date", "--int64", "bigint");
    const at = new Date("2026-02-03T04:05:06.000Z");
    const sent = (number: string) => jsonOf(`{"sku":"tea","lines":[],"at":"${at.toISOString()}","number":${number}}`);
    const { fetch } = responding(sent("9007199254740993"), sent("0"));
    const client = createClient({ baseUrl, fetch, validate: "all" });
    const { body } = await client.getOrder({ ...request, query: { at } });
    expect(body).toMatchObject({ at, number: 9007199254740993n });
    await expect(client.getOrder(request)).rejects.toMatchObject({ issues: [{ path: ["number"] }] });
  });

  it("takes a function of your own still, and reports what is not described as before", async () => {
    const { createClient } = await clientWith();
    const html = textResponse("<h1>Bad</h1>", 502, "text/html");
    const { fetch } = responding(jsonOf(bad), html, html);
    const seen: unknown[] = [];
    const validate = (_: unknown, { status }: { status: number }) => seen.push(status);
    await expect(createClient({ baseUrl, fetch, validate }).getOrder(request)).resolves.toMatchObject({ status: 200 });
    expect(seen).toEqual([200]);
    const strict = createClient({ baseUrl, fetch, validate: "all" });
    await expect(strict.getOrder(request)).rejects.toMatchObject({ code: "unexpected_response" });
    const lenient = createClient({ baseUrl, fetch, validate: "all", unexpected: "lenient" });
    await expect(lenient.getOrder(request)).resolves.toMatchObject({ unexpected: "status" });
  });

  it("is a chunk of its own in a bundle, and nothing in one of operations alone", async () => {
    const { workspace } = await generatedWith();
    const bundleOf = async (program: string) => {
      workspace.write("program.ts", program);
      const { outputFiles } = await build({
        entryPoints: [workspace.path("program.ts")],
        outdir: workspace.path("bundle"),
        ...{ bundle: true, minify: true, splitting: true, format: "esm", write: false, logLevel: "error" },
      });
      return outputFiles.map(({ path, text }) => ({
        isEntry: path.endsWith("/program.js"),
        hasZod: text.includes("looseObject") || text.includes("_zod"),
      }));
    };
    const client = 'import { createClient, createSend, getOrder, webhooks } from "./out/client/index.gen.ts";\n';
    const whole = await bundleOf(`${client}console.log(createClient({ baseUrl: "" }));`);
    expect(whole.map(({ isEntry, hasZod }) => isEntry && hasZod)).not.toContain(true);
    expect(whole.map(({ hasZod }) => hasZod)).toContain(true);
    for (const use of ['createSend({ baseUrl: "" })(getOrder, {})', "webhooks.createClient"])
      expect(await bundleOf(`${client}console.log(${use});`)).toContainEqual({ isEntry: true, hasZod: false });
  });

  it("needs the target zod", async () => {
    const workspace = new Workspace({ "openapi.yaml": description });
    const { code, text } = await ran(
      workspace.folder,
      ...["generate", "--openapi", "openapi.yaml", "--out", "out", "--validation", "zod", "--target", "client"],
    );
    expect(code).toBe(1);
    expect(text).toContain('validation: "zod" needs the schemas of the target "zod"');
  });
});

const getColor: Operation<{ path?: { id: string } }, { status: 200; contentType: "application/json"; body: string }> = {
  id: "getColor",
  method: "GET",
  path: "/color",
  safe: true,
  parameters: [],
  responses: { 200: { content: { "application/json": json } } },
};

describe("withValidation", () => {
  /** As any library has it; asynchronous, with a path of segments. */
  const blue: StandardSchema = {
    "~standard": {
      validate: async (value) =>
        value === "blue" ? {} : { issues: [{ message: "not blue", path: [{ key: "shade" }, 0] }] },
    },
  };

  it.each<(send: FetchSend, schemas: SchemasById) => FetchSend>([withValidation, withResponseValidation])(
    "takes the schemas of any library, by operation: %o",
    async (wrap) => {
      const { fetch, attempts } = responding(jsonOf('"red"'), jsonOf('"blue"'));
      const schemas = { getColor: { responses: { default: { body: { "application/json": blue } } } } };
      const send = wrap(withRetries(createSend({ baseUrl, fetch })), schemas);
      await expect(send(getColor, {})).rejects.toThrow(
        new ValidationError(
          {
            request: { operation: "", url: "", method: "", headers: new Headers() },
            response: null,
            status: 200,
            rateLimit: null,
          },
          { operation: getColor, part: "response", line: null, issues: [{ path: ["shade", 0], message: "not blue" }] },
        ).message,
      );
      expect(attempts).toHaveLength(1);
      await expect(send(getColor, {})).resolves.toMatchObject({ body: "blue" });
    },
  );

  it("loads schemas only for calls that validate", async () => {
    const { fetch } = responding(jsonOf('"red"'), jsonOf('"red"'));
    let loaded = 0;
    const load = async () => {
      loaded += 1;
      return { other: {} };
    };
    const send = withValidation(createSend({ baseUrl, fetch }), load, "none");
    await send(getColor, {});
    expect(loaded).toBe(0);
    await expect(send(getColor, {}, { validate: "all" })).rejects.toThrow("getColor: no schemas");
    expect(loaded).toBe(1);
  });

  it("does not send a call that is to be validated and has no schemas", async () => {
    const { fetch, attempts } = responding(jsonOf('"red"'));
    const send = withValidation(createSend({ baseUrl, fetch }), { getColour: {} });
    await expect(send(getColor, {})).rejects.toThrow(
      'getColor: no schemas of this id to validate it with: add "getColor" to them, or call it without validation',
    );
    const checked = withResponseValidation(createSend({ baseUrl, fetch }), { getColour: {} });
    await expect(checked(getColor, {})).rejects.toThrow("getColor: no schemas");
    expect(attempts).toHaveLength(0);
    await expect(send(getColor, {}, { validate: "none" })).resolves.toMatchObject({ body: "red" });
  });
});

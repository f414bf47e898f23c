// `waybill bundle`, `split` and `join`: the model of what they write is that of what they read.
import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { isLong } from "../../../scripts/testing/long.ts";
import { corpusPath, describeWithCorpus } from "../../../scripts/testing/shared-corpus.ts";
import { type Code, Report } from "../../src/diagnostics/index.ts";
import { type ReadOptions, readModel } from "../../src/read/read-api.ts";
import { diffDescriptions } from "../../src/run/compare/diff-descriptions.ts";
import { bundledJson } from "../../src/run/documents/document-text.ts";
import { Node } from "../../src/source/index.ts";
import { Workspace } from "../cli/workspace.ts";

const repository = path.join(import.meta.dirname, "../../..");

describe("bundle", () => {
  it("puts content into the component that only refers to it, and what refers to the file refers to the component", async () => {
    const workspace = new Workspace({
      "openapi.yaml": `${head("3.1.1")}paths:
  /orders: { $ref: paths/orders.yaml }
components:
  schemas:
    Order: { $ref: schemas/order.yaml }
`,
      "paths/orders.yaml": `get:
  operationId: listOrders
  x-before: { $ref: ../schemas/order.yaml }
  responses:
    "200":
      description: All of them.
      content: { application/json: { schema: { type: array, items: { $ref: ../schemas/order.yaml } } } }
`,
      "schemas/order.yaml": `type: object
required: [id]
properties:
  id: { type: integer, maximum: 9223372036854775807 }
  line: { $ref: line-item.yaml }
  parent: { $ref: order.yaml }
`,
      "schemas/line-item.yaml": "{ type: object, properties: { id: { $ref: 'order.yaml#/properties/id' } } }",
    });
    const { code, stdout, stderr } = await workspace.run(["bundle", "openapi.yaml"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toBe(`${head("3.1.1")}paths:
  /orders:
    get:
      operationId: listOrders
      x-before:
        $ref: "#/components/schemas/Order"
      responses:
        "200":
          description: All of them.
          content:
            application/json:
              schema:
                type: array
                items:
                  $ref: "#/components/schemas/Order"
components:
  schemas:
    Order:
      type: object
      required:
        - id
      properties:
        id:
          $ref: "#/components/schemas/OrderId"
        line:
          $ref: "#/components/schemas/LineItem"
        parent:
          $ref: "#/components/schemas/Order"
    LineItem:
      type: object
      properties:
        id:
          $ref: "#/components/schemas/OrderId"
    OrderId:
      type: integer
      maximum: 9223372036854775807
`);
  });

  it("keeps data that looks like a reference, mappings and pointers through references", async () => {
    const workspace = new Workspace({
      "openapi.yaml": `${head("3.0.3")}paths:
  /a:
    get:
      responses:
        "200":
          description: A.
          content:
            application/json:
              schema: { $ref: pets.yaml#/Pet }
              examples:
                file: { value: { $ref: example.json } }
                data: { value: { $ref: "#/nothing" } }
components:
  schemas:
    Cat: { $ref: pets.yaml#/Cat }
`,
      "pets.yaml": `Pet:
  oneOf: [{ $ref: "#/Cat" }, { $ref: "#/Dog" }]
  discriminator: { propertyName: kind, mapping: { cat: Cat, dog: "pets.yaml#/Dog" } }
Cat: { type: object, required: [kind], properties: { kind: { type: string }, $ref: { type: string } } }
Dog: { type: object, required: [kind], properties: { kind: { type: string } }, example: { $ref: dog.json } }
`,
      "example.json": '{ "kind": "cat" }',
    });
    const { code, stdout } = await workspace.run(["bundle", "openapi.yaml", "--to", "json"]);
    expect(code).toBe(0);
    const { paths, components } = JSON.parse(stdout);
    const media = paths["/a"].get.responses[200].content["application/json"];
    expect(media.examples).toEqual({ file: { value: { kind: "cat" } }, data: { value: { $ref: "#/nothing" } } });
    expect(components.schemas.Pet.discriminator.mapping).toEqual({ cat: "Cat", dog: "#/components/schemas/Dog" });
    expect(components.schemas.Cat.properties.$ref).toEqual({ type: "string" });
    expect(components.schemas.Dog.example).toEqual({ $ref: "dog.json" });
  });

  it("bundles Swagger 2.0", async () => {
    const workspace = new Workspace({
      "swagger.json": JSON.stringify({
        swagger: "2.0",
        info: { title: "T", version: "1" },
        paths: {
          "/a": { get: { responses: { 200: { description: "A", schema: { $ref: "a.json#/definitions/A" } } } } },
        },
      }),
      "a.json":
        '{ "definitions": { "A": { "type": "object", "properties": { "next": { "$ref": "#/definitions/A" } } } } }',
    });
    const { stdout } = await workspace.run(["bundle", "swagger.json"]);
    expect(JSON.parse(stdout).definitions).toEqual({
      A: { type: "object", properties: { next: { $ref: "#/definitions/A" } } },
    });
  });

  it("reports a reference that leads nowhere, and a file that is no description", async () => {
    const workspace = new Workspace({
      "openapi.yaml": `${head("3.1.1")}paths: { /a: { $ref: a.yaml } }\n`,
      "other.yaml": "a: 1",
    });
    const missing = await workspace.run(["bundle", "openapi.yaml", "-o", "out.json"]);
    expect(missing.code).toBe(1);
    expect(missing.stderr).toContain("openapi.yaml:5:22 error unreadable-file");
    expect(() => workspace.read("out.json")).toThrow("ENOENT");
    const other = await workspace.run(["bundle", "other.yaml"]);
    expect(other.stderr).toContain("other.yaml:1:1 error not-a-description");
  });

  it("compares with --check, and writes nothing", async () => {
    const workspace = new Workspace({ "openapi.yaml": `${head("3.1.1")}paths: {}\n` });
    expect((await workspace.run(["bundle", "openapi.yaml", "-o", "out.json", "--check"])).code).toBe(1);
    expect((await workspace.run(["bundle", "openapi.yaml", "-o", "out.json"])).code).toBe(0);
    expect((await workspace.run(["bundle", "openapi.yaml", "-o", "out.json", "--check"])).code).toBe(0);
    workspace.edit("openapi.yaml", "title: T", "title: U");
    const stale = await workspace.run(["bundle", "openapi.yaml", "-o", "out.json", "--check"]);
    expect(stale).toMatchObject({ code: 1, stderr: expect.stringContaining("out.json is out of date") });
  });
});

describe("join", () => {
  const part = (path: string, more = ""): string =>
    `${head("3.1.1")}paths:\n  ${path}: { get: { operationId: get${path.slice(1)}, responses: {} } }\n${more}`;

  it("has the paths and components of all, and a different server at each path", async () => {
    const workspace = new Workspace({
      "a.yaml": part(
        "/a",
        "servers: [{ url: https://a.example }]\ncomponents: { schemas: { Id: { type: string } } }\n",
      ),
      "b.yaml": part(
        "/b",
        "servers: [{ url: https://b.example }]\ncomponents: { schemas: { Id: { type: string } } }\n",
      ),
    });
    const { stdout } = await workspace.run(["join", "a.yaml", "b.yaml", "--to", "json"]);
    const { paths, servers, components } = JSON.parse(stdout);
    expect([servers, components]).toEqual([undefined, { schemas: { Id: { type: "string" } } }]);
    expect([paths["/a"].servers, paths["/b"].servers]).toEqual([
      [{ url: "https://a.example" }],
      [{ url: "https://b.example" }],
    ]);
  });

  it("reports each clash at both places", async () => {
    const workspace = new Workspace({
      "a.yaml": part("/a", "components: { schemas: { Id: { type: string } } }\nx-team: orders\n"),
      "b.yaml": part("/a", "components: { schemas: { Id: { type: integer } } }\nx-team: invoices\n"),
    });
    const { code, stderr } = await workspace.run(["join", "a.yaml", "b.yaml"]);
    expect(code).toBe(1);
    const lines = stderr.split("\n").filter((line) => /duplicate-value|^see/.test(line));
    expect(lines).toEqual([
      'b.yaml:6:9 error duplicate-value: the operation "get /a" is given twice',
      "see a.yaml:6:9: first given here",
      'b.yaml:6:16 error duplicate-value: the operationId "geta" is given twice',
      "see a.yaml:6:16: first given here",
      'b.yaml:7:26 error duplicate-value: with different content, the component of schemas "Id" is given twice',
      "see a.yaml:7:26: first given here",
      'b.yaml:8:1 error duplicate-value: with different content, the field "x-team" is given twice',
      "see a.yaml:8:1: first given here",
    ]);
  });
});

describe("the model before and after", () => {
  it.each([
    ["openapi.yaml", "spec"],
    ["asyncapi.yaml", "spec"],
    ["openapi.yaml", "spec/portal"],
  ])("is the same: %s of %s", async (file, folder) => sameModels(file, path.join(repository, folder)));

  it("agrees with Redocly's bundle of this repository's description", () => {
    const program = path.join(repository, "node_modules/.bin/redocly");
    const workspace = new Workspace();
    const file = path.join(repository, "spec/openapi.yaml");
    const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
    const at = (openapi: string): ReadOptions => ({ cwd: workspace.folder, openapi });
    execFileSync(program, ["bundle", file, "--output", workspace.path("redocly.json")], { stdio: "pipe", env });
    workspace.write("ours.json", JSON.stringify(bundledJson(file, { cwd: repository })));
    const [theirs, ours] = [at("redocly.json"), at("ours.json")];
    // Its names of schemas are those of files, so types of generated code would differ.
    const { changes } = diffDescriptions(theirs, ours);
    expect(changes?.filter(({ scope }) => scope === "wire")).toEqual([]);
  });
});

describeWithCorpus("the model of public descriptions, before and after", () => {
  const files = readdirSync(corpusPath("asyncapi"), { recursive: true, encoding: "utf8" });
  // The files that the first refers to no longer exist.
  const descriptions = files.filter((file) => /asyncapi\.ya?ml$/.test(file) && !/^adeo|not-asyncapi/.test(file));
  it.each(descriptions)("is the same: %s", async (file) =>
    sameModels(path.basename(file), path.dirname(corpusPath("asyncapi", file)), [corpusPath("asyncapi")]),
  );

  it.runIf(isLong)("is the same: 2,800 files of DigitalOcean", async () => {
    const workspace = new Workspace();
    execFileSync("tar", ["xzf", corpusPath("openapi/digitalocean-specification.tar.gz"), "-C", workspace.folder]);
    await sameModels("DigitalOcean-public.v2.yaml", workspace.path("specification"));
  });
});

/** Of the description, of its bundle, and of the bundle of what it is split into, which is the same document. */
async function sameModels(file: string, cwd: string, roots: readonly string[] = []): Promise<void> {
  const workspace = new Workspace();
  const before = modelOf(file, { cwd, roots });
  workspace.write("bundle.json", JSON.stringify(bundledJson(file, { cwd, roots })));
  expect(modelOf("bundle.json", { cwd: workspace.folder })).toEqual(before);
  expect(await workspace.run(["split", "bundle.json", "--output", "parts"])).toMatchObject({ code: 0 });
  const [entry = ""] = readdirSync(workspace.path("parts")).filter((name) => name.endsWith(".yaml"));
  expect(modelOf(`parts/${entry}`, { cwd: workspace.folder })).toEqual(before);
  expect(bundledJson(`parts/${entry}`, { cwd: workspace.folder })).toEqual(JSON.parse(workspace.read("bundle.json")));
}

/** A mistake that a bundle no longer has: a reference in place of a map of properties. */
const tolerated: ReadonlySet<Code> = new Set(["ref-in-properties"]);

function modelOf(file: string, options: ReadOptions): unknown {
  const { asyncapi } = bundledJson(file, options);
  const entry = asyncapi === undefined ? { openapi: file } : { asyncapi: file };
  const { api } = readModel({ ...options, ...entry }, new Report(tolerated));
  const schemas = api?.schemas.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return asJson({ ...api, schemas: schemas?.map(({ name, schema, isOutput }) => ({ name, schema, isOutput })) });
}

/** An integer beyond the safe ones has another last digit from YAML than from JSON, which js-yaml reads differently. */
function asJson(value: unknown): unknown {
  const rounded = (_: string, member: unknown): unknown => {
    if (typeof member === "bigint") return String(member);
    return typeof member === "number" && Math.abs(member) > 2 ** 53 ? member.toPrecision(14) : member;
  };
  return JSON.parse(JSON.stringify(withoutPlaces(value), rounded));
}

/** Without where things are written: places, names made of them, and extensions, which may be files. */
function withoutPlaces(value: unknown): unknown {
  if (typeof value !== "object" || value === null || value instanceof Node) return value instanceof Node ? null : value;
  if (Array.isArray(value) || value instanceof Set || value instanceof Map) return [...value].map(withoutPlaces);
  if ("nameParts" in value && "name" in value) return { named: value.name };
  const members = Object.entries(value).filter(([key]) => !["at", "extensions", "document", "identity"].includes(key));
  return Object.fromEntries(members.map(([key, member]) => [key, withoutPlaces(member)]));
}

function head(version: string): string {
  return `openapi: ${version}\ninfo:\n  title: T\n  version: "1"\n`;
}

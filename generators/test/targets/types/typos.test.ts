// A member that no schema describes, in an object literal: the compiler reports it wherever the description says which members there are.
// @module-tag compilers
import { writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { compilerErrorsOf, testedCompilers } from "../../scenarios/compile.ts";
import { generate, temporaryDirectory } from "../../scenarios/generation.ts";

const { directory, dispose } = temporaryDirectory();
afterAll(dispose);

const schemas = `
    Base: { type: object, required: [id], properties: { id: { type: string, readOnly: true }, at: { type: string, readOnly: true } } }
    Closed: { type: object, additionalProperties: false, properties: { id: { type: string, readOnly: true } } }
    Secret: { type: object, properties: { token: { type: string, writeOnly: true } } }
    Maybe: { type: [object, "null"], properties: { id: { type: string, readOnly: true } } }
    Open: { type: object, additionalProperties: true, properties: { id: { type: string, readOnly: true } } }
    Free: { type: object }
    Named: { type: object, required: [name], properties: { name: { type: string } } }
    Order: { allOf: [{ $ref: "#/components/schemas/Base" }, { type: object, required: [qty], properties: { qty: { type: integer } } }] }
    Inline: { allOf: [{ type: object, properties: { id: { readOnly: true } } }, { $ref: "#/components/schemas/Named" }] }
    Deep: { allOf: [{ allOf: [{ $ref: "#/components/schemas/Base" }] }, { $ref: "#/components/schemas/Named" }] }
    All: { allOf: [{ $ref: "#/components/schemas/Base" }, { $ref: "#/components/schemas/Closed" }] }
    FreeAndNamed: { allOf: [{ $ref: "#/components/schemas/Free" }, { $ref: "#/components/schemas/Named" }] }
    Nullable: { type: [object, "null"], allOf: [{ $ref: "#/components/schemas/Maybe" }, { $ref: "#/components/schemas/Named" }] }
    Sealed: { unevaluatedProperties: false, allOf: [{ $ref: "#/components/schemas/Base" }, { $ref: "#/components/schemas/Named" }] }
    Member: { type: object, required: [in], properties: { in: { $ref: "#/components/schemas/Base" }, maybe: { $ref: "#/components/schemas/Base" }, all: { type: array, items: { $ref: "#/components/schemas/Order" } } } }
    Left: { type: object, required: [kind, a], properties: { kind: { const: left }, a: { type: string } } }
    Right: { allOf: [{ $ref: "#/components/schemas/Base" }, { type: object, required: [kind], properties: { kind: { const: right } } }] }
    Choice:
      oneOf: [{ $ref: "#/components/schemas/Left" }, { $ref: "#/components/schemas/Right" }]
      discriminator: { propertyName: kind, mapping: { left: "#/components/schemas/Left", right: "#/components/schemas/Right" } }
    Alternative: { anyOf: [{ $ref: "#/components/schemas/Base" }, { $ref: "#/components/schemas/Named" }] }
    Read: { allOf: [{ $ref: "#/components/schemas/Secret" }, { $ref: "#/components/schemas/Named" }] }
`;

const written = [
  "Base",
  "Closed",
  "Order",
  "Inline",
  "Deep",
  "All",
  "FreeAndNamed",
  "Nullable",
  "Sealed",
  "Member",
  "Choice",
  "Alternative",
  "Open",
] as const;

const description = `openapi: 3.1.1
info: { title: Typos, version: "1" }
paths:
  /all:
    post:
      operationId: send
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [${written.map((name) => name.toLowerCase()).join(", ")}], properties: { ${written.map((name) => `${name.toLowerCase()}: { $ref: "#/components/schemas/${name}" }`).join(", ")} } } } } }
      responses:
        "200": { description: Read., content: { application/json: { schema: { $ref: "#/components/schemas/Read" } } } }
  /page:
    get:
      operationId: list
      parameters:
        - { name: cursor, in: query, schema: { type: string } }
        - { name: limit, in: query, schema: { type: integer } }
      responses:
        "200": { description: A page., content: { application/json: { schema: { type: object, properties: { data: { type: array, items: { type: string } }, next_cursor: { type: string } } } } } }
components:
  schemas:${schemas}`;

const typos = `
  { base: { typo: 1 } },
  { closed: { typo: 1 } },
  { order: { qty: 1, typo: 1 } },
  { order: { qty: 1, id: "a" } },
  { inline: { name: "a", typo: 1 } },
  { deep: { name: "a", typo: 1 } },
  { all: { typo: 1 } },
  { freeandnamed: { name: "a", typo: 1 } },
  { nullable: { name: "a", typo: 1 } },
  { sealed: { name: "a", typo: 1 } },
  { member: { in: { typo: 1 } } },
  { member: { in: {}, maybe: { typo: 1 } } },
  { member: { in: {}, all: [{ qty: 1, typo: 1 }] } },
  { choice: { kind: "right", typo: 1 } },
  { choice: { kind: "left", a: "b", typo: 1 } },
  { alternative: { name: "a", typo: 1 } },
`.replaceAll("\n  ", "\n// @ts-expect-error\n  ");

/** The literals that compile, and those with a typo that do not, of the body's members. */
const program = `
import type { Order, SendRequest, SendResponse } from "./types/index.gen.ts";
type Body = SendRequest["body"];
type Success = Extract<SendResponse, { status: 200 }>["body"];

export const right: Partial<Body>[] = [
  { base: {} }, { closed: {} }, { order: { qty: 1 } }, { inline: { name: "a" } }, { deep: { name: "a" } }, { all: {} },
  { freeandnamed: { name: "a" } }, { nullable: { name: "a" } }, { sealed: { name: "a" } },
  { member: { in: {}, maybe: {}, all: [{ qty: 1 }] } }, { choice: { kind: "right" } }, { choice: { kind: "left", a: "b" } },
  { alternative: {} }, { alternative: { name: "a" } }, { open: { anything: 1 } },
];

// Read, changed and written back.
declare const order: Order;
export const again: Partial<Body> = { order, base: order, all: order };

export const wrong: Partial<Body>[] = [
${typos}];

// @ts-expect-error
export const read: Success = { name: "a", typo: 1 };

import { buildRequest, createSend, lenient, list, pageOf, pagesOf, throwing } from "./client/index.gen.ts";
const call = createSend({ baseUrl: "" });
${calls('{ query: { limit: 1, cursor: "a" } }', "{}", "")}
${calls('{ query: { limit: 1, typo: "a" } }', "{}", "// @ts-expect-error\n")}
${calls("{ query: { limit: 1 }, typo: 1 }", "{}", "// @ts-expect-error\n")}
${calls("{}", "{ timeout: 1, typo: 1 }", "// @ts-expect-error\n").replace(/.*\n.*buildRequest.*/, "")}
`;

/** A call in each way that takes an operation and a request, after the mark. */
function calls(request: string, options: string, mark: string): string {
  const ways = [
    `call(list, ${request}, ${options});`,
    `throwing(call)(list, ${request}, ${options});`,
    `lenient(call)(list, ${request}, ${options});`,
    `pagesOf(call, list, ${request}, ${options});`,
    `pageOf(call, list, { request: ${request} }, ${options});`,
    `buildRequest(list, ${request}, "");`,
  ];
  return ways.map((way) => mark + way).join("\n");
}

describe("an undescribed member in an object literal", () => {
  it.each(testedCompilers)(
    "is an error of %s in bodies, also where a form lost all members of a part, and in calls",
    async (compiler) => {
      const { diagnostics } = await generate(
        new Map([["openapi.yaml", description]]),
        ["types", "zod", "client", "server"],
        directory,
      );
      expect(diagnostics).toBe("");
      writeFileSync(path.join(directory, "program.ts"), program);
      expect(await compilerErrorsOf(compiler, directory)).toBe("");
    },
  );
});

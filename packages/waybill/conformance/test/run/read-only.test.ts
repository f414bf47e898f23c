// A body with `readOnly` members -> requests without them, in every phase, while responses are still checked for them.
import { expect, it } from "vitest";
import { runConformance } from "../../src/run/run.ts";
import { openText } from "../description/opened.ts";
import { found } from "./obedient/run.ts";

const cup = 'content: { application/json: { schema: { $ref: "#/components/schemas/Cup" } } }';
const description = openText(`
openapi: 3.1.0
info: { title: Cups, version: "1" }
paths:
  /cups: { post: { operationId: createCup, requestBody: { required: true, ${cup} },
      responses: { 201: { description: "", ${cup} }, 4XX: { description: "" } } } }
components:
  schemas:
    Stamp: { type: object, required: [madeAt], properties: { madeAt: { type: string, readOnly: true } } }
    Cup:
      allOf:
        - { $ref: "#/components/schemas/Stamp" }
        - type: object
          required: [id, colour]
          properties: { id: { type: string, readOnly: true }, colour: { type: string, minLength: 1, maxLength: 20 },
            owner: { type: object, properties: { name: { type: string }, since: { type: integer, readOnly: true } } } }
`);

it("a readOnly member is sent in no request, and is required of a response", async () => {
  const bodies: string[] = [];
  const report = await runConformance({
    description,
    url: "http://127.0.0.1:1",
    key: null,
    randomCases: 20,
    send: async ({ body }) => {
      bodies.push(new TextDecoder().decode(body ?? undefined));
      const cup = { id: "c1", colour: "red", owner: { name: "Ada" } };
      return { status: 201, headers: [["Content-Type", "application/json"]], body: Buffer.from(JSON.stringify(cup)) };
    },
  });
  expect(bodies.filter((body) => body.includes('"colour"')).length).toBeGreaterThan(20);
  expect(bodies.filter((body) => body.includes('"owner"')).length).toBeGreaterThan(2);
  expect(bodies.filter((body) => /"(id|madeAt|since)"/.test(body))).toEqual([]);
  expect(found(report)).toContain("invalid-body createCup");
});

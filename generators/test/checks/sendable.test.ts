// Bodies that a client cannot send by `fetch`: reported when a client is generated, and by `lint`.
import { expect, it } from "vitest";
import { ran } from "../cli/in-process.ts";
import { Workspace } from "../cli/workspace.ts";

const text = `openapi: 3.1.1
info: { title: T, version: "1" }
paths:
  /search:
    get:
      operationId: search
      requestBody: { content: { application/json: { schema: { type: string } } } }
      responses: { "204": { description: "" } }
    head:
      operationId: peek
      requestBody: { content: { application/json: { schema: { type: string } } } }
      responses: { "204": { description: "" } }
    delete:
      operationId: forget
      requestBody: { content: { application/json: { schema: { type: string } } } }
      responses: { "204": { description: "" } }
`;

const expected = `openapi.yaml:7:7 warning body-not-sent: a client cannot send the body of GET /search: fetch sends no body with GET
7 |       requestBody: { content: { application/json: { schema: { type: string } } } }
          ^
hint: describe another way to send it: query parameters, or an operation with POST`;

it("a body with GET or HEAD is reported when a client is generated", async () => {
  const workspace = new Workspace({ "openapi.yaml": text });
  const generate = ["generate", "--openapi", "openapi.yaml", "--out", "out", "--target"];
  const { code, text: printed } = await ran(workspace.folder, ...generate, "client");
  expect(code).toBe(0);
  expect(printed).toContain(expected);
  expect(printed).toContain("openapi.yaml:11:7 warning body-not-sent: a client cannot send the body of HEAD /search");
  expect(printed.match(/body-not-sent/g)).toHaveLength(2);
  expect(workspace.read("out/client/operations.gen.ts").match(/put: refuseBody/g)).toHaveLength(2);
  expect((await ran(workspace.folder, ...generate, "types")).text).not.toContain("body-not-sent");
  expect((await ran(workspace.folder, "lint", "openapi.yaml")).text).toContain(expected);
});

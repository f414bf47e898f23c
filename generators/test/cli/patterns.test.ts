// Patterns that can be made to take long: told where they stand, once for each place, and the run goes on.
import { expect, it } from "vitest";
import { ran } from "./in-process.ts";
import { Workspace } from "./workspace.ts";

const text = `openapi: 3.1.1
info: { title: T, version: "1" }
paths:
  /a:
    get:
      operationId: a
      parameters:
        - { name: q, in: query, schema: { type: string, pattern: "^(x|x)*$" } }
      responses: { "204": { description: "" } }
components:
  schemas:
    Name: { type: [string, "null"], pattern: "^([a-z]+-?)+$" }
    Fine: { type: string, pattern: "^[a-z]+(-[a-z]+)*$" }
    Map:
      type: object
      patternProperties: { '\\s+$': { type: string } }
`;

it("are told", async () => {
  const workspace = new Workspace({ "openapi.yaml": text });
  const generate = ["generate", "--openapi", "openapi.yaml", "--out", "out", "--target", "types"];
  const { code, text: printed } = await ran(workspace.folder, ...generate);
  expect(code).toBe(0);
  expect(printed.match(/slow-pattern/g)).toHaveLength(3);
  expect(printed).toContain(
    `openapi.yaml:12:46 warning slow-pattern: the pattern "^([a-z]+-?)+$" takes twice the time for each character more, when a text nearly matches
12 |     Name: { type: [string, "null"], pattern: "^([a-z]+-?)+$" }
                                                  ^
hint: let every text be read in one way: no repetition of what is itself repeated, no alternatives that begin alike`,
  );
  expect(printed).toMatch(/openapi\.yaml:8:\d+ warning slow-pattern: the pattern "\^\(x\|x\)\*\$"/);
  expect(printed).toMatch(/openapi\.yaml:16:28 warning slow-pattern: .* grows with the square of the length/);
  expect((await ran(workspace.folder, "lint", "openapi.yaml")).text.match(/slow-pattern/g)).toHaveLength(3);
});

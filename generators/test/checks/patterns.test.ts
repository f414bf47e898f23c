// Slow patterns are warnings: each place is reported once, and the run continues.
import { expect, it } from "vitest";
import { ran } from "../cli/in-process.ts";
import { Workspace } from "../cli/workspace.ts";

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

it("a slow pattern is a warning at each of its places", async () => {
  const workspace = new Workspace({ "openapi.yaml": text });
  const generate = ["generate", "--openapi", "openapi.yaml", "--out", "out", "--target", "types"];
  const { code, text: printed } = await ran(workspace.folder, ...generate);
  expect(code).toBe(0);
  expect(printed.match(/slow-pattern/g)).toHaveLength(3);
  expect(printed).toContain(
    `openapi.yaml:12:46 warning slow-pattern: the pattern "^([a-z]+-?)+$" backtracks exponentially on near-matches
12 |     Name: { type: [string, "null"], pattern: "^([a-z]+-?)+$" }
                                                  ^
hint: make it match every text in only one way: no nested repetitions, no alternatives with a common beginning`,
  );
  expect(printed).toMatch(/openapi\.yaml:8:\d+ warning slow-pattern: the pattern "\^\(x\|x\)\*\$"/);
  expect(printed).toMatch(
    /openapi\.yaml:16:28 warning slow-pattern: .* backtracks in quadratic time or worse on near-matches/,
  );
  expect((await ran(workspace.folder, "lint", "openapi.yaml")).text.match(/slow-pattern/g)).toHaveLength(3);
});

it("the items of a stream are checked like other schemas", async () => {
  const stream = `openapi: 3.2.0
info: { title: T, version: "1" }
paths:
  /a:
    get:
      operationId: a
      responses:
        "200":
          description: Lines.
          content:
            application/jsonl:
              itemSchema:
                type: object
                required: [nmae]
                properties: { name: { type: string, pattern: "^(x|x)*$", default: 1 } }
`;
  const workspace = new Workspace({ "openapi.yaml": stream });
  const { text: printed } = await ran(workspace.folder, "lint", "openapi.yaml");
  expect(printed).toMatch(/openapi\.yaml:15:\d+ warning slow-pattern/);
  expect(printed).toMatch(/openapi\.yaml:14:\d+ \w+ required-without-property/);
  expect(printed).toMatch(/openapi\.yaml:15:\d+ error invalid-default/);
});

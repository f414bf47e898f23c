// Diagnostics of samples: operations without one, and a client configuration that does not match the description.
import { expect, it } from "vitest";
import { ran } from "../cli/in-process.ts";
import { Workspace } from "../cli/workspace.ts";

const text = `openapi: 3.1.1
info: { title: T, version: "1" }
paths:
  /a/{id}:
    get:
      operationId: getA
      parameters:
        - { name: id, in: path, required: true, schema: { type: string, pattern: "^zq-[0-9]{7}x$", maxLength: 10 } }
      responses: { "204": { description: "" } }
  /b/{id}:
    get:
      operationId: getB
      parameters:
        - { name: id, in: path, required: true, schema: { type: string, pattern: "^zq-[0-9]{7}x$" }, example: zq-1234567x }
      responses: { "204": { description: "" } }
`;

it("an operation without a sample is reported, and the run continues", async () => {
  const workspace = new Workspace({ "openapi.yaml": text });
  const generate = ["generate", "--openapi", "openapi.yaml", "--out", "out", "--target"];
  const { code, text: printed } = await ran(workspace.folder, ...generate, "samples");
  expect(code).toBe(0);
  expect(printed).toContain(
    'openapi.yaml:5:5 warning no-sample: no sample could be generated for "getA": no value could be generated for the parameter id: give it an example',
  );
  expect(printed.match(/no-sample/g)).toHaveLength(1);
  expect((await ran(workspace.folder, ...generate, "client")).text).not.toContain("no-sample");
});

const configOf = (client: unknown, target = "samples"): string =>
  JSON.stringify({ apis: { a: { openapi: "openapi.yaml", out: "out", targets: [{ target, client }] } } });

it.each([
  [{ setup: "x", calls: { getB: "b({body.id})" } }, ""],
  [{ setup: "x", calls: { getB: "b({id})" } }, "{id} in the call of getB is not part of its request"],
  [{ calls: {} }, "targets[0].client.setup must be the lines in front of a call"],
  [{ setup: "x", calls: [] }, "targets[0].client.calls must be an object, found a list"],
  [{ setup: "x", calls: { getB: 1 } }, "targets[0].client.calls.getB must be a call, or { setup, call }"],
])("a client that is configured as %j", async (client, expected) => {
  const workspace = new Workspace({ "openapi.yaml": text, "waybill.config.json": configOf(client) });
  const { code, text: printed } = await ran(workspace.folder, "generate");
  expect(printed).toContain(expected);
  expect(code === 0).toBe(expected === "");
});

it.each([
  [["go", "shell"], ""],
  [[], "targets[0].languages is empty"],
  ["go", "targets[0].languages must be a list"],
  [["go", "perl"], 'targets[0].languages[1] is not a language of samples: "perl"'],
])("languages that are configured as %j", async (languages, expected) => {
  const targets = [{ target: "samples", languages }];
  const config = JSON.stringify({ apis: { a: { openapi: "openapi.yaml", out: "out", targets } } });
  const workspace = new Workspace({ "openapi.yaml": text, "waybill.config.json": config });
  const { code, text: printed } = await ran(workspace.folder, "generate");
  expect(printed).toContain(expected);
  expect(code === 0).toBe(expected === "");
  if (expected !== "") return;
  const labels = [...workspace.read("out/samples/samples.gen.ts").matchAll(/label: "(\w+)"/g)].map(
    ([, label]) => label,
  );
  expect(labels).toEqual(["curl", "Go"]);
});

it("a call of a removed operation is reported, and the run continues", async () => {
  const client = { setup: "x", calls: { getC: "c()", "*": "other()" } };
  const workspace = new Workspace({ "openapi.yaml": text, "waybill.config.json": configOf(client) });
  const { code, text: printed } = await ran(workspace.folder, "generate");
  expect(code).toBe(0);
  expect(printed).toContain(
    "openapi.yaml:1:1 warning no-effect: client.calls.getC of the target samples has no effect: the description has no such operation",
  );
  expect(printed.match(/no-effect/g)).toHaveLength(1);
});

it("a client configured for another target is refused", async () => {
  const workspace = new Workspace({
    "openapi.yaml": text,
    "waybill.config.json": configOf({ setup: "x", calls: {} }, "types"),
  });
  expect((await ran(workspace.folder, "generate")).text).toContain("targets[0].client is for the target samples");
});

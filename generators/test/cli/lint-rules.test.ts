// `lint` of a configuration: the severity of each code, for all descriptions or for parts, in every command that reports them.

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { checkEdited } from "../../src/language/checked.ts";
import { describedNear } from "../../src/language/described.ts";
import { checkConfig } from "../../src/run/config/check-config.ts";
import { parseFile } from "../../src/source/index.ts";
import { openapi, order } from "./shop.ts";
import { Workspace } from "./workspace.ts";

/** `no-type` in both files, and an example that its schema rejects. */
const files = {
  "openapi.yaml": `${openapi}  /internal/stock:
    get:
      operationId: getStock
      responses:
        "200":
          description: The stock.
          content: { application/json: { schema: { properties: { sku: { type: string } } } } }
components:
  schemas:
    LegacyCode: { type: string, maxLength: 2, example: long }
`,
  "schemas/order.yaml": order.replace("type: object\n", ""),
};

function configured(lint: object, api: object = {}): Workspace {
  const config = { apis: { shop: { openapi: "openapi.yaml", out: "gen", targets: ["types"], ...api } }, lint };
  return new Workspace({ ...files, "waybill.config.json": JSON.stringify(config) });
}

/** `openapi.yaml warning no-type`, of each problem. */
function reported(stderr: string): string[] {
  return [...stderr.matchAll(/^(\S+?):\d+:\d+ (\w+) ([\w-]+)/gm)].map(([, file, ...rest]) => [file, ...rest].join(" "));
}

const inOpenapi = "openapi.yaml warning no-type";
const inOrder = "schemas/order.yaml warning no-type";
const inExample = "openapi.yaml error invalid-example";

describe("lint rules", () => {
  it.each<[string, object, string[]]>([
    ["none", {}, [inOpenapi, inExample, inOrder]],
    ["off", { rules: { "no-type": "off" } }, [inExample]],
    [
      "an error as a warning",
      { rules: { "invalid-example": "warn" } },
      [inOpenapi, inExample.replace("error", "warning"), inOrder],
    ],
    [
      "a warning as an error",
      { rules: { "no-type": "error", "invalid-example": "off" } },
      [inOpenapi, inOrder].map((one) => one.replace("warning", "error")),
    ],
    ["any other code", { rules: { "*": "off", "no-type": "warn" } }, [inOpenapi, inOrder]],
    ["a file", { overrides: [{ files: ["./schemas/**"], rules: { "no-type": "off" } }] }, [inOpenapi, inExample]],
    [
      "a pointer",
      { overrides: [{ paths: ["#/components/schemas/Legacy*"], rules: { "*": "off" } }] },
      [inOpenapi, inOrder],
    ],
    ["a path", { overrides: [{ paths: ["/internal/**"], rules: { "no-type": "off" } }] }, [inExample, inOrder]],
    [
      "a file and a path",
      { overrides: [{ files: ["other.yaml"], paths: ["/internal/**"], rules: { "*": "off" } }] },
      [inOpenapi, inExample, inOrder],
    ],
    [
      "the last override",
      {
        overrides: [
          { files: ["**"], rules: { "*": "off" } },
          { files: ["schemas/*"], rules: { "no-type": "warn" } },
        ],
      },
      [inOrder],
    ],
  ])("%s", async (_, lint, expected) => {
    const { code, stderr } = await configured(lint).run(["lint"]);
    expect(reported(stderr)).toEqual(expected);
    expect(code).toBe(expected.some((one) => one.includes("error")) ? 1 : 0);
  });

  it("an error by a rule fails generate and check, each time, and stops no target", async () => {
    const workspace = configured({ rules: { "no-type": "error" } });
    for (const command of ["generate", "generate", "check"]) {
      const { code, stderr } = await workspace.run([command]);
      expect([command, code, stderr]).toEqual([command, 1, expect.stringContaining("error no-type")]);
    }
    expect(workspace.read("gen/types/schemas.gen.ts")).toContain("LegacyCode");
    workspace.edit("waybill.config.json", '"no-type":"error"', '"*":"off"');
    expect(await workspace.run(["generate"])).toMatchObject({ code: 0, stderr: "" });
    expect(await workspace.run(["check"])).toMatchObject({ code: 0, stderr: "" });
  });

  it("apply in editors", async () => {
    const workspace = configured({ rules: { "no-type": "error", "invalid-example": "off" } });
    const { apis } = await describedNear(workspace.path("openapi.yaml"));
    const found = await Promise.all(
      apis.map(({ files: api }) =>
        checkEdited(api, {
          mode: "edit",
          cwd: workspace.folder,
          parse: parseFile,
          readText: (file) => readFileSync(file, "utf8"),
        }),
      ),
    );
    const codes = found.flatMap(({ diagnostics }) => diagnostics.map(({ code, severity }) => `${severity} ${code}`));
    expect(codes).toEqual(["error no-type", "error no-type"]);
  });

  it.each<[object, string, string | null]>([
    [
      { rules: { "no-typ": "off" } },
      'lint.rules["no-typ"] is wrong: there is no code "no-typ"',
      "did you mean no-type?",
    ],
    [
      { rules: { "ref-not-string": "off" } },
      'lint.rules["ref-not-string"] is wrong: "ref-not-string" cannot be "off": generated code would be wrong without this error',
      'tolerate: ["ref-not-string"] of the API assumes that a schema accepts any value in place of the reference',
    ],
    [
      { overrides: [{ files: ["a"], rules: { "invalid-yaml": "warn" } }] },
      expect.stringMatching(/^lint.overrides\[0\].rules\["invalid-yaml"\] is wrong: .* cannot be "warn"/),
      'tolerate: ["invalid-yaml"] of the API leaves out the part that contains it',
    ],
    [
      { rules: { "no-type": "warning" } },
      'lint.rules["no-type"] must be one of off, warn, error, found "warning"',
      "available: off, warn, error",
    ],
    [
      { overrides: [{ rules: {} }] },
      "lint.overrides[0] selects nothing",
      "add files or paths, or move its rules to lint.rules",
    ],
    [
      { rules: { "over-limit": "off" } },
      expect.stringMatching(/cannot be "off"/),
      "only warnings, and errors that no generated code depends on, can be lowered",
    ],
    [
      { overrides: [{ paths: ["internal/**"], rules: {} }] },
      'lint.overrides[0].paths[0] must start with "#/" or "/", found "internal/**"',
      expect.stringContaining("a JSON pointer"),
    ],
  ])("%j is a configuration error", (lint, message, hint) => {
    const found = checkConfig({ apis: { a: { openapi: "a.yaml" } }, lint }, "c");
    expect(found.ok ? [] : found.problems).toEqual([
      { message: typeof message === "string" ? `c: ${message}` : expect.anything(), hint },
    ]);
    if (!found.ok && typeof message !== "string")
      expect(found.problems[0]?.message.slice("c: ".length)).toEqual(message);
  });
});

describe("the ignore file", () => {
  it("has today's findings, keeps reasons, and reports entries that match nothing", async () => {
    const workspace = configured({});
    const file = "waybill.ignore.yaml";
    expect(await workspace.run(["lint", "--generate-ignore"])).toMatchObject({
      code: 0,
      stderr: `3 findings written to ${file}: give each a reason, and commit it\n`,
    });
    expect(workspace.read(file)).toContain(`  - code: invalid-example
    file: "openapi.yaml"
    pointer: "/components/schemas/LegacyCode/example"
    reason: ""
`);
    const clean = await workspace.run(["lint"]);
    expect(clean).toMatchObject({ code: 0, stderr: "", stdout: expect.stringContaining("no errors, 3 ignored, ") });
    workspace.write(file, workspace.read(file).replace('reason: ""', 'reason: "old"'));
    workspace.edit("openapi.yaml", "info:", "# Lines may move.\ninfo:");
    workspace.edit("openapi.yaml", "schema: { properties:", "schema: { type: object, properties:");
    workspace.edit(
      "openapi.yaml",
      "example: long }",
      "example: long }\n    New: { type: string, maxLength: 2, example: long }",
    );
    const { code, stderr } = await workspace.run(["lint"]);
    expect([code, reported(stderr)]).toEqual([1, [inExample]]);
    expect(stderr).toMatch(
      /^waybill\.ignore\.yaml: no-type at openapi\.yaml#\/paths\/~1internal~1stock\S+ no longer occurs; remove its entry$/m,
    );
    expect(stderr).toContain("2 ignored by waybill.ignore.yaml\n");
    const { stdout } = await workspace.run(["lint", "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({ ok: false, ignored: 2, unusedIgnores: [{ code: "no-type" }] });
    await workspace.run(["lint", "--generate-ignore"]);
    expect(workspace.read(file).match(/code: .*|reason: .*/g)).toEqual([
      "code: invalid-example",
      'reason: "old"',
      "code: invalid-example",
      'reason: ""',
      "code: no-type",
      'reason: ""',
    ]);
    expect(await workspace.run(["generate"])).toMatchObject({ stderr: expect.stringContaining("invalid-example") });
  });

  it("is rejected where it is wrong", async () => {
    const workspace = configured({});
    workspace.write("waybill.ignore.yaml", "ignored:\n  - cod: no-type\n");
    const { code, stderr } = await workspace.run(["lint"]);
    expect([code, stderr]).toEqual([2, expect.stringContaining("waybill.ignore.yaml: ignored[0].cod is not a field")]);
    const unreadable = configured({});
    unreadable.write("waybill.ignore.yaml/folder", "");
    expect(await unreadable.run(["lint", "--generate-ignore"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("waybill.ignore.yaml cannot be read"),
    });
  });
});

it.each([
  [
    "checkstyle",
    [
      '<checkstyle version="4.3">',
      '  <file name="openapi.yaml">',
      '" source="waybill.invalid-example"/>',
      'severity="warning"',
    ],
  ],
  ["junit", ['<testsuites name="waybill lint" tests="3" failures="1">', '<failure type="error" message="']],
  ["sarif", ['"name": "waybill lint"', '"level": "warning"', '"uri": "schemas/order.yaml"', '"startLine": ']],
])("the format %s has each finding with its place", async (format, parts) => {
  const { code, stdout, stderr } = await configured({}).run(["lint", "--format", format]);
  expect([code, stderr]).toEqual([1, ""]);
  for (const part of parts) expect(stdout).toContain(part);
  const clean = await configured({ rules: { "*": "off" } }).run(["lint", "--format", format]);
  expect(clean).toMatchObject({ code: 0, stdout: expect.not.stringContaining("no-type") });
  const mixed = await configured({}).run(["lint", "--json", "--format", format]);
  expect(mixed).toMatchObject({ code: 2, stdout: expect.stringContaining("cannot be used together") });
});

it("rules of a configuration are checked on the model, and have severities by name, file and path", async () => {
  const workspace = new Workspace(files);
  const write = (lint: string): void =>
    workspace.write(
      "waybill.config.mjs",
      `const on = (on, name, severity, find) => ({ on, name, severity, check: (node, { report }) => report({ message: find(node) }) });
export default { apis: { shop: { openapi: "openapi.yaml", out: "gen", targets: ["types"] } },
  lint: { custom: [on("operation", "ids", "error", ({ id }) => id), on("schema", "names", undefined, ({ name }) => name),
    on("parameter", "broken", "warn", (node) => node.none.none)], ${lint} } };`,
    );
  const off = '"no-type": "off", "invalid-example": "off"';
  write(`rules: { ${off} }`);
  const all = await workspace.run(["lint"]);
  expect([all.code, ...(all.stderr.match(/^\S+ \w+ team-rule: .*$/gm) ?? [])]).toEqual([
    1,
    expect.stringContaining(
      "waybill.config.mjs:1:1 error team-rule: broken: it threw Cannot read properties of undefined",
    ),
    expect.stringMatching(/^openapi\.yaml:\d+:\d+ error team-rule: ids: getOrder$/),
    expect.stringMatching(/^openapi\.yaml:\d+:\d+ error team-rule: ids: getStock$/),
    expect.stringMatching(/^openapi\.yaml:\d+:\d+ warning team-rule: names: LegacyCode$/),
    expect.stringMatching(/^schemas\/order\.yaml:1:1 warning team-rule: names: Order$/),
  ]);
  expect(await workspace.run(["generate"])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("ids: getOrder"),
  });
  write(
    `rules: { ${off}, ids: "warn", broken: "off" }, overrides: [{ paths: ["/internal/**"], rules: { ids: "off" } }]`,
  );
  const some = await workspace.run(["lint"]);
  expect([some.code, some.stderr.match(/ids: \w+|broken/g)]).toEqual([0, ["ids: getOrder"]]);
  write(`rules: { idz: "warn" }`);
  expect(await workspace.run(["lint"])).toMatchObject({ code: 2, stderr: expect.stringContaining('no code "idz"') });
});

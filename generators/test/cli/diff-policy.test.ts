// The policy of `waybill diff`: accepted changes, bumps by rule, filters, other sources, and the formats of other systems.
import { describe, expect, it } from "vitest";
import { fingerprintOf } from "../../src/diff/change.ts";
import { diffDocuments, type JsonObject, openApi } from "../diff/descriptions.ts";
import { plainTerminal, ran, ranApart } from "./in-process.ts";
import { openapi, order } from "./shop.ts";
import { Workspace } from "./workspace.ts";

/** The same shop before and after: the note of an order may be longer, which is major. */
function shops(files: Readonly<Record<string, string>> = {}): Workspace {
  return new Workspace({
    "old/openapi.yaml": openapi,
    "old/schemas/order.yaml": order,
    "new/openapi.yaml": openapi,
    "new/schemas/order.yaml": order.replace("maxLength: 80", "maxLength: 90"),
    ...files,
  });
}

function configured(diff: string) {
  return {
    "waybill.config.json": `{ "apis": { "shop": { "openapi": "new/openapi.yaml", "out": "out" } }, "diff": ${diff} }`,
  };
}

const gate = ["diff", "old", "new", "--fail-on", "major"] as const;

describe("accepted changes", () => {
  it("do not count any more, until their day is over", async () => {
    const workspace = shops();
    expect(await ran(workspace.folder, ...gate)).toMatchObject({ code: 1 });
    const accept = await ranApart(workspace.folder, [
      ...gate,
      "--accept",
      "the database allows it",
      "--until",
      "2999-01-31",
    ]);
    expect(accept).toMatchObject({ code: 0, stderr: "1 change accepted in waybill.accepted.json: commit it\n" });
    const later = await ranApart(workspace.folder, gate);
    expect(later).toMatchObject({ code: 0, stderr: "" });
    expect(later.stdout).toContain("accepted (1), which do not count:\n  Order.note: maximum number of characters");
    expect(later.stdout).toContain("(until 2999-01-31: the database allows it)");
    workspace.edit("waybill.accepted.json", "2999-01-31", "2026-01-31");
    const expired = await ranApart(workspace.folder, gate);
    expect(expired.code).toBe(1);
    expect(expired.stderr).toContain("waybill.accepted.json: the acceptance expired on 2026-01-31: Order.note");
  });

  it("are reported when they no longer occur", async () => {
    const workspace = shops();
    await ran(workspace.folder, ...gate, "--accept", "fine");
    const { stderr } = await ranApart(workspace.folder, ["diff", "old", "old"]);
    expect(stderr).toBe("waybill.accepted.json: 1 accepted change no longer occurs; remove its entry\n");
  });

  it("are data in JSON", async () => {
    const workspace = shops();
    await ran(workspace.folder, ...gate, "--accept", "fine");
    const { stdout } = await ranApart(workspace.folder, ["diff", "old", "new", "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({
      ok: true,
      bump: null,
      changes: [],
      accepted: [
        {
          rule: "max-length-raised",
          reason: "fine",
          until: null,
          fingerprint: expect.stringMatching(/^[0-9a-f]{16}$/),
        },
      ],
      expired: [],
      unused: [],
    });
  });

  it.each([
    [["--until", "2999-01-01"], "--until needs --accept"],
    [["--accept", "x", "--until", "soon"], '--until cannot be "soon"'],
    [["--accept", "x", "--until", "2020-01-01"], "--until 2020-01-01 is in the past"],
  ])("are rejected with wrong flags: %j", async (words, message) => {
    expect(await ran(shops().folder, ...gate, ...words)).toMatchObject({
      code: 2,
      text: expect.stringContaining(message),
    });
  });

  it("are refused where the file is broken", async () => {
    const files = { "waybill.accepted.json": '{ "accepted": [{ "fingerprint": "a", "until": "soon" }] }' };
    const { code, text } = await ran(shops(files).folder, ...gate);
    expect(code).toBe(2);
    expect(text).toContain("waybill.accepted.json: accepted[0].until must be a date or null");
  });
});

describe("a fingerprint", () => {
  const description = (parameters: readonly JsonObject[], paths: readonly string[]): JsonObject => ({
    openapi: openApi({
      paths: Object.fromEntries(
        paths.map((path) => [
          path,
          { get: { operationId: `get${path.length}`, parameters, responses: { "200": { description: "Fine." } } } },
        ]),
      ),
    }),
  });
  const size = (maximum: number): JsonObject => ({ name: "size", in: "query", schema: { type: "integer", maximum } });
  const sort: JsonObject = { name: "sort", in: "query", schema: { type: "string" } };
  const fingerprints = (base: JsonObject, revision: JsonObject): string[] =>
    diffDocuments(base, revision).map(fingerprintOf);

  it("stays when operations and parameters change places", () => {
    const [one = ""] = fingerprints(description([size(9), sort], ["/a"]), description([size(5), sort], ["/a"]));
    const moved = fingerprints(
      description([sort, size(9)], ["/bb", "/a"]),
      description([sort, size(5)], ["/bb", "/a"]),
    );
    expect(moved).toHaveLength(2);
    expect(moved).toContain(one);
  });

  it("differs for another value", () => {
    const [one] = fingerprints(description([size(9)], ["/a"]), description([size(5)], ["/a"]));
    const [other] = fingerprints(description([size(9)], ["/a"]), description([size(6)], ["/a"]));
    expect(one).not.toBe(other);
  });
});

describe("the diff section of a configuration", () => {
  it("gives rules another bump, or none", async () => {
    const minor = await ran(shops(configured('{ "rules": { "max-length-raised": "minor" } }')).folder, ...gate);
    expect(minor).toMatchObject({ code: 0, text: expect.stringContaining("minor max-length-raised") });
    const off = await ran(shops(configured('{ "rules": { "max-length-raised": "off" } }')).folder, ...gate);
    expect(off).toMatchObject({ code: 0, text: "no changes\n" });
  });

  it.each([
    [
      '{ "rules": { "max-length-rased": "minor" } }',
      'diff.rules["max-length-rased"] is not a rule of waybill diff',
      "did you mean max-length-raised?",
    ],
    ['{ "rules": { "max-length-raised": "tiny" } }', 'diff.rules["max-length-raised"] must be one of', "available"],
    ['{ "overrides": [{ "rules": {} }] }', "diff.overrides[0] selects nothing", "add paths"],
    ['{ "overrides": [{ "tags": ["a"] }] }', "diff.overrides[0] has no rules", "for example"],
    ['{ "overrides": [{ "tags": ["a"], "rules": { "x": "off" } }] }', 'diff.overrides[0].rules["x"] is not a rule', ""],
    ['{ "deprecation": { "days": "many" } }', "diff.deprecation.days must be a whole number", ""],
  ])("is refused with a hint: %s", async (diff, message, hint) => {
    const { code, text } = await ran(shops(configured(diff)).folder, ...gate);
    expect(code).toBe(2);
    expect(text).toContain(`waybill.config.json: ${message}`);
    expect(text).toContain(hint);
  });
});

describe("rules for parts of the API", () => {
  const api = (codes: string) =>
    `openapi: 3.1.1
info: { title: T, version: "1" }
paths:
  /a: { get: { operationId: a, tags: [inner], responses: { "200": { description: D, content: &code { application/json: { schema: { enum: [${codes}] } } } }, "404": { description: D, content: *code } } } }
`;
  it.each([
    ["{}", "major", "major"],
    ['{ "errors": "minor" }', "major", "minor"],
    ['{ "errors": "off" }', "major", undefined],
    ['{ "overrides": [{ "status": ["2XX"], "rules": { "*": "patch" } }] }', "patch", "major"],
    [
      '{ "overrides": [{ "status": ["404"], "tags": ["inner"], "rules": { "enum-value-added": "minor" } }] }',
      "major",
      "minor",
    ],
    ['{ "errors": "minor", "overrides": [{ "paths": ["/a"], "rules": { "*": "off" } }] }', undefined, undefined],
    ['{ "overrides": [{ "paths": ["/b/**"], "rules": { "*": "off" } }] }', "major", "major"],
  ])("apply to the uses that they select: %s", async (diff, success, error) => {
    const files = { "old.yaml": api("a"), "new.yaml": api("a, b"), ...configured(diff) };
    const { stdout } = await ranApart(new Workspace(files).folder, ["diff", "old.yaml", "new.yaml", "--json"]);
    const uses: { status: string; bump: string }[] = JSON.parse(stdout).changes.flatMap(
      ({ uses }: { uses: [] }) => uses,
    );
    const bumpOf = (status: string) => uses.find((use) => use.status === status)?.bump;
    expect([bumpOf("200"), bumpOf("404")]).toEqual([success, error]);
  });
});

describe("the deprecation policy", () => {
  const api = (operation: string) =>
    `openapi: 3.1.1\ninfo: { title: T, version: "1" }\npaths:\n  /b: { get: { operationId: b, responses: { "200": { description: D } } } }\n${operation}`;
  const old = (fields: string) =>
    api(`  /a: { get: { operationId: a, ${fields} responses: { "200": { description: D } } } }\n`);
  const diffOf = async (base: string, revision: string, deprecation: string) => {
    const { folder } = new Workspace({
      "old.yaml": base,
      "new.yaml": revision,
      "waybill.config.json": `{ "apis": { "a": { "openapi": "new.yaml", "out": "out" } }, "diff": { "deprecation": ${deprecation} } }`,
    });
    return (await ran(folder, "diff", "old.yaml", "new.yaml")).text;
  };

  it.each([
    ["without a deprecation is major", "", "{}", "major operation-removed"],
    ["after a deprecation is minor", "deprecated: true,", "{}", "minor operation-removed"],
    ["without a day is major where one is asked for", "deprecated: true,", '{ "days": 30 }', "major operation-removed"],
    ["after its day is minor", "deprecated: true, x-sunset: 2026-01-31,", '{ "days": 30 }', "minor operation-removed"],
    ["before its day is major", "deprecated: true, x-sunset: 2999-01-31,", "{}", "major operation-removed"],
    ["with a day that is none is major", "deprecated: true, x-sunset: soon,", "{}", "major operation-removed"],
    ["of an unstable operation is minor", "x-stability-level: alpha,", "{}", "minor operation-removed"],
  ])("judges a removal %s", async (_, fields, deprecation, expected) => {
    expect(await diffOf(old(fields), api(""), deprecation)).toContain(expected);
  });

  it.each([
    ["without a day is major", "deprecated: true,", "major deprecated"],
    ["with a day that is too near is major", "deprecated: true, x-sunset: 2026-01-31,", "major deprecated"],
    ["with a day far enough away is minor", "deprecated: true, x-sunset: 2999-01-31,", "minor deprecated"],
  ])("judges an announcement %s", async (_, fields, expected) => {
    expect(await diffOf(old(""), old(fields), '{ "days": 30 }')).toContain(expected);
  });

  it.each([
    ["a day that is taken back", "x-sunset: 2999-01-31,", "", "and is no longer stated"],
    ["an invalid date", "", "x-sunset: soon,", '"soon" is not a removal date'],
    ["an unknown level", "", "x-stability-level: aplha,", '"aplha" is not a stability level'],
  ])("reports %s", async (_, was, is, expected) => {
    const text = await diffOf(old(`deprecated: true, ${was}`), old(`deprecated: true, ${is}`), "{}");
    expect(text).toContain("major extension-changed");
    expect(text).toContain(expected);
  });

  it("reports a day that comes sooner, and a level that sinks", async () => {
    const base = old("deprecated: true, x-sunset: 2999-01-31, x-stability-level: stable,");
    const revision = old("deprecated: true, x-sunset: 2998-01-31, x-stability-level: beta,");
    const text = await diffOf(base, revision, "{}");
    expect(text).toContain("major extension-changed: GET /a: x-sunset has changed");
    expect(text).toContain("Its stability was stable, and is now only beta.");
  });
});

describe("filters", () => {
  const api = (maximum: number) => `openapi: 3.1.1
info: { title: T, version: "1" }
paths:
  /v1/orders/{id}: { get: { operationId: a, tags: [orders], parameters: [{ name: id, in: path, required: true, schema: { type: integer, maximum: ${maximum} } }], responses: { "200": { description: D } } } }
  /v1/users: { get: { operationId: b, tags: [users], parameters: [{ name: size, in: query, schema: { type: integer, maximum: ${maximum} } }], responses: { "200": { description: D${maximum} } } } }
`;
  const files = { "old.yaml": api(9), "new.yaml": api(5) };
  const rows = async (...flags: readonly string[]): Promise<string[]> => {
    const { stdout } = await ranApart(new Workspace(files).folder, [
      "diff",
      "old.yaml",
      "new.yaml",
      "--json",
      ...flags,
    ]);
    return JSON.parse(stdout)
      .changes.map(({ message }: { message: string }) => message.split(",")[0])
      .sort();
  };

  it.each([
    [["--path", "/v1/orders/**"], ["GET /v1/orders/{id}"]],
    [
      ["--path", "/v1/*"],
      ["GET /v1/users", "GET /v1/users"],
    ],
    [["--tag", "users", "--only", "major"], ["GET /v1/users"]],
    [["--tag", "users", "--tag", "orders", "--only", "patch"], ["GET /v1/users"]],
  ])("select changes: %j", async (flags, expected) => expect(await rows(...flags)).toEqual(expected));

  it("say how many changes are not printed, and leave the bump as it is", async () => {
    const { stdout, stderr } = await ranApart(
      new Workspace(files).folder,
      "diff old.yaml new.yaml --json --only patch".split(" "),
    );
    expect(JSON.parse(stdout).bump).toBe("major");
    expect(stderr).toBe("2 other changes are not printed because of --only\n");
  });

  it.each([
    [["--tag", "user"], "--tag user is the tag of no operation of either side", "available: orders, users"],
    [["--path", "/orders"], "--path /orders matches no operation of either side", "**"],
  ])("are rejected when they match nothing: %j", async (flags, message, hint) => {
    const { code, text } = await ran(new Workspace(files).folder, "diff", "old.yaml", "new.yaml", ...flags);
    expect(code).toBe(2);
    expect(text).toContain(message);
    expect(text).toContain(hint);
  });
});

describe("sources", () => {
  it("--base names a commit, in which the documents are those of the revision", async () => {
    const workspace = shops({
      "waybill.config.json": '{ "apis": { "shop": { "openapi": "new/openapi.yaml", "out": "out" } } }',
    });
    workspace.commit();
    workspace.write("new/schemas/order.yaml", order);
    for (const words of [
      ["--base", "main", "new"],
      ["--base", "main"],
      ["--base", "main:new", "new"],
    ])
      expect((await ranApart(workspace.folder, ["diff", ...words])).stdout).toContain("minor max-length-lowered");
  });

  it("- is standard input", async () => {
    const workspace = new Workspace({ "new.yaml": "openapi: 3.1.1\ninfo: { title: T, version: '1' }\npaths: {}\n" });
    const { runCommand } = await import("../../src/cli/run.ts");
    const parts: string[] = [];
    const to = { out: (part: string) => parts.push(part), err: (part: string) => parts.push(part) };
    const terminal = plainTerminal(workspace.folder, to);
    const input = '{ "openapi": "3.1.1", "info": { "title": "Other", "version": "1" }, "paths": {} }';
    expect(await runCommand(["diff", "-", "new.yaml"], { ...terminal, readInput: async () => input })).toBe(0);
    expect(parts.join("")).toContain("was stdin.json:1:");
    expect(await ran(workspace.folder, "diff", "-", "new.yaml")).toMatchObject({
      code: 2,
      text: expect.stringContaining("standard input is empty"),
    });
  });
});

describe("formats of other systems", () => {
  it("SARIF has a result for each change, with its place and fingerprint", async () => {
    const { stdout } = await ranApart(shops().folder, ["diff", "old", "new", "--format", "sarif"]);
    const { version, runs } = JSON.parse(stdout);
    expect(version).toBe("2.1.0");
    expect(runs[0].tool.driver.rules).toEqual([
      { id: "max-length-raised", shortDescription: { text: "max length raised" } },
    ]);
    expect(runs[0].results).toMatchObject([
      {
        ruleId: "max-length-raised",
        level: "error",
        locations: [
          {
            physicalLocation: {
              artifactLocation: { uri: "new/schemas/order.yaml" },
              region: { startLine: 9, startColumn: 5 },
            },
          },
        ],
        partialFingerprints: { "waybillChange/v1": expect.stringMatching(/^[0-9a-f]{16}$/) },
      },
    ]);
  });

  it("JUnit has a test for each change, of which those fail that fail the run", async () => {
    const workspace = shops();
    workspace.write(
      "new/schemas/order.yaml",
      order.replace("maxLength: 80", "maxLength: 90").concat('  "<b>":\n    type: string\n'),
    );
    const { stdout } = await ranApart(workspace.folder, ["diff", "old", "new", "--format", "junit"]);
    expect(stdout).toContain('<testsuites name="waybill diff" tests="2" failures="1">');
    expect(stdout).toContain('name="Order: the member &quot;&lt;b&gt;&quot; is new"/>');
    expect(stdout).toContain('<failure type="major"');
  });
});

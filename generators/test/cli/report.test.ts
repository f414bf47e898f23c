import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { groupedReport } from "../../src/cli/terminal/report-output.ts";
import { type Code, codes, Report, textOf } from "../../src/diagnostics/index.ts";
import { toTypes } from "./shop.ts";
import { Workspace } from "./workspace.ts";

const config = JSON.stringify({ apis: { shop: { openapi: "openapi.yaml", out: "gen", targets: ["server"] } } });

/** An OpenAPI description with so many schemas, each of the given text. */
function described(count: number, schema: string, paths = "{}"): string {
  const schemas = Array.from({ length: count }, (_, at) => `    S${at}: ${schema}`);
  return `openapi: 3.1.1
info: { title: Shop, version: 1.0.0 }
paths: ${paths}
components:
  schemas:
${schemas.join("\n")}
`;
}

const wrongExample =
  "{ type: object, properties: { a: { type: string }, b: { type: string } }, example: { a: 1, b: 2 } }";
const wrongDialect = "{ type: string, nullable: true }";
const samePaths =
  '{ "/a/{x}": { get: { parameters: [{ name: x, in: path, required: true, schema: { type: string } }], responses: { default: { description: d } } } }, "/a/{y}": { get: { parameters: [{ name: y, in: path, required: true, schema: { type: string } }], responses: { default: { description: d } } } } }';

function lines(text: string): string[] {
  return text.trimEnd().split("\n");
}

describe("what a run prints", () => {
  test("warnings of one code are a group with their number, meaning and first three places", async () => {
    const workspace = new Workspace({ "openapi.yaml": described(100, wrongExample) });
    const { code, stderr } = await workspace.run(["generate", ...toTypes]);
    expect(code).toBe(0);
    expect(lines(stderr)).toEqual([
      "warning invalid-example (100): The schema rejects the example",
      "  at openapi.yaml:6:97, 7:97, 8:97 and 97 more",
      "100 warnings: --verbose prints each of them",
    ]);
  });

  test("an example counts once, however much of it is wrong", async () => {
    const workspace = new Workspace({ "openapi.yaml": described(1, wrongExample) });
    expect((await workspace.run(["generate", ...toTypes])).stderr).toContain("\n1 warning\n");
    const { stdout } = await workspace.run(["generate", ...toTypes, "--json", "--no-cache", "--force"]);
    expect(stdout.match(/"code": "invalid-example"/g)).toHaveLength(2);
  });

  test("a few warnings are printed whole", async () => {
    const workspace = new Workspace({ "openapi.yaml": described(2, "{ type: string, format: shoe }") });
    const { stderr } = await workspace.run(["generate", ...toTypes]);
    expect(stderr).toMatch(/^openapi\.yaml:6:33 warning unknown-format: .*\n6 \| .*\n +\^\nhint: .*\n\n1 warning\n$/);
  });

  test("--verbose, JSON, GitHub and lint keep everything", async () => {
    const workspace = new Workspace({ "openapi.yaml": described(100, wrongExample) });
    const run = async (...words: string[]): Promise<string> => {
      const { stdout, stderr } = await workspace.run(words);
      return stdout + stderr;
    };
    const fresh = ["generate", ...toTypes, "--force"];
    await run(...fresh);
    // Nothing has changed since then.
    expect(
      (await run("generate", ...toTypes, "--verbose")).match(/^openapi\.yaml:\d+:\d+ warning invalid-example/gm),
    ).toHaveLength(200);
    expect((await run(...fresh, "--json")).match(/"code": "invalid-example"/g)).toHaveLength(200);
    expect((await run(...fresh, "--format", "github")).match(/^::warning .*title=invalid-example/gm)).toHaveLength(200);
    expect((await run("lint", "openapi.yaml")).match(/^openapi\.yaml:\d+:\d+ error invalid-example/gm)).toHaveLength(
      200,
    );
  });

  test("a screen is enough for the errors of any description: the first ones whole, last, the others counted", async () => {
    const workspace = new Workspace({
      "openapi.yaml": described(100, wrongDialect, samePaths),
      "waybill.config.json": config,
    });
    const { code, stderr } = await workspace.run(["generate"]);
    expect(code).toBe(1);
    expect(lines(stderr).length).toBeLessThanOrEqual(40);
    expect(stderr).toMatch(/^error foreign-keyword: \d+ more, at openapi\.yaml:\d+:\d+, /m);
    expect(stderr).toContain("error ambiguous-path: ");
  });
});

describe("what would succeed", () => {
  test("a run that fails ends with the flag and the field that tolerate its errors, and what each then means", async () => {
    const files = { "openapi.yaml": described(3, wrongDialect, samePaths), "waybill.config.json": config };
    const workspace = new Workspace(files);
    const { stderr } = await workspace.run(["generate"]);
    expect(lines(stderr).slice(-3)).toEqual([
      "if ambiguous-path (1) is tolerated: a request that matches both paths belongs to the first one",
      "if foreign-keyword (3) is tolerated: null is accepted as well",
      '4 errors can be tolerated: --tolerate ambiguous-path,foreign-keyword, or tolerate: ["ambiguous-path", "foreign-keyword"] in waybill.config.json',
    ]);
    expect(await workspace.run(["generate", "--tolerate", "ambiguous-path,foreign-keyword"])).toMatchObject({
      code: 0,
    });
  });

  test("nothing is suggested when an error cannot be tolerated", async () => {
    const files = {
      "openapi.yaml": described(3, wrongDialect).replace("S0: {", "S9: { type: string, type: string }\n    S0: {"),
      "waybill.config.json": config,
    };
    const { stderr } = await new Workspace(files).run(["generate"]);
    expect(lines(stderr).at(-1)).toBe("1 error");
  });

  test("a run that an error of its own files stops suggests nothing", async () => {
    const workspace = new Workspace({
      "openapi.yaml": described(1, "{ type: string }"),
      "gen/types/schemas.gen.ts": "mine\n",
    });
    const { code, stderr } = await workspace.run(["generate", ...toTypes]);
    expect(code).toBe(1);
    expect(stderr).not.toContain("tolerate");
  });
});

test("the report keeps to its room, names every code, and counts every problem", () => {
  const some: readonly Code[] = ["unknown-type", "no-effect", "invalid-default", "ref-malformed", "unknown-format"];
  const args = { type: "t", what: "w", reason: "r", advice: "a", failure: "f", ref: "#x", format: "f" };
  const problem = fc.record({ code: fc.constantFrom(...some), file: fc.integer({ min: 0, max: 300 }) });
  fc.assert(
    fc.property(fc.array(problem, { maxLength: 400 }), fc.integer({ min: 12, max: 60 }), (problems, room) => {
      const report = new Report();
      for (const { code, file } of problems) report.add(code, { kind: "file", path: `f${file}.yaml` }, args as never);
      const list = report.list();
      const { lines: printed, isShortened } = groupedReport(list, room);
      expect(printed.length).toBeLessThanOrEqual(room);
      const text = printed.join("\n");
      for (const code of new Set(list.map((one) => one.code))) {
        const whole = printed.filter(
          (line) => line.includes(`${codes[code].severity} ${code}: `) && line.startsWith("f"),
        );
        const [, more = "0"] = new RegExp(`${code}(?: \\(|: )(\\d+)(?:\\)| more)`).exec(text) ?? [];
        expect(whole.length + Number(more)).toBe(list.filter((one) => one.code === code).length);
      }
      if (!isShortened) for (const one of list) expect(text).toContain(textOf(one));
    }),
  );
});

import { expect, test } from "vitest";
import { ran, ranApart } from "../cli/in-process.ts";
import { shop } from "../cli/shop.ts";
import { Workspace } from "../cli/workspace.ts";

const given = ["generate", "--openapi", "openapi.yaml", "--out", "gen", "--target", "types"];

test.each([
  [
    ["--include", "tag=ordres"],
    /error unmatched-filter: include\[0\]\.tag: nothing in "api" matches "ordres"\nhint: .+/,
  ],
  [["--include", "operation=getOrdr"], /nothing in "api" matches "getOrdr"\nhint: did you mean "getOrder"\?/],
  [["--include", "operation=getOrder,method=post"], /error unmatched-filter: .*\nhint: /],
  [["--exclude", "path=**"], /error unmatched-filter: include and exclude together leave nothing of "api"/],
  [["--include", "tags=a"], /^waybill: --include "tags" is not a field\nhint: did you mean tag\?/],
  [["--exclude", "orders"], /^waybill: --exclude "orders" is not a field and a pattern\nhint: for example/],
])("a filter that matches nothing or is malformed is an error: %j", async (flags, message) => {
  const workspace = new Workspace(shop);
  const { code, text } = await ran(workspace.folder, ...given, ...flags);
  expect(text).toMatch(message);
  expect(code).not.toBe(0);
});

test("filters by flags: what is written names them, and another run with them has nothing to do", async () => {
  const workspace = new Workspace(shop);
  const filters = ["--include", "path=/**", "--no-deprecated"];
  expect(await ran(workspace.folder, ...given, ...filters)).toMatchObject({ code: 0 });
  expect(workspace.read("gen/waybill.manifest.json")).toContain(`--include 'path=/**' --no-deprecated",\n`);
  expect((await ranApart(workspace.folder, [...given, ...filters])).stdout).toContain("unchanged");
  expect(await ran(workspace.folder, "check", ...given.slice(1), ...filters)).toMatchObject({ code: 0 });
  const { code, text } = await ran(workspace.folder, "check", ...given.slice(1), "--include", "method=get");
  expect(code).toBe(1);
  expect(text).toContain("the configuration has changed");
});

const filteredDescription = `openapi: 3.1.1
info: { title: T, version: "1" }
paths:
  /a:
    get:
      operationId: getA
      responses: { "200": { description: A., content: { application/json: { schema: { $ref: "#/components/schemas/A" } } } } }
  /b/{id}:
    get:
      operationId: getB
      responses: { "200": { description: B., content: { application/json: { schema: { $ref: "#/components/schemas/B" } } } } }
  /c:
    get: []
components:
  schemas:
    A: { type: string, default: 1, nullable: true }
    B: { type: strng, default: 1 }
    Unused: { type: strng }
`;

test("nothing is said about what filters leave out, except to lint and where something could not be read", async () => {
  const workspace = new Workspace({ "openapi.yaml": filteredDescription });
  const codesIn = async (...args: string[]): Promise<string[]> => {
    const { stdout } = await ranApart(workspace.folder, [...args, "--json"]);
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string; line: number }[] };
    return diagnostics.map(({ code, line }) => `${line} ${code}`);
  };
  const strict = [...given, "--strict"];
  const ofA = ["16 invalid-default", "16 foreign-keyword"];
  const ofB = ["9 path-parameter-undeclared", "17 unknown-type"];
  // Whether a filter selects what could not be read is unknown.
  const unread = "13 wrong-kind";
  expect(await codesIn(...strict, "--include", "operation=getA")).toEqual([unread, ...ofA]);
  expect(await codesIn(...strict, "--include", "operation=getB")).toEqual([ofB[0], unread, ofB[1]]);
  expect(await codesIn(...strict)).toEqual(expect.arrayContaining([...ofA, ...ofB, "18 unknown-type"]));
  expect(await codesIn("lint", "openapi.yaml")).toEqual(expect.arrayContaining([...ofA, ...ofB, "18 unknown-type"]));
});

test("an overlay is reported on, with any filter", async () => {
  const overlay = "overlay: 1.0.0\ninfo: { title: T, version: '1' }\nactions: [{ target: $.nothing, remove: true }]\n";
  const workspace = new Workspace({ "openapi.yaml": filteredDescription, "fix.yaml": overlay });
  const flags = [...given, "--overlay", "fix.yaml", "--include", "operation=getA"];
  expect((await ran(workspace.folder, ...flags)).text).toContain("overlay-no-match");
});

import { expect, test } from "vitest";
import { ran } from "../cli/in-process.ts";
import { Workspace } from "../cli/workspace.ts";

const openapi = `openapi: 3.1.1
info: { title: T, version: "1" }
paths:
  /things:
    get:
      operationId: listThings
      parameters:
        - { name: offset, in: query, schema: { type: integer } }
        - { name: limit, in: query, schema: { type: integer } }
      responses:
        "200": { description: ok, content: { application/json: { schema: { type: array, items: { type: string } } } } }
`;

function workspaceOf(pagination: unknown, description: string = openapi): Workspace {
  const apis = { a: { openapi: "openapi.yaml", out: "gen", targets: ["client"], pagination } };
  return new Workspace({ "openapi.yaml": description, "waybill.config.json": JSON.stringify({ apis }) });
}

test.each<[unknown, RegExp]>([
  [
    [{ path: "/thing*", offset: "ofset" }],
    /^openapi\.yaml:5:5 error pagination-mismatch: pagination\[0\] does not fit "listThings": it has no parameter "ofset"[\s\S]*hint: did you mean "offset"\?/,
  ],
  [
    [{ path: "/thing", offset: "offset" }],
    /error unmatched-filter: pagination\[0\]\.path: nothing in "a" matches "\/thing"\nhint: did you mean "\/things"\?/,
  ],
  [[{}], /apis\.a\.pagination\[0\] does not say how the next page is requested\nhint: add one of offset, page/],
  [[{ offset: "offset", page: "page" }], /apis\.a\.pagination\[0\] has offset and page, which cannot be used together/],
  [
    [{ offset: "offset", first: 1 }],
    /apis\.a\.pagination\[0\]\.first has no meaning next to offset\nhint: it is for page/,
  ],
  [[{ cursor: "offset" }], /apis\.a\.pagination\[0\] has a cursor, but not where to find the next one/],
  [
    [{ cursor: { bod: "x" }, next: "y" }],
    /apis\.a\.pagination\[0\]\.cursor\.bod is not a field of the configuration\nhint: did you mean body\?/,
  ],
  [true, /apis\.a\.pagination must be false or a list of rules, found a boolean/],
])("pagination: %j is an error with a hint", async (pagination, message) => {
  const { code, text } = await ran(workspaceOf(pagination).folder, "generate");
  expect(text).toMatch(message);
  expect(code).not.toBe(0);
});

test("an extension that does not fit is a warning, and the operation has no pages", async () => {
  const extended = openapi.replace("operationId", 'x-ms-pageable: { nextLinkName: "nextLink" }\n      operationId');
  const workspace = workspaceOf([], extended);
  const { code, text } = await ran(workspace.folder, "generate");
  expect(text).toContain('warning pagination-mismatch: x-ms-pageable does not fit "listThings"');
  expect(code).toBe(0);
  expect(workspace.read("gen/client/client.gen.ts")).not.toContain("PagedMethod");
});

test("a detected pagination is said in the doc comment and with --verbose, and false turns it off", async () => {
  const workspace = workspaceOf([]);
  const { text } = await ran(workspace.folder, "generate", "--verbose");
  expect(workspace.read("gen/client/client.gen.ts")).toContain('(detected from the parameters "offset" and "limit")');
  expect(workspace.read("gen/client/operations.gen.ts")).toContain(
    'pagination: { kind: "offset", follow: byOffset, field: ["query", "offset"] },',
  );
  expect(text).toContain(
    '1 operation of "a" is paginated, detected from the names of parameters and members: listThings',
  );
  const off = workspaceOf(false);
  const { text: silent } = await ran(off.folder, "generate", "--verbose");
  expect(silent).not.toContain("pages");
  expect(off.read("gen/client/index.gen.ts")).not.toContain("pages");
});

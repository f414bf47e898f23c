// Where the description was that generated code is of, when it is elsewhere now: another pin of a URL, another file.
import { expect, test } from "vitest";
import { Workspace } from "../cli/workspace.ts";
import { served } from "../run/config/served.ts";
import { configOf, orderList, packageFiles } from "./package-files.ts";

const openapi = orderList("schemas.yaml#/Order");
const schemas = "Order: { type: object, required: [id], properties: { id: { type: string } } }\n";
const renamed = {
  openapi: openapi.replace("#/Order", "#/Purchase"),
  schemas: schemas.replace("Order:", "Purchase:"),
};
const use = `import type { Order } from "./gen/types/index.gen.ts";

export const id = (order: Order): string => order.id;
`;
const upgraded = use.replaceAll("Order", "Purchase");

function workspaceOf(document: string, more: Readonly<Record<string, string>> = {}): Workspace {
  return new Workspace({ ...packageFiles, "waybill.config.mjs": configOf(document), "src/use.ts": use, ...more });
}

/** A project whose URL was pinned, generated and committed, and then pinned again with names that have changed. */
async function pinnedAgain(): Promise<Workspace> {
  const responses: Record<string, string> = { "/openapi.yaml": openapi, "/schemas.yaml": schemas };
  const { url } = await served(responses);
  const workspace = workspaceOf(`"${url}/openapi.yaml"`);
  expect(await workspace.run(["pin", "--write"])).toMatchObject({ code: 0 });
  expect(await workspace.run(["generate"])).toMatchObject({ code: 0 });
  workspace.commit();
  Object.assign(responses, { "/openapi.yaml": renamed.openapi, "/schemas.yaml": renamed.schemas });
  expect(await workspace.run(["pin", "--write"])).toMatchObject({ code: 0 });
  return workspace;
}

test("a pin that changed: the copy of the old one is in the history", async () => {
  const workspace = await pinnedAgain();
  const { stdout } = await workspace.run(["upgrade", "--write"]);
  expect(stdout).toContain("the schema Order is now Purchase");
  expect(workspace.read("src/use.ts")).toBe(upgraded);
});

test("a pin that changed in a commit before the code was generated again", async () => {
  const workspace = await pinnedAgain();
  workspace.commit();
  expect((await workspace.run(["upgrade", "--write"])).code).toBe(0);
  expect(workspace.read("src/use.ts")).toBe(upgraded);
});

test("a file in place of another one: the old one has to be named", async () => {
  const workspace = workspaceOf('"v1/openapi.yaml"', { "v1/openapi.yaml": openapi, "v1/schemas.yaml": schemas });
  expect(await workspace.run(["generate"])).toMatchObject({ code: 0 });
  workspace.commit();
  workspace.write("v2/openapi.yaml", renamed.openapi);
  workspace.write("v2/schemas.yaml", renamed.schemas);
  workspace.write("waybill.config.mjs", configOf('"v2/openapi.yaml"'));
  const { code, stderr } = await workspace.run(["upgrade", "--write"]);
  expect({ code, text: workspace.read("src/use.ts") }).toEqual({ code: 1, text: use });
  expect(stderr).toContain(
    "waybill: the code was not generated from v2/openapi.yaml, but from v1/openapi.yaml, v1/schemas.yaml\nhint: pass the old description with --from\n",
  );
  expect((await workspace.run(["upgrade", "--write", "--from", "v1/openapi.yaml"])).code).toBe(0);
  expect(workspace.read("src/use.ts")).toBe(upgraded);
});

// Several APIs in one configuration: apart in everything but the run.
import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { ran } from "../../cli/in-process.ts";
import { openapi, shop } from "../../cli/shop.ts";
import { Workspace } from "../../cli/workspace.ts";

/** Two descriptions with the same names in them, and a file that both read. */
const files = {
  ...shop,
  "other/openapi.yaml": openapi.replace("schemas/order.yaml", '"#/components/schemas/Order"').concat(`components:
  schemas:
    Order: { type: object, properties: { label: { $ref: ../schemas/order.yaml } } }
`),
};

function configOf(apis: object): string {
  return JSON.stringify({ apis });
}

const shopApi = { openapi: "openapi.yaml", out: "gen/shop", targets: ["types"] };
const otherApi = { openapi: "other/openapi.yaml", out: "gen/other", targets: ["types"] };

test("the same names in folders of their own; a change is written where it is read", async () => {
  const workspace = new Workspace({ ...files, "waybill.config.json": configOf({ shop: shopApi, other: otherApi }) });
  const first = await ran(workspace.folder, "generate");
  expect(first).toMatchObject({
    code: 0,
    text: expect.stringMatching(/^shop\/types +3 files, 3 written.*\nother\/types +3 files, 3 written/),
  });
  expect(workspace.read("gen/shop/types/schemas.gen.ts")).toContain("id: string");
  expect(workspace.read("gen/other/types/schemas.gen.ts")).toContain("label?:");
  workspace.edit("other/openapi.yaml", "label:", "tag:");
  expect((await ran(workspace.folder, "generate")).text).toMatch(
    /^shop\/types +3 files, unchanged.*\nother\/types +3 files, 1 written/,
  );
  workspace.edit("schemas/order.yaml", "note:", "remark:");
  expect((await ran(workspace.folder, "generate")).text).toMatch(
    /^shop\/types +3 files, 1 written.*\nother\/types +3 files, 1 written/,
  );
  expect((await ran(workspace.folder, "generate", "--no-cache", "--force", "--timing")).text).toMatch(
    /target other\/types/,
  );
  workspace.write("waybill.config.json", configOf({ shop: shopApi }));
  expect((await ran(workspace.folder, "check")).text).toContain("gen/other/types/index.gen.ts is an orphan");
  expect((await ran(workspace.folder, "generate")).text).toMatch(/^other\/types +0 files, 3 removed/m);
});

test("an error in one of them is reported, and the other is written", async () => {
  const workspace = new Workspace({ ...files, "waybill.config.json": configOf({ shop: shopApi, other: otherApi }) });
  workspace.edit("other/openapi.yaml", "Order: { type: object", "Order: { type: objct");
  const { code, text } = await ran(workspace.folder, "generate");
  expect(text).toMatch(/^other\/openapi\.yaml:\d+:\d+ error unknown-type/);
  expect(code).toBe(1);
  expect(existsSync(workspace.path("gen/other"))).toBe(false);
  expect(existsSync(workspace.path("gen/shop"))).toBe(true);
});

test("one folder for both is refused", async () => {
  const same = configOf({ shop: shopApi, other: { ...otherApi, out: "gen/shop" } });
  const { code, text } = await ran(new Workspace({ ...files, "waybill.config.json": same }).folder, "generate");
  expect(text).toContain(
    "waybill.config.json: shop.types and other.types are both written to gen/shop/types\nhint: give each a folder of its own",
  );
  expect(code).toBe(2);
});

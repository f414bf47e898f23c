// The Vite plugin in real builds: it generates first, generates again on a change, and fails with the place of a mistake.
import { readFileSync } from "node:fs";
import path from "node:path";
import { build, createServer, type InlineConfig } from "vite";
import { expect, test } from "vitest";
import waybill from "../../../src/entries/vite.ts";
import { shop } from "../../cli/shop.ts";
import { Workspace } from "../../cli/workspace.ts";

const config = {
  apis: { shop: { openapi: "openapi.yaml", out: "gen", targets: ["types", "zod"] as ("types" | "zod")[] } },
};

function project(): Workspace {
  return new Workspace({
    ...shop,
    "main.ts": 'import { OrderSchema } from "./gen/zod/schemas.gen.ts";\nexport const shape = OrderSchema;\n',
  });
}

/** A configuration in a file is loaded in a thread of its own. */
function settings({ folder }: Workspace, given: typeof config | string = config): InlineConfig {
  const lib = { entry: path.join(folder, "main.ts"), formats: ["es" as const], fileName: () => "main.js" };
  return {
    root: folder,
    configFile: false,
    logLevel: "silent",
    plugins: [waybill({ config: given })],
    build: { lib, rolldownOptions: { external: [/^zod/] }, minify: false },
  };
}

test("a build generates the code that it bundles", async () => {
  const workspace = project();
  await build(settings(workspace));
  expect(readFileSync(workspace.path("dist/main.js"), "utf8")).toContain("max(80)");
});

test("a build fails at the line of a mistake in the description", async () => {
  const workspace = project();
  workspace.edit("schemas/order.yaml", "type: string", "type: strng");
  await expect(build(settings(workspace))).rejects.toMatchObject({
    errors: [
      {
        message: expect.stringContaining("unknown-type"),
        loc: { file: workspace.path("schemas/order.yaml"), line: 6, column: 10 },
      },
    ],
  });
});

test.each([
  ["is given", config],
  ["is a file", "waybill.config.json"],
])("a server generates again when the description changes, if the configuration %s", async (_, given) => {
  const workspace = project();
  workspace.write("waybill.config.json", JSON.stringify(config));
  const server = await createServer({ ...settings(workspace, given), server: { middlewareMode: true, ws: false } });
  try {
    await server.environments.client.pluginContainer.buildStart();
    expect(workspace.read("gen/types/schemas.gen.ts")).not.toContain("gift");
    workspace.edit("schemas/order.yaml", "properties:\n", "properties:\n  gift: { type: boolean }\n");
    server.watcher.emit("change", workspace.path("schemas/order.yaml"));
    await expect.poll(() => workspace.read("gen/types/schemas.gen.ts"), { timeout: 20_000 }).toContain("gift");
  } finally {
    await server.close();
  }
});

// The packed packages -> the environment of a developer: a registry that has them, and a running service with an account.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { publishTarballs } from "../../release/registry/publish.ts";
import { type Registry, startRegistry } from "../../release/registry/registry.ts";
import { seeded } from "../harness/account.ts";
import { runIn } from "../harness/fresh-folder.ts";
import { localOptions, serve } from "../harness/fulfillment.ts";
import { developersEnvironment } from "../harness/story.ts";
import { findTarballs } from "../harness/tarballs.ts";

export interface World extends AsyncDisposable {
  readonly registry: Registry;
  /** Of the developer who works in a repository. */
  readonly environment: NodeJS.ProcessEnv;
  /** What the tests of the example take from the environment. */
  readonly service: Readonly<Record<string, string>>;
  /** What is published, by name. */
  readonly versions: Readonly<Record<string, string>>;
}

const needed = [
  ...["spec", "types", "validators", "webhooks", "server", "portal-api", "service"].map(
    (name) => `@fulfillment/${name}`,
  ),
  ...["runtime", "sdk", "mocks"].map((name) => `@waybill/${name}`),
];

export async function startWorld(home: string): Promise<World> {
  const registry = await startRegistry();
  const tarballs = findTarballs().filter(({ name }) => name === "waybill" || needed.includes(name));
  await publishTarballs(registry, tarballs);
  const environment = developersEnvironment(registry.environment, home);
  const versions = Object.fromEntries(tarballs.map(({ name, version }) => [name, version]));
  const folder = join(home, "service");
  mkdirSync(folder);
  writeFileSync(join(folder, "package.json"), "{}");
  await runIn(
    folder,
    "npm",
    "install",
    "--registry",
    registry.url,
    `@fulfillment/service@${versions["@fulfillment/service"]}`,
  );
  const program = join(folder, "node_modules/@fulfillment/service/dist/cli/main.js");
  const data = ["--data", join(folder, "data")];
  const running = await serve([...data, ...localOptions], "inherit", program);
  const seed = await runIn(folder, process.execPath, program, "seed", "--account", "gifts", "--json", ...data);
  const { apiKey, campaignId, skus } = seeded.parse(JSON.parse(seed));
  return {
    registry,
    environment,
    versions,
    service: {
      FULFILLMENT_URL: running.url,
      FULFILLMENT_API_KEY: apiKey,
      FULFILLMENT_CAMPAIGN: campaignId,
      FULFILLMENT_SKU: skus[0] ?? "",
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all([running.stop(), registry.stop()]);
    },
  };
}

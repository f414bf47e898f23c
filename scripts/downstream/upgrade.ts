// The example, and a next major version of the API -> what its developer sees during the upgrade.
import { publishTarballs } from "../registry/publish.ts";
import { takeOut } from "./example.ts";
import { nextVersion, packNextVersion } from "./next-version.ts";
import { Story } from "./story.ts";
import type { World } from "./world.ts";

export async function upgradeStory(folder: string, copy: string, world: World): Promise<Story> {
  const story = new Story(`the upgrade of the example to ${nextVersion}`, folder, world.environment);
  takeOut(folder, world.versions);
  const packed = packNextVersion(copy);
  await story.works("npm install");
  await publishTarballs(
    world.registry,
    (await packed).filter(({ name }) => name in world.versions),
  );

  story.tell("What would change, before anything does.");
  await story.works(`npm install --save-dev spec-next@npm:@fulfillment/spec@${nextVersion}`);
  await story.ends(1, "npx waybill diff node_modules/@fulfillment/spec node_modules/spec-next --wire --fail-on major", [
    "packaging",
    "trackingNumber",
    "ON_HOLD",
    "major",
  ]);

  story.tell("The upgrade.");
  await story.works("npm uninstall spec-next");
  await story.works(`npm install --save-dev @fulfillment/spec@${nextVersion}`);
  await story.works(`npm install @fulfillment/webhooks@${nextVersion}`);
  await story.ends(1, "npx waybill check", ["stale-file", "new-order.yaml", "order-status.yaml"]);
  await story.works("npm run generate", "written");
  await story.ends(1, "npx tsc --pretty false", [
    "src/send-gift.ts(",
    "Property 'packaging' is missing",
    "src/gift-ledger.ts(",
    "Property 'ON_HOLD' is missing",
    "src/receiver.ts(",
    "trackingNumber",
  ]);

  story.tell("Three decisions, where the compiler asked for them.");
  story.edit(
    "src/send-gift.ts",
    "products: [{ sku, quantity: 1 }]",
    'products: [{ sku, quantity: 1 }], packaging: "GIFT_WRAP"',
  );
  story.edit("src/gift-ledger.ts", "  AWAITING_SHIPMENT: 0,\n", "  AWAITING_SHIPMENT: 0,\n  ON_HOLD: 0,\n");
  story.edit(
    "src/gift-ledger.ts",
    "readonly trackingNumber: string | null;",
    "readonly trackingNumber?: string | null;",
  );
  await story.ends(1, "npx tsc --pretty false", ["test/receiver.test.ts("]);
  story.edit("test/receiver.test.ts", ', trackingNumber: "1Z" }', " }");
  await story.works("npm run check", "unchanged");
  await story.works("npm test", "pass 4", "fail 0");
  return story;
}

// The example, and a next major version of the API -> what its developer sees during the upgrade.
import { publishTarballs } from "../../release/registry/publish.ts";
import { Story } from "../harness/story.ts";
import { takeOut } from "./example.ts";
import { nextVersion, packNextVersion } from "./next-version.ts";
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

  story.tell("The upgrade: what can be rewritten is, and two decisions are left.");
  await story.works("npm uninstall spec-next");
  story.write(".gitignore", "node_modules\n");
  await story.works("git init --quiet");
  await story.works("git add --all");
  await story.works("git -c user.name=Team -c user.email=team@example.com commit --quiet --message before");
  await story.works(`npm install --save-dev @fulfillment/spec@${nextVersion}`);
  await story.works(`npm install @fulfillment/webhooks@${nextVersion}`);
  await story.ends(1, "npx waybill check", ["stale-file", "new-order.yaml", "order-status.yaml"]);
  await story.ends(1, "npx waybill upgrade --write", ["src/send-gift.ts:45:", "src/gift-ledger.ts:18:", "written"]);
  await story.ends(1, "npx tsc --pretty false", [
    "src/send-gift.ts(",
    "src/gift-ledger.ts(",
    "src/receiver.ts(",
    "trackingNumber",
  ]);

  story.tell("The decisions, and one about the types of a package.");
  fill(story, "src/send-gift.ts", /undefined satisfies "BOX" \| "GIFT_WRAP" \/\*.*?\*\//, '"GIFT_WRAP"');
  fill(story, "src/gift-ledger.ts", /undefined satisfies never, \/\/ TODO waybill.*/, "0,");
  story.edit(
    "src/gift-ledger.ts",
    "readonly trackingNumber: string | null;",
    "readonly trackingNumber?: string | null;",
  );
  await story.ends(1, "npx tsc --pretty false", ["test/receiver.test.ts("]);
  story.edit("test/receiver.test.ts", ', trackingNumber: "1Z" }', " }");
  await story.works("npm run check", "unchanged");
  await story.works("npx waybill upgrade --write", "0 of your files and 0 generated files");
  await story.works("npm test", "pass 4", "fail 0");
  return story;
}

/** What the upgrade left to people, by its pattern. */
function fill(story: Story, file: string, left: RegExp, text: string): void {
  const found = left.exec(story.read(file))?.[0];
  if (found === undefined) throw new Error(`${file} has nothing like ${left}`);
  story.edit(file, found, text);
}

// The example, and a next major version of the API, with three changes that break consumers -> what its developer sees during the upgrade.
import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { type Packed, publishTarballs } from "../../release/registry/publish.ts";
import { copyCheckout, copyExample } from "../harness/checkout-copy.ts";
import { Story } from "../harness/story.ts";
import type { World } from "./world.ts";

const root = join(import.meta.dirname, "../../..");

const nextVersion = "2.0.0";
/** What the example installs of it; the other packages would be built for nothing. */
const upgraded = ["spec", "types", "validators", "webhooks"];

const changes: readonly (readonly [file: string, from: string, to: string])[] = [
  // A request that was complete no longer is.
  [
    "spec/schemas/new-order.yaml",
    "required: [campaignId, shipTo, products]",
    "required: [campaignId, shipTo, products, packaging]",
  ],
  [
    "spec/schemas/new-order.yaml",
    "  warehouseId:\n",
    "  packaging:\n    type: string\n    enum: [BOX, GIFT_WRAP]\n    description: What the goods are sent in.\n  warehouseId:\n",
  ],
  ...["create-order.request", "create-order.request-minimal"].map(
    (name) => [`spec/examples/orders/${name}.json`, '"value": {', '"value": {\n    "packaging": "BOX",'] as const,
  ),
  // An event lacks a field that it had.
  ["spec/schemas/order-event-data.yaml", "campaignId, trackingNumber, carrierCode", "campaignId, carrierCode"],
  [
    "spec/schemas/order-event-data.yaml",
    `  trackingNumber:
    type: [string, "null"]
    description: The carrier's tracking number, or \`null\` when none was assigned.
`,
    "",
  ],
  // A response has an undeclared value.
  ["spec/schemas/order-status.yaml", "enum: [AWAITING_SHIPMENT, SHIPPED", "enum: [AWAITING_SHIPMENT, ON_HOLD, SHIPPED"],
];

export async function upgradeStory(folder: string, copy: string, world: World): Promise<Story> {
  const story = new Story(`the upgrade of the example to ${nextVersion}`, folder, world.environment);
  copyExample("examples/consumer", folder, (name) => world.versions[name]);
  const packed = packNextVersion(copy);
  await story.works("npm install");
  await publishTarballs(world.registry, await packed);

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
  await story.works("git init -q && git add -A && git -c user.name=a -c user.email=a@example.com commit -qm before");
  await story.works(`npm install --save-dev @fulfillment/spec@${nextVersion}`);
  await story.works(`npm install @fulfillment/webhooks@${nextVersion}`);
  await story.ends(1, "npx waybill check", ["stale-file", "new-order.yaml", "order-status.yaml"]);
  await story.ends(1, "npx waybill upgrade --write", ["src/send-gift.ts:45:", "src/gift-ledger.ts:18:", "written"]);
  await story.ends(1, "npx tsc --pretty false", ["src/send-gift.ts(", "src/gift-ledger.ts(", "src/receiver.ts("]);

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

/** As a release does, except for the changelogs: versions that follow, generated code, build, tarballs. */
async function packNextVersion(copy: string): Promise<Packed[]> {
  copyCheckout(root, copy);
  for (const change of changes) replaceIn(copy, change);
  const { version } = JSON.parse(readFileSync(join(copy, "spec/package.json"), "utf8"));
  replaceIn(copy, ["spec/package.json", `"version": "${version}"`, `"version": "${nextVersion}"`]);
  await inCopy(copy, process.execPath, "scripts/release/versions/follow.ts");
  await inCopy(copy, process.execPath, "generators/bin/waybill.js", "generate");
  const built = ["--log-level", "error", ...upgraded.flatMap((name) => ["--filter", `packages/fulfillment/${name}`])];
  await inCopy(copy, process.execPath, join(root, "node_modules/tsdown/dist/run.mjs"), ...built);
  // The copy's node_modules are links into the checkout: nothing may be installed there.
  const pnpm = ["--yes", "pnpm@12", "--config.verify-deps-before-run=false", "--recursive"];
  const filters = upgraded.flatMap((name) => ["--filter", `@fulfillment/${name}`]);
  await inCopy(copy, "npx", ...pnpm, ...filters, "pack", "--pack-destination", "tarballs");
  return upgraded.map((name) => ({
    name: `@fulfillment/${name}`,
    version: nextVersion,
    file: join(copy, `tarballs/fulfillment-${name}-${nextVersion}.tgz`),
  }));
}

function replaceIn(copy: string, [file, from, to]: readonly [string, string, string]): void {
  const text = readFileSync(join(copy, file), "utf8");
  if (!text.includes(from))
    throw new Error(`${file} has no ${JSON.stringify(from)}: fix scripts/stories/downstream/upgrade.ts`);
  writeFileSync(
    join(copy, file),
    text.replace(from, () => to),
  );
}

async function inCopy(copy: string, program: string, ...parameters: readonly string[]): Promise<void> {
  await promisify(execFile)(program, parameters, { cwd: copy });
}

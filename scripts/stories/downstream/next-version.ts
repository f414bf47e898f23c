// The checkout -> a next major version of the API in a copy of it, with three changes that break consumers, packed.
import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { copyCheckout } from "../harness/checkout-copy.ts";
import { findTarballs, type Tarball } from "../harness/tarballs.ts";

const root = join(import.meta.dirname, "../../..");

export const nextVersion = "2.0.0";

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

/** As a release does, except for the changelogs: versions that follow, generated code, build, tarballs. */
export async function packNextVersion(copy: string): Promise<Tarball[]> {
  copyCheckout(root, copy);
  for (const change of changes) replaceIn(copy, change);
  const { version } = JSON.parse(readFileSync(join(copy, "spec/package.json"), "utf8"));
  replaceIn(copy, ["spec/package.json", `"version": "${version}"`, `"version": "${nextVersion}"`]);
  await inCopy(copy, process.execPath, "scripts/release/versions/follow.ts");
  await inCopy(copy, process.execPath, "generators/bin/waybill.js", "generate");
  await inCopy(copy, process.execPath, join(root, "node_modules/tsdown/dist/run.mjs"), "--log-level", "error");
  // The copy's node_modules are links into the checkout: nothing may be installed there.
  const pnpm = ["--yes", "pnpm@12", "--config.verify-deps-before-run=false", "--recursive"];
  const published = ["@fulfillment/*", "!@fulfillment/docs", "!@fulfillment/portal", "waybill", "@waybill/*"];
  const filters = published.flatMap((name) => ["--filter", name]);
  await inCopy(copy, "npx", ...pnpm, ...filters, "pack", "--pack-destination", "tarballs");
  return findTarballs(copy).filter(({ name }) => name.startsWith("@fulfillment/"));
}

function replaceIn(copy: string, [file, from, to]: readonly [string, string, string]): void {
  const text = readFileSync(join(copy, file), "utf8");
  if (!text.includes(from))
    throw new Error(`${file} has no ${JSON.stringify(from)}: fix scripts/stories/downstream/next-version.ts`);
  writeFileSync(
    join(copy, file),
    text.replace(from, () => to),
  );
}

async function inCopy(copy: string, program: string, ...parameters: readonly string[]): Promise<void> {
  await promisify(execFile)(program, parameters, { cwd: copy });
}

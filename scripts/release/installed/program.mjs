// A user's program on what was just published and installed: the service, the client, the webhook kit, and the toolkit on the
// description. Prints what it did; throws when something is not as it should be.
import { execFileSync, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { FulfillmentClient } from "@fulfillment/client";
import { createWebhookHandler } from "@fulfillment/webhooks";

const fulfillment = "node_modules/@fulfillment/service/dist/cli/main.js";
const quiet = ["--port", "0", "--metrics-port", "off", "--log-level", "error", "--data", "data"];
const service = spawn(process.execPath, [fulfillment, "serve", ...quiet], { stdio: ["ignore", "pipe", "inherit"] });
try {
  const { listening } = JSON.parse(await firstLine(service.stdout));
  const seeded = execFileSync(process.execPath, [fulfillment, "seed", "--account", "one", "--json", "--data", "data"]);
  const client = new FulfillmentClient({ apiKey: JSON.parse(seeded.toString()).apiKey, baseUrl: listening });
  const orders = await client.orders.list();
  const webhooks = createWebhookHandler({ secret: "whsec_unused", on: {} });
  const refused = await webhooks(new Request("http://127.0.0.1/hook", { method: "POST", body: "{}" }));
  if (refused.status < 400) throw new Error(`a delivery without a signature was accepted: status ${refused.status}`);
  const description = "node_modules/@fulfillment/spec/openapi.yaml";
  const waybill = (...words) => execFileSync(process.execPath, ["node_modules/waybill/dist/cli/main.js", ...words]);
  waybill("generate", "--openapi", description, "--target", "types", "--out", "generated");
  if (!waybill("conform", "--help").includes("--webhook-port")) throw new Error("the conformance kit is not found");
  const [, described] = /^ {2}version: ["']?([^\s"']+)/m.exec(readFileSync(description, "utf8")) ?? [];
  console.log(`${orders.data?.length ?? orders.length} orders listed, ${described} described, types generated`);
} finally {
  service.kill();
}

async function firstLine(stream) {
  for await (const line of createInterface(stream)) return line;
  throw new Error("the service did not start");
}

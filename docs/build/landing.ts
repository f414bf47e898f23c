// Examples of the description, a sample and a program -> what the landing page shows: one order, from the call to its events.
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { samples } from "../samples/samples.gen.ts";
import { list, member, record, text } from "./values.ts";

export interface Landing {
  readonly orderNumber: string;
  readonly shipTo: readonly string[];
  readonly contents: readonly { readonly sku: string; readonly quantity: string }[];
  readonly events: readonly { readonly name: string; readonly status: string; readonly path: string }[];
  readonly allEvents: readonly { readonly name: string; readonly path: string }[];
  readonly signature: string;
  readonly call: string;
  readonly answer: string;
  readonly delivery: string;
  readonly verify: string;
}

export function landingOf(root: string): Landing {
  const example = (file: string): unknown =>
    JSON.parse(readFileSync(path.join(root, "spec/examples", `${file}.json`), "utf8"));
  const request = member(example("orders/create-order.request"), "value");
  const shipTo = member(request, "shipTo");
  const created = example("messages/order-created");
  const line = (...keys: string[]): string => keys.map((key) => text(member(shipTo, key))).join(" ");
  return {
    orderNumber: text(member(member(member(created, "payload"), "data"), "orderNumber")),
    shipTo: [line("firstName", "lastName"), line("street1", "street2"), line("city", "state", "zip")],
    contents: list(member(request, "products")).map((product) => ({
      sku: text(member(product, "sku")),
      quantity: String(member(product, "quantity")),
    })),
    events: ["order-created", "order-shipped", "order-delivered"].map((name) => {
      const payload = member(example(`messages/${name}`), "payload");
      const status = text(member(member(payload, "data"), "status"));
      return { name: text(member(payload, "event")), status, path: `/reference/events/${name}/` };
    }),
    allEvents: globSync("messages/*.yaml", { cwd: path.join(root, "spec") })
      .sort()
      .map((file) => path.basename(file, ".yaml"))
      .map((name) => ({
        name: text(member(member(example(`messages/${name}`), "payload"), "event")),
        path: `/reference/events/${name}/`,
      })),
    signature: text(record(member(created, "headers"))["X-Webhook-Signature"]),
    call: curlOf("createOrder"),
    answer: JSON.stringify(member(example("orders/create-order.201"), "value"), null, 2),
    delivery: deliveryOf(created),
    verify: readFileSync(path.join(root, "docs/guides/verify/typescript.ts"), "utf8").trim(),
  };
}

function curlOf(operation: string): string {
  const sample = samples[operation]?.find(({ label }) => label === "curl");
  if (sample === undefined)
    throw new Error(`docs/samples/samples.gen.ts has no curl for ${operation}: run pnpm generate`);
  return sample.source;
}

function deliveryOf(message: unknown): string {
  const headers = Object.entries(record(member(message, "headers"))).map(([name, value]) => `${name}: ${text(value)}`);
  return [...headers, "", JSON.stringify(member(message, "payload"), null, 2)].join("\n");
}

// Examples of the description, a sample and a program -> what the home of the API shows: one order, from the call to its events.
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { withAddress } from "../../generators/src/entries/plugin.ts";
import { samples } from "../samples/samples.ts";
import { entriesAt, type Json, memberAt, textAt } from "./json.ts";

export interface ApiHome {
  readonly orderNumber: string;
  readonly shipTo: readonly string[];
  readonly contents: readonly { readonly sku: string; readonly quantity: string }[];
  readonly events: readonly { readonly name: string; readonly status: string; readonly path: string }[];
  readonly allEvents: readonly { readonly name: string; readonly path: string }[];
  readonly signature: string;
  readonly call: string;
  readonly response: string;
  readonly delivery: string;
  readonly verify: string;
}

/** `base` is the address of the API. */
export function apiHomeOf(root: string, base: string): ApiHome {
  const example = (file: string): Json =>
    JSON.parse(readFileSync(path.join(root, "spec/examples", `${file}.json`), "utf8"));
  const request = memberAt(example("orders/create-order.request"), ["value"]);
  const created = example("messages/order-created");
  const line = (...keys: string[]): string => keys.map((key) => text(request, "shipTo", key)).join(" ");
  const events = globSync("messages/*.yaml", { cwd: path.join(root, "spec") })
    .sort()
    .map((file) => path.basename(file, ".yaml"))
    .map((name) => ({
      name: text(example(`messages/${name}`), "payload", "event"),
      path: `/reference/events/${name}/`,
    }));
  return {
    orderNumber: text(created, "payload", "data", "orderNumber"),
    shipTo: [line("firstName", "lastName"), line("street1", "street2"), line("city", "state", "zip")],
    contents: Object.values(memberAt(request, ["products"]) ?? []).map((product) => ({
      sku: text(product, "sku"),
      quantity: String(memberAt(product, ["quantity"])),
    })),
    events: ["order-created", "order-shipped", "order-delivered"].map((name) => {
      const payload = memberAt(example(`messages/${name}`), ["payload"]);
      return {
        name: text(payload, "event"),
        status: text(payload, "data", "status"),
        path: `/reference/events/${name}/`,
      };
    }),
    allEvents: events,
    signature: text(created, "headers", "X-Webhook-Signature"),
    call: curlOf("createOrder", base),
    response: JSON.stringify(memberAt(example("orders/create-order.201"), ["value"]), null, 2),
    delivery: deliveryOf(created),
    verify: readFileSync(path.join(root, "docs/guides/verify/typescript.ts"), "utf8").trim(),
  };
}

/** What the page needs has to be there. */
function text(value: Json | undefined, ...keys: string[]): string {
  const found = textAt(value, keys);
  if (found === null)
    throw new Error(`an example of spec/ has no text at ${keys.join(".")}: see docs/build/api-home.ts`);
  return found.trim();
}

function curlOf(operation: string, base: string): string {
  const sample = samples[operation]?.find(({ label }) => label === "curl");
  if (sample === undefined) throw new Error(`docs/samples/samples.ts has no curl for ${operation}: run pnpm generate`);
  return withAddress(sample.source, base);
}

function deliveryOf(message: Json): string {
  const headers = entriesAt(message, ["headers"]).map(([name, value]) => `${name}: ${text(value)}`);
  return [...headers, "", JSON.stringify(memberAt(message, ["payload"]), null, 2)].join("\n");
}

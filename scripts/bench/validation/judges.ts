// The two orders that validators are measured on -> the judges of each: generated, by hand, and of other libraries.
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { generate, temporaryDirectory } from "../../../generators/test/scenarios/generation.ts";
import { load, loadGuards } from "../../../generators/test/zod/judges.ts";
import { isOrder, OrderSchema } from "../../../packages/validators/src/index.ts";
import { installedIn } from "../peers/installed.ts";
import { isOrderByHand } from "./by-hand.ts";
import type { Judge } from "./contest.ts";
import { describedOrderByHand } from "./described-order-by-hand.ts";
import { orderSchema } from "./order.ts";
import { orderByHand } from "./zod-by-hand.ts";

/** Of the order of 25 fields. */
export async function judgesOfOrders(withPeers: boolean): Promise<ReadonlyMap<string, Judge>> {
  const { directory, dispose } = temporaryDirectory();
  try {
    const document = {
      openapi: "3.1.1",
      info: { title: "Orders", version: "1" },
      paths: {},
      components: { schemas: { Order: orderSchema } },
    };
    const { diagnostics } = await generate(new Map([["openapi.yaml", JSON.stringify(document)]]), ["zod"], directory);
    if (diagnostics !== "") throw new Error(diagnostics);
    const schema = (await load(directory, "zod/schemas.gen.ts"))("OrderSchema");
    const guard = (await loadGuards(directory, "zod/guards.gen.ts"))("isOrder");
    const ajv = new Ajv2020();
    formats.default(ajv);
    const validate = ajv.compile(orderSchema);
    return new Map<string, Judge>([
      ["Ajv", (value) => validate(value)],
      ["guard", guard],
      ["by hand", isOrderByHand],
      ["Zod", (value) => schema.safeParse(value).success],
      ["Zod by hand", (value) => orderByHand.safeParse(value).success],
      ...(withPeers ? await judgesOfPeers() : []),
    ]);
  } finally {
    dispose();
  }
}

/** Of the order of this API's description. */
export function judgesOfDescribedOrders(): ReadonlyMap<string, Judge> {
  return new Map<string, Judge>([
    ["guard", isOrder],
    ["Zod", (value) => OrderSchema.safeParse(value).success],
    ["Zod by hand", (value) => describedOrderByHand.safeParse(value).success],
  ]);
}

const peers = { TypeBox: "typebox.mjs", valibot: "valibot.mjs" };

/** Installs them, when that has not been done. */
async function judgesOfPeers(): Promise<[string, Judge][]> {
  const folder = await installedIn("validators", { typebox: "1.4.3", valibot: "1.5.0" });
  const judges: [string, Judge][] = [];
  for (const [name, file] of Object.entries(peers)) {
    copyFileSync(join(import.meta.dirname, "peers", file), join(folder, file));
    const module: unknown = await import(pathToFileURL(join(folder, file)).href);
    judges.push([name, judgeIn(module, file)]);
  }
  return judges;
}

function judgeIn(module: unknown, file: string): Judge {
  const judge = typeof module === "object" && module !== null && "isOrder" in module ? module.isOrder : undefined;
  if (typeof judge !== "function") throw new Error(`${file} exports no function isOrder`);
  return (value) => judge(value) === true;
}

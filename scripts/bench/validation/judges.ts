// The order that validators are measured on -> its validators: generated, by hand, and Ajv.
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { generate, temporaryDirectory } from "../../../generators/test/scenarios/generation.ts";
import { load, loadGuards } from "../../../generators/test/targets/zod/judges.ts";
import type { Judge } from "./contest.ts";
import { orderSchema } from "./order.ts";
import { orderByHand } from "./zod-by-hand.ts";

/** Of the order of 25 fields. */
export async function judgesOfOrders(): Promise<ReadonlyMap<string, Judge>> {
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
      ["Zod", (value) => schema.safeParse(value).success],
      ["Zod by hand", (value) => orderByHand.safeParse(value).success],
    ]);
  } finally {
    dispose();
  }
}

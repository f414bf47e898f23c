// A body that its schema refuses -> what else is wrong with it: things it mentions that the account does not have.
import { z } from "zod";
import { findReferences } from "../domain/orders/references.ts";
import { mostFaults } from "../http/bounded-validation.ts";
import type { Database } from "../storage/database.ts";
import type { FurtherErrors } from "./reply.ts";
import { fieldError } from "./wording.ts";

export function createFurtherErrors(database: Database): FurtherErrors {
  return {
    createOrder: async (body, { accountId }) => {
      const { products: lines, ...mentions } = mentionsSchema.parse(firstLinesOf(body));
      const { faults } = await findReferences(database, accountId, { ...mentions, lines });
      return faults.map(({ path, issue }) => fieldError(path, issue));
    },
  };
}

/** As many as faults are reported. */
function firstLinesOf(body: unknown): unknown {
  if (typeof body !== "object" || body === null || !("products" in body) || !Array.isArray(body.products)) return body;
  return { ...body, products: body.products.slice(0, mostFaults) };
}

const text = z.string().nullable().catch(null);
const integer = z.number().refine(Number.isInteger).nullable().catch(null);
const line = z.object({ sku: text, quantity: integer }).catch({ sku: null, quantity: null });

/** Every reference that can be looked up, in a body that its schema refuses. */
const mentionsSchema = z
  .object({ campaignId: text, warehouseId: text, products: z.array(line).catch([]) })
  .catch({ campaignId: null, warehouseId: null, products: [] });

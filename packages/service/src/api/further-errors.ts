// A body that its schema refuses -> what else is wrong with it: things it mentions that the account does not have.
import { findReferences, type Mentions } from "../domain/orders/references.ts";
import type { Database } from "../storage/database.ts";
import type { FurtherErrors } from "./reply.ts";
import { fieldError } from "./wording.ts";

export function createFurtherErrors(database: Database): FurtherErrors {
  return {
    createOrder: async (body, { accountId }) => {
      const { faults } = await findReferences(database, accountId, mentionsOf(body));
      return faults.map(({ path, issue }) => fieldError(path, issue));
    },
  };
}

/** Every reference that can be looked up, in a body that is not validated. */
function mentionsOf(body: unknown): Mentions {
  const products = memberOf(body, "products");
  return {
    campaignId: textOf(memberOf(body, "campaignId")),
    warehouseId: textOf(memberOf(body, "warehouseId")),
    lines: (Array.isArray(products) ? products : []).map((line: unknown) => ({
      sku: textOf(memberOf(line, "sku")),
      quantity: integerOf(memberOf(line, "quantity")),
    })),
  };
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name) ? Reflect.get(value, name) : null;
}

function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

function integerOf(value: unknown): number | null {
  return typeof value === "number" && Number.isInteger(value) ? value : null;
}

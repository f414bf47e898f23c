// What an order mentions -> what of it the account has, and what is wrong with the rest (open decision `create-references`).
import type { Reader } from "../../storage/database.ts";
import { campaignOfAccount, productsBySku, warehousesOfAccount } from "../../storage/queries/catalog.ts";
import type { Warehouse } from "./routing.ts";

/** Of an order whose other fields may be invalid: `null` is what it does not mention, or not in a way that can be looked up. */
export interface Mentions {
  readonly campaignId: string | null;
  readonly lines: readonly { readonly sku: string | null; readonly quantity: number | null }[];
  readonly warehouseId: string | null;
}

/** What is wrong with a field of the request, by its place in the body of `POST /v1/orders/create`. */
export interface FieldFault {
  readonly path: readonly (string | number)[];
  readonly issue: string;
}

/** `products.0.sku: Unknown SKU; warehouseId: Unknown warehouse` */
export function faultsText(faults: readonly FieldFault[]): string {
  return faults.map(({ path, issue }) => `${path.join(".")}: ${issue}`).join("; ");
}

export interface References {
  /** Titles of products, by SKU. */
  readonly titles: ReadonlyMap<string, string>;
  readonly warehouses: readonly Warehouse[];
  /** All of them, so that the client can fix them at once. */
  readonly faults: readonly FieldFault[];
}

/** Beyond it numbers in JSON are no longer kept exactly (open decision `product-quantity`). */
const largestQuantity = Number.MAX_SAFE_INTEGER;

export async function findReferences(
  reader: Reader,
  accountId: string,
  { campaignId, lines, warehouseId }: Mentions,
): Promise<References> {
  const faults: FieldFault[] = [];
  if (campaignId !== null && (await reader.first(campaignOfAccount, { accountId, id: campaignId })) === null) {
    faults.push({ path: ["campaignId"], issue: "Unknown campaign" });
  }
  const skus = new Set(lines.flatMap(({ sku }) => (sku !== null && isStorable(sku) ? [sku] : [])));
  const products = await reader.all(productsBySku, { accountId, skus: JSON.stringify([...skus]) });
  const titles = new Map(products.map(({ sku, title }) => [sku, title]));
  for (const [index, { sku, quantity }] of lines.entries()) {
    if (sku !== null && !titles.has(sku)) faults.push({ path: ["products", index, "sku"], issue: "Unknown SKU" });
    const issue = quantity === null ? null : quantityIssue(quantity);
    if (issue !== null) faults.push({ path: ["products", index, "quantity"], issue });
  }
  const warehouses = await reader.all(warehousesOfAccount, { accountId });
  if (warehouseId !== null && !warehouses.some(({ id }) => id === warehouseId)) {
    faults.push({ path: ["warehouseId"], issue: "Unknown warehouse" });
  }
  return { titles, warehouses, faults };
}

function quantityIssue(quantity: number): string | null {
  if (quantity < 1) return "Must be at least 1";
  return quantity > largestQuantity ? `Must be at most ${largestQuantity}` : null;
}

/** No SKU has U+0000 or half a surrogate pair, and neither can be sent to every database. */
function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes("\u0000");
}

// What orders refer to: campaigns, products, warehouses and their stock.
import { type RawBuilder, sql } from "kysely";
import { type DialectName, type Query, rowCount } from "../query.ts";
import type { NewRow } from "../schema.ts";

export const campaignOfAccount: Query<{ accountId: string; id: string }, { id: string }> = (db, { accountId, id }) =>
  db.selectFrom("campaigns").select("id").where("id", "=", id).where("account_id", "=", accountId);

export const campaignsOfAccount: Query<{ accountId: string }, { id: string; title: string }> = (db, { accountId }) =>
  db
    .selectFrom("campaigns")
    .select(["id", "title"])
    .where("account_id", "=", accountId)
    .where("standalone", "=", 0)
    .orderBy("created_at");

export const insertCampaign: Query<NewRow<"campaigns">, { id: string }> = (db, row) =>
  db.insertInto("campaigns").values(row).returning("id");

/** `skus` is JSON text: one query, however many lines an order has. */
export const productsBySku: Query<{ accountId: string; skus: string }, { sku: string; title: string }> = (
  db,
  { accountId, skus },
  dialect,
) =>
  db
    .selectFrom("products")
    .select(["sku", "title"])
    .where("account_id", "=", accountId)
    .where("sku", "in", textsOf(skus, dialect));

export const productPage: Query<
  { accountId: string; limit: number; offset: number },
  { sku: string; title: string }
> = (db, { accountId, limit, offset }) =>
  db
    .selectFrom("products")
    .select(["sku", "title"])
    .where("account_id", "=", accountId)
    .orderBy("sku")
    .limit(limit)
    .offset(offset);

export const insertProduct: Query<NewRow<"products">, { sku: string }> = (db, row) =>
  db
    .insertInto("products")
    .values(row)
    .onConflict((conflict) => conflict.columns(["account_id", "sku"]).doNothing())
    .returning("sku");

export const warehousesOfAccount: Query<{ accountId: string }, { id: string; name: string; alias: string }> = (
  db,
  { accountId },
) => db.selectFrom("warehouses").select(["id", "name", "alias"]).where("account_id", "=", accountId).orderBy("alias");

export const insertWarehouse: Query<NewRow<"warehouses">, { id: string }> = (db, row) =>
  db.insertInto("warehouses").values(row).returning("id");

export const stockOfSkus: Query<
  { accountId: string; skus: string },
  { warehouse_id: string; sku: string; on_hand: number; allocated: number }
> = (db, { accountId, skus }, dialect) =>
  db
    .selectFrom("stock")
    .select(["warehouse_id", "sku", "on_hand", "allocated"])
    .where("account_id", "=", accountId)
    .where("sku", "in", textsOf(skus, dialect));

/**
 * `changes` is JSON text: how many of each SKU. So many times `onHand` are added to the stock of a warehouse, and so many times
 * `allocated` to its reserved part. The rows are locked in the order of their SKUs, so that transactions never wait in a circle.
 */
export const changeStock: Query<
  { accountId: string; warehouseId: string; changes: string; onHand: number; allocated: number },
  { on_hand: number }
> = (db, { accountId, warehouseId, changes, onHand, allocated }, dialect) => {
  // The limit makes SQLite write the list down once: it would parse it for each row of the warehouse's stock otherwise.
  const changed =
    dialect === "sqlite"
      ? sql`(select value ->> 'sku' as sku, value ->> 'quantity' as quantity from json_each(${changes}) limit -1)`
      : sql`(select held.sku, wanted.quantity
        from json_to_recordset(${changes}::json) as wanted (sku text, quantity bigint)
        join stock held on held.sku = wanted.sku
        where held.account_id = ${accountId} and held.warehouse_id = ${warehouseId}
        order by held.sku for update of held)`;
  const number = sql.raw(dialect === "sqlite" ? "integer" : "bigint");
  return {
    compile: () =>
      sql<{ on_hand: number }>`update stock
        set on_hand = stock.on_hand + changed.quantity * cast(${onHand} as ${number}),
          allocated = stock.allocated + changed.quantity * cast(${allocated} as ${number})
        from ${changed} as changed
        where stock.account_id = ${accountId} and stock.warehouse_id = ${warehouseId} and stock.sku = changed.sku
        returning stock.on_hand`.compile(db),
  };
};

export const insertStock: Query<NewRow<"stock">, { sku: string }> = (db, row) =>
  db.insertInto("stock").values(row).returning("sku");

export const insertStockEvent: Query<NewRow<"stock_events">, { id: number }> = (db, row) =>
  db.insertInto("stock_events").values(row).returning("id");

export const countProducts: Query<{ accountId: string }, { count: number }> = (db, { accountId }) =>
  db.selectFrom("products").select(rowCount).where("account_id", "=", accountId);

/** Products with their total stock in all warehouses, which is added up for those of the page only. */
export const inventoryPage: Query<
  { accountId: string; limit: number; offset: number },
  { sku: string; title: string; on_hand: number }
> = (db, { accountId, limit, offset }) =>
  db
    .selectFrom((page) =>
      page
        .selectFrom("products")
        .select(["sku", "title"])
        .where("account_id", "=", accountId)
        .orderBy("sku")
        .limit(limit)
        .offset(offset)
        .as("page"),
    )
    .select(({ selectFrom, ref }) => [
      "page.sku",
      "page.title",
      selectFrom("stock")
        .select((column) => sql<number>`cast(coalesce(sum(${column.ref("on_hand")}), 0) as bigint)`.as("on_hand"))
        .where("account_id", "=", accountId)
        .where("stock.sku", "=", ref("page.sku"))
        .$asScalar()
        .$notNull()
        .as("on_hand"),
    ])
    .orderBy("page.sku");

/** The latest changes of stock, newest first. */
export const stockEventsOfSku: Query<
  { accountId: string; sku: string; limit: number },
  { kind: string; quantity: number; alias: string; order_id: string | null; at: string }
> = (db, { accountId, sku, limit }) =>
  db
    .selectFrom("stock_events")
    .innerJoin("warehouses", "warehouses.id", "stock_events.warehouse_id")
    .select([
      "stock_events.kind",
      "stock_events.quantity",
      "warehouses.alias",
      "stock_events.order_id",
      "stock_events.at",
    ])
    .where("stock_events.account_id", "=", accountId)
    .where("stock_events.sku", "=", sku)
    .orderBy("stock_events.id", "desc")
    .limit(limit);

/** The texts of a JSON array, as rows. */
function textsOf(json: RawBuilder<string>, dialect: DialectName): RawBuilder<string> {
  return dialect === "sqlite"
    ? sql`(select value from json_each(${json}))`
    : sql`(select json_array_elements_text(${json}::json))`;
}

// What made the tables what they are, oldest first. Forward only: a migration that was released is never changed.
import { type ColumnDataType, type Expression, sql } from "kysely";
import type { Builder, DialectName } from "./query.ts";

interface Statement {
  compile(): { readonly sql: string };
}

export interface Migration {
  readonly name: string;
  readonly statements: (builder: Builder, dialect: DialectName) => readonly Statement[];
}

export const migrations: readonly Migration[] = [{ name: "0001-first", statements: firstTables }];

function firstTables({ schema }: Builder, dialect: DialectName): readonly Statement[] {
  const type = dialect === "sqlite" ? sqliteTypes : postgresTypes;
  return [
    schema
      .createTable("settings")
      .addColumn("name", type.text, (column) => column.primaryKey())
      .addColumn("value", type.text, (column) => column.notNull()),
    schema
      .createTable("accounts")
      .addColumn("id", type.text, (column) => column.primaryKey())
      .addColumn("name", type.text, (column) => column.notNull().unique())
      .addColumn("active", type.integer, (column) => column.notNull())
      .addColumn("budget", type.integer)
      .addColumn("order_count", type.integer, (column) => column.notNull())
      .addColumn("created_at", type.text, (column) => column.notNull()),
    schema
      .createTable("api_keys")
      .addColumn("id", type.text, (column) => column.primaryKey())
      .addColumn("account_id", type.text, (column) => column.notNull().references("accounts.id"))
      .addColumn("hash", type.text, (column) => column.notNull().unique())
      .addColumn("ending", type.text, (column) => column.notNull())
      .addColumn("created_at", type.text, (column) => column.notNull())
      .addColumn("revoked_at", type.text),
    schema
      .createTable("campaigns")
      .addColumn("id", type.text, (column) => column.primaryKey())
      .addColumn("account_id", type.text, (column) => column.notNull().references("accounts.id"))
      .addColumn("title", type.text, (column) => column.notNull())
      .addColumn("created_at", type.text, (column) => column.notNull()),
    schema
      .createTable("products")
      .addColumn("account_id", type.text, (column) => column.notNull().references("accounts.id"))
      .addColumn("sku", type.text, (column) => column.notNull())
      .addColumn("title", type.text, (column) => column.notNull())
      .addPrimaryKeyConstraint("products_key", ["account_id", "sku"]),
    schema
      .createTable("warehouses")
      .addColumn("id", type.text, (column) => column.primaryKey())
      .addColumn("account_id", type.text, (column) => column.notNull().references("accounts.id"))
      .addColumn("name", type.text, (column) => column.notNull())
      .addColumn("alias", type.text, (column) => column.notNull())
      .addUniqueConstraint("warehouses_alias", ["account_id", "alias"]),
    schema
      .createTable("stock")
      .addColumn("warehouse_id", type.text, (column) => column.notNull().references("warehouses.id"))
      .addColumn("account_id", type.text, (column) => column.notNull())
      .addColumn("sku", type.text, (column) => column.notNull())
      .addColumn("on_hand", type.integer, (column) => column.notNull())
      .addColumn("allocated", type.integer, (column) => column.notNull())
      .addPrimaryKeyConstraint("stock_key", ["account_id", "sku", "warehouse_id"]),
    schema
      .createTable("stock_events")
      .addColumn("id", type.identity, identity(dialect))
      .addColumn("account_id", type.text, (column) => column.notNull())
      .addColumn("sku", type.text, (column) => column.notNull())
      .addColumn("warehouse_id", type.text, (column) => column.notNull())
      .addColumn("kind", type.text, (column) => column.notNull())
      .addColumn("quantity", type.integer, (column) => column.notNull())
      .addColumn("order_id", type.text)
      .addColumn("at", type.text, (column) => column.notNull()),
    schema.createIndex("stock_events_by_sku").on("stock_events").columns(["account_id", "sku", "id"]),
    schema
      .createTable("orders")
      .addColumn("id", type.text, (column) => column.primaryKey())
      .addColumn("account_id", type.text, (column) => column.notNull().references("accounts.id"))
      .addColumn("number", type.integer, (column) => column.notNull())
      .addColumn("campaign_id", type.text, (column) => column.notNull().references("campaigns.id"))
      .addColumn("status", type.text, (column) => column.notNull())
      .addColumn("warehouse_id", type.text, (column) => column.notNull().references("warehouses.id"))
      .addColumn("street2", type.text, (column) => column.notNull())
      .addColumn("document", type.text, (column) => column.notNull())
      .addUniqueConstraint("orders_number", ["account_id", "number"]),
    schema.createIndex("orders_by_campaign").on("orders").columns(["account_id", "campaign_id", "number"]),
    schema.createIndex("orders_by_status").on("orders").columns(["account_id", "status", "number"]),
    schema
      .createTable("contacts")
      .addColumn("id", type.text, (column) => column.primaryKey())
      .addColumn("account_id", type.text, (column) => column.notNull().references("accounts.id"))
      .addColumn("campaign_id", type.text, (column) => column.notNull().references("campaigns.id"))
      .addColumn("email", type.text, (column) => column.notNull())
      .addColumn("document", type.text, (column) => column.notNull()),
    schema.createIndex("contacts_by_email").on("contacts").columns(["campaign_id", "email"]),
    schema
      .createTable("invites")
      .addColumn("id", type.text, (column) => column.primaryKey())
      .addColumn("account_id", type.text, (column) => column.notNull().references("accounts.id"))
      .addColumn("campaign_id", type.text, (column) => column.notNull().references("campaigns.id"))
      .addColumn("number", type.text)
      .addColumn("email", type.text)
      .addColumn("recipient", type.text, (column) => column.notNull())
      .addColumn("cart", type.text, (column) => column.notNull())
      .addColumn("order_id", type.text),
    schema.createIndex("invites_by_account").on("invites").columns(["account_id", "id"]),
    schema
      .createTable("subscriptions")
      .addColumn("id", type.text, (column) => column.primaryKey())
      .addColumn("account_id", type.text, (column) => column.notNull().references("accounts.id"))
      .addColumn("url", type.text, (column) => column.notNull())
      .addColumn("canonical_url", type.text, (column) => column.notNull())
      .addColumn("events", type.text, (column) => column.notNull())
      .addColumn("active", type.integer, (column) => column.notNull())
      .addColumn("secret", type.text, (column) => column.notNull())
      .addColumn("created_at", type.text, (column) => column.notNull())
      .addColumn("updated_at", type.text, (column) => column.notNull())
      .addUniqueConstraint("subscriptions_url", ["account_id", "canonical_url"]),
    schema
      .createTable("deliveries")
      .addColumn("id", type.identity, identity(dialect))
      .addColumn("subscription_id", type.text, (column) => column.notNull())
      .addColumn("event", type.text, (column) => column.notNull())
      .addColumn("body", type.text, (column) => column.notNull())
      .addColumn("created_at", type.text, (column) => column.notNull())
      .addColumn("claimed_until", type.integer, (column) => column.notNull().defaultTo(0)),
    schema.createIndex("deliveries_by_subscription").on("deliveries").columns(["subscription_id", "id"]),
  ];
}

type Types = Readonly<Record<"text" | "integer" | "identity", ColumnDataType | Expression<unknown>>>;

const sqliteTypes: Types = { text: "text", integer: "integer", identity: "integer" };

/** Collated by bytes, as SQLite does, so that both databases sort alike wherever they were set up. */
const postgresTypes: Types = { text: sql`text collate "C"`, integer: "bigint", identity: "bigint" };

type Column = import("kysely").ColumnDefinitionBuilder;

/** A number that is given out once, also after its row was deleted. */
function identity(dialect: DialectName): (column: Column) => Column {
  return (column) =>
    dialect === "sqlite" ? column.primaryKey().autoIncrement() : column.primaryKey().generatedAlwaysAsIdentity();
}

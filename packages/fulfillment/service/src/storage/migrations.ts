// What a database has been through -> the statements that bring its tables up to date.
import { type ColumnDataType, type ColumnDefinitionBuilder, type Compilable, type Expression, sql } from "kysely";
import { type Builder, builderOf, type DialectName } from "./query.ts";

/** Where a database keeps which migrations it has seen. */
export const createMigrationsTable = "CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY)";
export const selectMigrations = "SELECT name FROM migrations ORDER BY name";

/**
 * To be run in the transaction that `applied` was read in, under a lock that keeps other processes from doing the same.
 * Throws when the database was written by a newer version of the service: it cannot be read safely then.
 */
export function pendingStatements(dialect: DialectName, applied: readonly string[]): string[] {
  const unknown = applied.filter((name) => !migrations.some((migration) => migration.name === name));
  if (unknown.length > 0) {
    throw new Error(
      `the database was written by a newer version of the service (it has ${unknown.join(", ")}): run that version or newer`,
    );
  }
  const builder = builderOf(dialect);
  return migrations
    .filter(({ name }) => !applied.includes(name))
    .flatMap(({ name, statements }) => [
      ...statements(builder, dialect).map((statement) => statement.compile().sql),
      `INSERT INTO migrations (name) VALUES ('${name}')`,
    ]);
}
interface Migration {
  readonly name: string;
  readonly statements: (builder: Builder, dialect: DialectName) => readonly Compilable[];
}

/** Oldest first. Forward only: a migration that was released is never changed. */
const migrations: readonly Migration[] = [
  { name: "0001-first", statements: firstTables },
  { name: "0002-events", statements: eventsApart },
  { name: "0003-portal", statements: portalTables },
  { name: "0004-clean-up", statements: cleanUpIndexes },
  { name: "0005-bounds", statements: boundsOfWaits },
  { name: "0006-payloads", statements: payloadsOfFailures },
];

function firstTables({ schema }: Builder, dialect: DialectName): readonly Compilable[] {
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

/** Each event once, in place of a copy of its body in each of its deliveries: equal bodies become one event. */
function eventsApart({ schema }: Builder, dialect: DialectName): readonly Compilable[] {
  const type = dialect === "sqlite" ? sqliteTypes : postgresTypes;
  const events = schema
    .createTable("events")
    .addColumn("id", type.identity, identity(dialect))
    .addColumn("event", type.text, (column) => column.notNull())
    .addColumn("size", type.integer, (column) => column.notNull())
    .addColumn("created_at", type.text, (column) => column.notNull())
    .addColumn("body", type.text, (column) => column.notNull());
  const byEvent = schema.createIndex("deliveries_by_event").on("deliveries").column("event_id");
  const moved = dialect === "sqlite" ? moveEventsInSqlite(schema) : moveEventsInPostgres();
  return [events, ...moved, byEvent];
}

/** SQLite cannot add a column that is required and refers to another table, so the table is made again. */
function moveEventsInSqlite(schema: Builder["schema"]): readonly Compilable[] {
  return [
    statement(
      `insert into events (id, event, size, created_at, body)
       select min(id), event, length(cast(body as blob)), min(created_at), body from deliveries group by event, body`,
    ),
    schema
      .createTable("deliveries_of_events")
      .addColumn("id", sqliteTypes.identity, identity("sqlite"))
      .addColumn("subscription_id", sqliteTypes.text, (column) => column.notNull())
      .addColumn("event_id", sqliteTypes.integer, (column) => column.notNull().references("events.id"))
      .addColumn("claimed_until", sqliteTypes.integer, (column) => column.notNull().defaultTo(0)),
    statement(
      `insert into deliveries_of_events (id, subscription_id, event_id, claimed_until)
       select id, subscription_id, min(id) over (partition by event, body), claimed_until from deliveries`,
    ),
    // Ids of deliveries that are gone are not given out again.
    statement("delete from sqlite_sequence where name = 'deliveries_of_events'"),
    statement("update sqlite_sequence set name = 'deliveries_of_events' where name = 'deliveries'"),
    statement("drop table deliveries"),
    statement("alter table deliveries_of_events rename to deliveries"),
    schema.createIndex("deliveries_by_subscription").on("deliveries").columns(["subscription_id", "id"]),
  ];
}

function moveEventsInPostgres(): readonly Compilable[] {
  return [
    statement(
      `insert into events (id, event, size, created_at, body) overriding system value
       select min(id), event, octet_length(body), min(created_at), body from deliveries group by event, body`,
    ),
    statement("select setval(pg_get_serial_sequence('events', 'id'), coalesce(max(id), 0) + 1, false) from events"),
    statement("alter table deliveries add column event_id bigint references events (id)"),
    statement(
      `update deliveries set event_id = firsts.event_id
       from (select id, min(id) over (partition by event, body) as event_id from deliveries) firsts
       where deliveries.id = firsts.id`,
    ),
    statement(
      "alter table deliveries alter column event_id set not null, drop column event, drop column body, drop column created_at",
    ),
  ];
}

/** What the customer portal needs: members and sessions, links, imports, failed deliveries, and columns to search orders by. */
function portalTables({ schema }: Builder, dialect: DialectName): readonly Compilable[] {
  const type = dialect === "sqlite" ? sqliteTypes : postgresTypes;
  return [
    schema.alterTable("api_keys").addColumn("name", type.text),
    schema.alterTable("api_keys").addColumn("prefix", type.text),
    schema.alterTable("api_keys").addColumn("last_used_at", type.text),
    schema.alterTable("campaigns").addColumn("landing_token", type.text),
    schema.alterTable("campaigns").addColumn("standalone", type.integer, (column) => column.notNull().defaultTo(0)),
    schema.createIndex("campaigns_by_landing_token").unique().on("campaigns").column("landing_token"),
    schema.alterTable("orders").addColumn("source", type.text),
    schema.alterTable("orders").addColumn("search", type.text),
    schema.alterTable("invites").addColumn("token_hash", type.text),
    schema.alterTable("invites").addColumn("created_at", type.text),
    schema.alterTable("invites").addColumn("viewed_at", type.text),
    schema.createIndex("invites_by_token").unique().on("invites").column("token_hash"),
    schema
      .createTable("users")
      .addColumn("id", type.text, (column) => column.primaryKey())
      .addColumn("account_id", type.text, (column) => column.notNull().references("accounts.id"))
      .addColumn("email", type.text, (column) => column.notNull().unique())
      .addColumn("name", type.text, (column) => column.notNull())
      .addColumn("role", type.text, (column) => column.notNull())
      .addColumn("password_hash", type.text, (column) => column.notNull())
      .addColumn("active", type.integer, (column) => column.notNull())
      .addColumn("created_at", type.text, (column) => column.notNull())
      .addColumn("last_sign_in_at", type.text),
    schema
      .createTable("sessions")
      .addColumn("hash", type.text, (column) => column.primaryKey())
      .addColumn("user_id", type.text, (column) => column.notNull().references("users.id"))
      .addColumn("created_at", type.integer, (column) => column.notNull())
      .addColumn("used_at", type.integer, (column) => column.notNull()),
    schema.createIndex("sessions_by_user").on("sessions").column("user_id"),
    schema
      .createTable("sign_in_failures")
      .addColumn("subject", type.text, (column) => column.primaryKey())
      .addColumn("count", type.integer, (column) => column.notNull())
      .addColumn("last_at", type.integer, (column) => column.notNull())
      .addColumn("locked_until", type.integer, (column) => column.notNull()),
    schema
      .createTable("imports")
      .addColumn("id", type.text, (column) => column.primaryKey())
      .addColumn("account_id", type.text, (column) => column.notNull().references("accounts.id"))
      .addColumn("campaign_id", type.text, (column) => column.notNull().references("campaigns.id"))
      .addColumn("file_name", type.text)
      .addColumn("orders", type.integer, (column) => column.notNull())
      .addColumn("placed", type.integer, (column) => column.notNull())
      .addColumn("failed", type.integer, (column) => column.notNull())
      .addColumn("created_at", type.text, (column) => column.notNull())
      .addColumn("finished_at", type.text),
    schema.createIndex("imports_by_account").on("imports").columns(["account_id", "id"]),
    schema
      .createTable("import_orders")
      .addColumn("import_id", type.text, (column) => column.notNull().references("imports.id"))
      .addColumn("position", type.integer, (column) => column.notNull())
      .addColumn("line", type.integer, (column) => column.notNull())
      .addColumn("recipient", type.text, (column) => column.notNull())
      .addColumn("request", type.text, (column) => column.notNull())
      .addColumn("status", type.text, (column) => column.notNull())
      .addColumn("order_id", type.text)
      .addColumn("order_number", type.text)
      .addColumn("problem", type.text)
      .addPrimaryKeyConstraint("import_orders_key", ["import_id", "position"]),
    schema
      .createTable("delivery_failures")
      .addColumn("id", type.identity, identity(dialect))
      .addColumn("subscription_id", type.text, (column) => column.notNull())
      .addColumn("event", type.text, (column) => column.notNull())
      .addColumn("at", type.text, (column) => column.notNull())
      .addColumn("status", type.integer)
      .addColumn("error", type.text, (column) => column.notNull()),
    schema.createIndex("delivery_failures_by_subscription").on("delivery_failures").columns(["subscription_id", "id"]),
  ];
}

/** Rows that are deleted by their age. */
function cleanUpIndexes({ schema }: Builder): readonly Compilable[] {
  return [
    schema.createIndex("sign_in_failures_by_time").on("sign_in_failures").column("last_at"),
    schema.createIndex("sessions_by_creation").on("sessions").column("created_at"),
    schema.createIndex("sessions_by_use").on("sessions").column("used_at"),
  ];
}

/** Invites are counted by campaign and by what became of them, and their rows are large; and the addresses that members sign in from. */
function boundsOfWaits({ schema }: Builder, dialect: DialectName): readonly Compilable[] {
  const type = dialect === "sqlite" ? sqliteTypes : postgresTypes;
  return [
    schema.createIndex("invites_by_campaign").on("invites").columns(["account_id", "campaign_id", "order_id", "id"]),
    schema
      .createTable("sign_in_devices")
      .addColumn("subject", type.text, (column) => column.primaryKey())
      .addColumn("last_at", type.integer, (column) => column.notNull()),
    schema.createIndex("sign_in_devices_by_time").on("sign_in_devices").column("last_at"),
  ];
}

/** What was sent with a delivery that failed. */
function payloadsOfFailures({ schema }: Builder, dialect: DialectName): readonly Compilable[] {
  const type = dialect === "sqlite" ? sqliteTypes : postgresTypes;
  return [schema.alterTable("delivery_failures").addColumn("payload", type.text)];
}

function statement(text: string): Compilable {
  return { compile: () => sql.raw(text).compile(builderOf("sqlite")) };
}

type Types = Readonly<Record<"text" | "integer" | "identity", ColumnDataType | Expression<unknown>>>;

const sqliteTypes: Types = { text: "text", integer: "integer", identity: "integer" };

/** Collated by bytes, as SQLite does, so that both databases sort alike wherever they were set up. */
const postgresTypes: Types = { text: sql`text collate "C"`, integer: "bigint", identity: "bigint" };

/** A number that is given out once, also after its row was deleted. */
function identity(dialect: DialectName): (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder {
  return (column) =>
    dialect === "sqlite" ? column.primaryKey().autoIncrement() : column.primaryKey().generatedAlwaysAsIdentity();
}

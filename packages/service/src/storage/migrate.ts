// Brings the tables of a database up to date when it is opened; safe when several processes open it at once.
import { type Migration, migrations } from "./migrations.ts";
import { builderOf, type DialectName } from "./query.ts";

/** A connection that is inside a transaction which no other process that migrates can be in at the same time. */
export interface Connection {
  run(sql: string): Promise<void> | void;
  /** The names of the migrations that were applied, in order. */
  applied(): Promise<readonly string[]> | readonly string[];
}

/** Where a database keeps which migrations it has seen. */
export const createMigrationsTable = "CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY)";
export const selectMigrations = "SELECT name FROM migrations ORDER BY name";

/** Throws when the database was written by a newer version of the service: it cannot be read safely then. */
export async function migrate(dialect: DialectName, connection: Connection): Promise<void> {
  await connection.run(createMigrationsTable);
  const applied = await connection.applied();
  const unknown = applied.filter((name) => !migrations.some((migration) => migration.name === name));
  if (unknown.length > 0) {
    throw new Error(
      `the database was written by a newer version of the service (it has ${unknown.join(", ")}): run that version or newer`,
    );
  }
  for (const migration of migrations) {
    if (!applied.includes(migration.name)) await apply(migration, dialect, connection);
  }
}

async function apply({ name, statements }: Migration, dialect: DialectName, connection: Connection): Promise<void> {
  for (const statement of statements(builderOf(dialect), dialect)) await connection.run(statement.compile().sql);
  await connection.run(`INSERT INTO migrations (name) VALUES ('${name}')`);
}

// What a database has been through -> the statements that bring its tables up to date.
import { migrations } from "./migrations.ts";
import { builderOf, type DialectName } from "./query.ts";

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

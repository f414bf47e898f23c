// A database with the service's tables, once for a run of tests: PostgreSQL copies it for each test that needs them. Migrating an empty one
// takes as much as everything else that a database costs a test.
import { createDatabaseOn } from "../../packages/fulfillment/service/test/database-on-server.ts";
import { missingServers, postgresUrl } from "./real-servers.ts";

/** Names the database to the workers of this run. */
const variable = "WAYBILL_TESTED_TEMPLATE";

/** The database to copy, which has no connections; `null` outside of such a run: the service migrates what is empty. */
export function migratedTemplate(): string | null {
  return process.env[variable] ?? null;
}

/** Before the tests of a run. What is returned removes it. */
export async function createMigratedTemplate(): Promise<() => Promise<void>> {
  if (missingServers(["PostgreSQL"]).length > 0) return async () => {};
  const { openPostgres } = await import("../../packages/fulfillment/service/src/storage/postgres.ts");
  const { name, url, drop } = await createDatabaseOn(postgresUrl());
  const database = await openPostgres(url, {
    onError: (error) => {
      throw error;
    },
  });
  await database.close();
  process.env[variable] = name;
  return drop;
}

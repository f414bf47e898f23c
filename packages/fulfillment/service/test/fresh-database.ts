// Gives a test a private PostgreSQL database, on the server of scripts/testing/servers.sh.
import { onTestFinished } from "vitest";
import { migratedTemplate } from "../../../../scripts/testing/migrated-template.ts";
import { postgresUrl } from "../../../../scripts/testing/real-servers.ts";
import { createDatabaseOn, type FreshDatabase } from "./database-on-server.ts";

export type { FreshDatabase } from "./database-on-server.ts";

/** A database with the service's tables and no rows, for one test; it is gone after that. Call it inside the test. */
export async function freshDatabase(): Promise<string> {
  return forTest(await createDatabase());
}

/** The same without tables: for tests of migrations. */
export async function emptyDatabase(): Promise<string> {
  return forTest(await createDatabaseOn(postgresUrl()));
}

/** A database with the service's tables for as long as the caller wants it: for `beforeAll` and `afterAll`. */
export async function createDatabase(): Promise<FreshDatabase> {
  return await createDatabaseOn(postgresUrl(), migratedTemplate());
}

function forTest({ url, drop }: FreshDatabase): string {
  onTestFinished(drop);
  return url;
}

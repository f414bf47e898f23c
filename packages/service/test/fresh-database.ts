// Gives a test a private PostgreSQL database, on the server of scripts/testing/servers.sh.
import { onTestFinished } from "vitest";
import { postgresUrl } from "../../../scripts/testing/real-servers.ts";
import { createDatabaseOn, type FreshDatabase } from "./database-on-server.ts";

export type { FreshDatabase } from "./database-on-server.ts";

/** An empty database for one test; it is gone after that. Call it inside the test. */
export async function freshDatabase(): Promise<string> {
  const { url, drop } = await createDatabase();
  onTestFinished(drop);
  return url;
}

/** An empty database for as long as the caller wants it: for `beforeAll` and `afterAll`. */
export async function createDatabase(): Promise<FreshDatabase> {
  return await createDatabaseOn(postgresUrl());
}

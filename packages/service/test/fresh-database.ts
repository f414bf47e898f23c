// Gives a test a PostgreSQL database that nobody else uses, on the server of scripts/testing/servers.sh.
import { randomUUID } from "node:crypto";
import pg from "pg";
import { onTestFinished } from "vitest";
import { postgresUrl } from "../../../scripts/testing/real-servers.ts";

export interface FreshDatabase {
  readonly url: string;
  /** Ends the connections that are left, and the database. */
  drop(): Promise<void>;
}

/** An empty database for one test; it is gone after that. Call it inside the test. */
export async function freshDatabase(): Promise<string> {
  const { url, drop } = await createDatabase();
  onTestFinished(drop);
  return url;
}

/** An empty database for as long as the caller wants it: for `beforeAll` and `afterAll`. */
export async function createDatabase(): Promise<FreshDatabase> {
  const name = `waybill_${randomUUID().replaceAll("-", "")}`;
  await runOnServer(`CREATE DATABASE ${name}`);
  const url = new URL(postgresUrl());
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => runOnServer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
}

async function runOnServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: postgresUrl() });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

// Makes a database of its own on a PostgreSQL server: for tests, see fresh-database.ts, and for the benchmarks in scripts/bench.
import { randomUUID } from "node:crypto";
import pg from "pg";

export interface FreshDatabase {
  readonly name: string;
  readonly url: string;
  /** Ends the connections that are left, and the database. */
  drop(): Promise<void>;
}

/**
 * @param server The URL of a database to connect to and to leave alone.
 * @param template The name of a database that is copied; it must have no connections. `null`: the new one is empty.
 */
export async function createDatabaseOn(server: string, template: string | null = null): Promise<FreshDatabase> {
  const name = `waybill_${randomUUID().replaceAll("-", "")}`;
  await runOn(server, `CREATE DATABASE ${name}${template === null ? "" : ` TEMPLATE ${template}`}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { name, url: url.href, drop: () => runOn(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
}

async function runOn(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

import pg from "pg";
import { expect, test } from "vitest";
import { describeWithPostgres } from "../../../../scripts/testing/real-servers.ts";
import { createDatabase, emptyDatabase } from "./fresh-database.ts";

describeWithPostgres("a fresh database", () => {
  test("is one's own, and goes although someone is still connected", async () => {
    const [one, other] = [await createDatabase(), await createDatabase()];
    const tables = await tablesOf(one.url);
    expect(tables).toContain("deliveries");
    const client = new pg.Client({ connectionString: one.url });
    client.on("error", () => {});
    await client.connect();
    await client.query("CREATE TABLE another (id integer)");
    expect(await tablesOf(one.url)).toEqual([...tables, "another"].sort());
    expect(await tablesOf(other.url)).toEqual(tables);
    await one.drop();
    await other.drop();
    await expect(tablesOf(one.url)).rejects.toThrow(/does not exist/);
    await client.end().catch(() => {});
  });

  test("is without tables for those who want to migrate it", async () => {
    expect(await tablesOf(await emptyDatabase())).toEqual([]);
  });
});

async function tablesOf(url: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query(
      "SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename",
    );
    return rows.map((row: unknown) => (typeof row === "object" && row !== null ? Reflect.get(row, "tablename") : row));
  } finally {
    await client.end();
  }
}

// The databases and limiters that the service runs on: the same tests on each, and a clear skip where a server is missing.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe } from "vitest";
import { describeWithPostgres, describeWithRedis, redisUrl } from "../../../../../scripts/testing/real-servers.ts";
import { createDatabase } from "../fresh-database.ts";

export interface Storage {
  readonly dataDirectory: string;
  readonly databaseUrl: string | null;
  readonly redisUrl: string | null;
  /** Removes the data. */
  drop(): Promise<void>;
}

export type OpenStorage = () => Promise<Storage>;

/** Runs `tests` on SQLite with the limiter in memory, and on PostgreSQL with the limiter in Redis. */
export function describeOnEach(name: string, tests: (open: OpenStorage) => void): void {
  describe(`on SQLite, ${name}`, () => tests(openLocal));
  describeWithPostgres(`on PostgreSQL, ${name}`, () => {
    describeWithRedis("and Redis", () => tests(openShared));
  });
}

export async function openLocal(): Promise<Storage> {
  const dataDirectory = mkdtempSync(join(tmpdir(), "fulfillment-"));
  const drop = async (): Promise<void> => rmSync(dataDirectory, { recursive: true });
  return { dataDirectory, databaseUrl: null, redisUrl: null, drop };
}

export async function openShared(): Promise<Storage> {
  const { dataDirectory, drop: removeDirectory } = await openLocal();
  const database = await createDatabase();
  return {
    dataDirectory,
    databaseUrl: database.url,
    redisUrl: redisUrl(),
    drop: async () => {
      await database.drop();
      await removeDirectory();
    },
  };
}

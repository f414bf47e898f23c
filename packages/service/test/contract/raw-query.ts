// SQL text as a query of the service, for tests that look at what is really stored.
import { hash } from "node:crypto";
import { sql } from "kysely";
import type { Query } from "../../src/storage/query.ts";

export function query(text: string): Query<Record<never, never>, Record<string, unknown>> {
  return {
    // PostgreSQL keeps prepared statements under their names, of 63 characters at most.
    name: `raw ${hash("sha1", text)}`,
    build: (db) => ({ compile: () => sql.raw<Record<string, unknown>>(text).compile(db) }),
  };
}

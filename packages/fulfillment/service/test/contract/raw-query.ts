// SQL text as a query of the service, for tests that look at what is really stored.
import { hash } from "node:crypto";
import { sql } from "kysely";
import type { Query, Value } from "../../src/storage/query.ts";

/** The query under another name. */
export function named<P extends Readonly<Record<string, Value>>, Row>(
  name: string,
  query: Query<P, Row>,
): Query<P, Row> {
  return Object.defineProperty(query, "name", { value: name });
}

export function query(text: string): Query<Record<never, never>, Record<string, unknown>> {
  // PostgreSQL keeps prepared statements under their names, of 63 characters at most.
  return named(`raw ${hash("sha1", text)}`, (db) => ({
    compile: () => sql.raw<Record<string, unknown>>(text).compile(db),
  }));
}

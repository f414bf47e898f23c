// Queries with other texts -> the parts of a service whose database runs these.
import type { ServiceParts } from "../../../src/operation/parts.ts";
import type { Reader } from "../../../src/storage/database.ts";
import type { Query, Value } from "../../../src/storage/query.ts";
import { named } from "../../contract/raw-query.ts";

/** A query and what is run in its place. */
export interface Replacement {
  readonly query: object;
  /** Takes the same parameters and finds the same columns. */
  readonly by: unknown;
}

/** The same query, written otherwise. */
export function rewritten<P extends Readonly<Record<string, Value>>, Row>(
  query: Query<P, Row>,
  by: Query<P, Row>,
): Replacement {
  return { query, by: named(`${query.name}Rewritten`, by) };
}

export function querying(...replacements: readonly Replacement[]): ServiceParts {
  const byQuery = new Map(replacements.map(({ query, by }) => [query, by]));
  // `rewritten` took both with the same types.
  const replaced = <P extends Readonly<Record<string, Value>>, Row>(query: Query<P, Row>): Query<P, Row> =>
    byQuery.has(query) ? (byQuery.get(query) as Query<P, Row>) : query;
  const reading = (reader: Reader): Reader => ({
    all: (query, parameters) => reader.all(replaced(query), parameters),
    first: (query, parameters) => reader.first(replaced(query), parameters),
  });
  return {
    database: (database) => ({
      ...database,
      ...reading(database),
      write: (work) => database.write((transaction) => work({ ...transaction, ...reading(transaction) })),
    }),
  };
}

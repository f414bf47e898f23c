// Parts of a service -> the same parts, and a way to the database and the outbox that the service runs on with them.
import type { ServiceParts } from "../../src/operation/parts.ts";
import type { Database } from "../../src/storage/database.ts";
import type { StoredOutbox } from "../../src/storage/outbox.ts";

export interface Inside {
  readonly database: Database;
  readonly outbox: StoredOutbox;
}

/** `make` is given what leads inside, once the service has started. */
export function withInside(make: (inside: () => Inside) => ServiceParts): ServiceParts {
  let database: Database | null = null;
  let outbox: StoredOutbox | null = null;
  const parts = make(() => {
    if (database === null || outbox === null) throw new Error("start the service with these parts first");
    return { database, outbox };
  });
  return {
    ...parts,
    database: (opened) => {
      database = parts.database?.(opened) ?? opened;
      return database;
    },
    outbox: (opened) => {
      outbox = parts.outbox?.(opened) ?? opened;
      return outbox;
    },
  };
}

// A query written once with Kysely -> SQL text and the order of its parameters, compiled once per database and then only run.
import {
  type Compilable,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from "kysely";
import type { Tables } from "./schema.ts";

export type DialectName = "sqlite" | "postgres";

export type Value = string | number | null;

/** Kysely as a builder only: it compiles and never connects. */
export type Builder = Kysely<Tables>;

type Parameters = Readonly<Record<string, Value>>;

/** Placeholders in a query for the values it runs with. */
export type Placeholders<P> = { readonly [Name in keyof P]: RawBuilder<P[Name]> };

/**
 * A query with parameters by name, and the columns of its rows. Each is a function with a name of its own: PostgreSQL keeps
 * prepared statements under it.
 */
export type Query<P extends Parameters, Row> = (
  builder: Builder,
  placeholders: Placeholders<P>,
  dialect: DialectName,
) => Compilable<Row>;

/** What a database keeps of a query. */
export interface Compiled {
  readonly sql: string;
  /** For each value of the SQL in turn: the parameter it comes from, or the constant it is. */
  readonly slots: readonly (Slot | Value)[];
}

/** Of `parameters`, only the names count. */
export function compile<P extends Parameters, Row>(
  wanted: Query<P, Row>,
  parameters: P,
  dialect: DialectName,
): Compiled {
  const compiled = wanted(builderOf(dialect), placeholdersOf(parameters), dialect).compile();
  return { sql: compiled.sql, slots: compiled.parameters.map(slotOf) };
}

export function valuesOf({ slots }: Compiled, parameters: Parameters): Value[] {
  return slots.map((slot) => {
    if (!(slot instanceof Slot)) return slot;
    const value = parameters[slot.name];
    if (value === undefined) throw new TypeError(`no value for the parameter ${slot.name}`);
    return value;
  });
}

export function builderOf(dialect: DialectName): Builder {
  return new Kysely<Tables>({
    dialect: {
      createDriver: () => new DummyDriver(),
      createAdapter: () => (dialect === "sqlite" ? new SqliteAdapter() : new PostgresAdapter()),
      createIntrospector: (db) => (dialect === "sqlite" ? new SqliteIntrospector(db) : new PostgresIntrospector(db)),
      createQueryCompiler: () => (dialect === "sqlite" ? new SqliteQueryCompiler() : new PostgresQueryCompiler()),
    },
  });
}

class Slot {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

function placeholdersOf<P extends Parameters>(parameters: P): Placeholders<P> {
  const names = Object.keys(parameters);
  return Object.fromEntries(names.map((name) => [name, sql`${new Slot(name)}`])) as Placeholders<P>;
}

function slotOf(value: unknown): Slot | Value {
  if (value instanceof Slot || value === null || typeof value === "string" || typeof value === "number") return value;
  throw new TypeError(`a query has a constant of type ${typeof value}`);
}

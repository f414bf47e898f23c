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

/** A query with parameters by name, and the columns of its rows. */
export interface Query<P extends Parameters, Row> {
  /** Unique: PostgreSQL keeps prepared statements under it. */
  readonly name: string;
  /** Asked for again and again: what `first` finds may be remembered until anyone commits anything. */
  readonly remembered?: true;
  readonly build: (builder: Builder, placeholders: Placeholders<P>, dialect: DialectName) => Compilable<Row>;
}

/** What a database keeps of a query. */
export interface Compiled {
  readonly sql: string;
  /** For each value of the SQL in turn: the parameter it comes from, or the constant it is. */
  readonly slots: readonly (Slot | Value)[];
}

export function compile<P extends Parameters, Row>(wanted: Query<P, Row>, dialect: DialectName): Compiled {
  const { sql: text, parameters } = wanted.build(builderOf(dialect), placeholders<P>(), dialect).compile();
  return { sql: text, slots: parameters.map(slotOf) };
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

function placeholders<P extends Parameters>(): Placeholders<P> {
  const target: Partial<Placeholders<P>> = {};
  return new Proxy(target, { get: (_, name) => sql`${new Slot(String(name))}` }) as Placeholders<P>;
}

function slotOf(value: unknown): Slot | Value {
  if (value instanceof Slot || value === null || typeof value === "string" || typeof value === "number") return value;
  throw new TypeError(`a query has a constant of type ${typeof value}`);
}

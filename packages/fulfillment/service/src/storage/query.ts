// A query written once with Kysely -> SQL text and the order of its parameters, compiled once per database and then only run.
import {
  type AliasedRawBuilder,
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

export type Parameters = Readonly<Record<string, Value>>;

/** Placeholders in a query for the values it runs with. */
export type Placeholders<P> = { readonly [Name in keyof P]: RawBuilder<Exclude<P[Name], undefined>> };

/**
 * A query with parameters by name, and the columns of its rows. Each is a function with a name of its own: PostgreSQL keeps
 * prepared statements under it. What is asked for without an optional parameter is a statement of its own, for which the database
 * chooses an index.
 */
export type Query<P extends Parameters, Row> = (
  builder: Builder,
  placeholders: Placeholders<P>,
  dialect: DialectName,
) => Compilable<Row>;

/** What a database keeps of a query. */
export interface Compiled {
  /** Different from those of all other statements. */
  readonly name: string;
  readonly sql: string;
  /** For each value of the SQL in turn: the parameter it comes from, or the constant it is. */
  readonly slots: readonly (Slot | Value)[];
}

/** Prepares each query once, and once more for each choice of its optional parameters. */
export class Statements<Prepared> {
  readonly #dialect: DialectName;
  readonly #prepare: (compiled: Compiled) => Prepared;
  /** By query, and by the names of the parameters that are given. */
  readonly #known = new Map<object, Map<string, Prepared>>();

  constructor(dialect: DialectName, prepare: (compiled: Compiled) => Prepared) {
    this.#dialect = dialect;
    this.#prepare = prepare;
  }

  /** Of `parameters`, only the names count. */
  of<P extends Parameters, Row>(query: Query<P, Row>, parameters: P): Prepared {
    const forms = this.#known.get(query) ?? new Map<string, Prepared>();
    const names = Object.keys(parameters).join();
    const known = forms.get(names);
    if (known !== undefined) return known;
    const { sql: text, parameters: values } = query(
      builderOf(this.#dialect),
      placeholdersOf(parameters),
      this.#dialect,
    ).compile();
    const name = forms.size === 0 ? query.name : `${query.name}_${forms.size}`;
    const prepared = this.#prepare({ name, sql: text, slots: values.map(slotOf) });
    this.#known.set(query, forms.set(names, prepared));
    return prepared;
  }
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

/** How many rows there are, as the column `count`. */
export const rowCount: AliasedRawBuilder<number, "count"> = sql<number>`count(*)`.as("count");

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

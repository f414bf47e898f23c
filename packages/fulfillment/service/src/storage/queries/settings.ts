// What a deployment keeps about itself.
import type { Query } from "../query.ts";
import type { NewRow } from "../schema.ts";

export const settingByName: Query<{ name: string }, { value: string }> = (db, { name }) =>
  db.selectFrom("settings").select("value").where("name", "=", name);

/** Keeps the first value: of several processes that start at once, all find the same afterwards. */
export const insertSetting: Query<NewRow<"settings">, { name: string }> = (db, row) =>
  db
    .insertInto("settings")
    .values(row)
    .onConflict((conflict) => conflict.column("name").doNothing())
    .returning("name");

/** A write like any other, for `ready`: the value has to change, or SQLite would write nothing. */
export const recordProbe: Query<{ value: string }, { name: string }> = (db, { value }) =>
  db
    .insertInto("settings")
    .values({ name: "ready", value })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
    .returning("name");

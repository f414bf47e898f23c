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

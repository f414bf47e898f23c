// What a deployment keeps about itself.
import type { Query } from "../query.ts";

export const settingByName: Query<{ name: string }, { value: string }> = {
  name: "settingByName",
  build: (db, { name }) => db.selectFrom("settings").select("value").where("name", "=", name),
};

/** Keeps the first value: of several processes that start at once, all find the same afterwards. */
export const insertSetting: Query<{ name: string; value: string }, { name: string }> = {
  name: "insertSetting",
  build: (db, { name, value }) =>
    db
      .insertInto("settings")
      .values({ name, value })
      .onConflict((conflict) => conflict.column("name").doNothing())
      .returning("name"),
};

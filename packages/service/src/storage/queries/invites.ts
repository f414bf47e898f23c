// Invites: what a campaign sent out, and what became of it.
import type { Selectable } from "kysely";
import type { Query } from "../query.ts";
import type { NewRow, Tables } from "../schema.ts";

export type InviteRow = Selectable<Tables["invites"]>;

/** The invite, held until the commit. */
export const inviteToChange: Query<{ id: string }, InviteRow> = (db, { id }, dialect) =>
  db
    .selectFrom("invites")
    .selectAll()
    .where("id", "=", id)
    .$if(dialect === "postgres", (invite) => invite.forUpdate());

export const openInvites: Query<{ accountId: string }, { id: string }> = (db, { accountId }) =>
  db.selectFrom("invites").select("id").where("account_id", "=", accountId).where("order_id", "is", null).orderBy("id");

/** Open ones and redeemed ones. */
export const countInvites: Query<{ accountId: string }, { count: number }> = (db, { accountId }) =>
  db
    .selectFrom("invites")
    .select((column) => column.fn.countAll<number>().as("count"))
    .where("account_id", "=", accountId);

export const insertInvite: Query<NewRow<"invites">, { id: string }> = (db, row) =>
  db.insertInto("invites").values(row).returning("id");

export const updateInvite: Query<{ id: string; cart: string; orderId: string | null }, { id: string }> = (
  db,
  { id, cart, orderId },
) => db.updateTable("invites").set({ cart, order_id: orderId }).where("id", "=", id).returning("id");

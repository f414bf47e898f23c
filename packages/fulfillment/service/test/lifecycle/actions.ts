// fast-check -> actions that are valid after any others, and the commands that they become.
import * as fc from "fast-check";
import type { Command, Order } from "./model.ts";

/** A command that does not know yet what is there: orders are named by their place, and `unknown` does not exist. */
export type Action = Named<Exclude<Command, { kind: "create" }>> | Omit<Command & { kind: "create" }, "id">;

type Named<T> = T extends { readonly id: string } ? Omit<T, "id"> & { readonly order: number | "unknown" } : T;

const campaign = fc.constantFrom("first" as const, "second" as const);

const create = fc
  .record({
    kind: fc.constant("create" as const),
    campaign,
    quantity: fc.constantFrom(1, 2, 3, 1, 2, 5, 6, 0),
    source: fc.constantFrom("EXTERNAL" as const, "EXTERNAL" as const, "CSV_IMPORT" as const),
  })
  // Of a file with mistakes nothing is imported, which is not a matter of an order's life.
  .map((wanted) => (wanted.quantity === 0 ? { ...wanted, source: "EXTERNAL" as const } : wanted));

/** Mostly the first: few orders that go far. */
const order = fc.oneof(
  { weight: 8, arbitrary: fc.constant(0) },
  { weight: 4, arbitrary: fc.nat({ max: 3 }) },
  { weight: 1, arbitrary: fc.constant("unknown" as const) },
);
const by = fc.constantFrom("account" as const, "account" as const, "stranger" as const);

const cancel = fc.record({ kind: fc.constant("cancel" as const), order, by });
const get = fc.record({ kind: fc.constant("get" as const), order, by });
const move = fc.record({
  kind: fc.constantFrom("ship" as const, "deliver" as const, "return" as const),
  order,
});

const status = fc.constantFrom("AWAITING_SHIPMENT", "SHIPPED", "DELIVERED", "CANCELLED", "RETURNED", null);
const page = fc.record({
  status,
  campaign: fc.option(campaign, { freq: 2 }),
  limit: fc.constantFrom(20, 20, 1, 2),
  offset: fc.constantFrom(0, 0, 1),
});
const list = fc.record({ kind: fc.constant("list" as const), page, by });

export const creation: fc.Arbitrary<Action> = create;

/** What makes up a sequence: mostly moves, and orders for them. */
export const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 4, arbitrary: create },
  { weight: 4, arbitrary: cancel },
  { weight: 12, arbitrary: move },
  { weight: 4, arbitrary: get },
  { weight: 2, arbitrary: list },
);

/** What gets in each other's way. */
export const racingAction: fc.Arbitrary<Action> = fc.oneof(
  { weight: 3, arbitrary: create },
  { weight: 5, arbitrary: cancel },
  { weight: 8, arbitrary: move },
  { weight: 2, arbitrary: get },
  { weight: 2, arbitrary: list },
);

export function commandOf(wanted: Action, orders: readonly Order[]): Command {
  if (wanted.kind === "create") return { ...wanted, id: null };
  if (wanted.kind === "list") return wanted;
  const { order: place, ...rest } = wanted;
  const found = place === "unknown" ? undefined : orders[place % orders.length];
  return { ...rest, id: found?.id ?? "ord_none" };
}

/** `cancel(order 1, by stranger)` */
export function textOf(wanted: Action): string {
  switch (wanted.kind) {
    case "create": {
      const { campaign: which, quantity, source } = wanted;
      return `${source === "CSV_IMPORT" ? "import" : "create"}(${quantity} of 5, ${which} campaign)`;
    }
    case "list": {
      const { status: only, campaign: which, limit, offset } = wanted.page;
      const filters = `${only ?? "any status"}, ${which ?? "any"} campaign, ${limit} from ${offset}`;
      return `list(${filters}, by ${wanted.by})`;
    }
    case "get":
    case "cancel":
      return `${wanted.kind}(order ${wanted.order}, by ${wanted.by})`;
    default:
      return `${wanted.kind}(order ${wanted.order})`;
  }
}

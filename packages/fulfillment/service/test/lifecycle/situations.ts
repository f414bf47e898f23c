// The model -> every order there can be, and every situation that a command can meet: what a run has to come across to mean something.
import type { OrderStatus } from "@fulfillment/types";
import { situationOf } from "./commands.ts";
import { type Command, type Move, type Order, step } from "./model.ts";

const allMoves: readonly Move[] = ["cancel", "ship", "deliver", "return"];

const statuses: readonly (OrderStatus | null)[] = [
  ...(["AWAITING_SHIPMENT", "SHIPPED", "DELIVERED", "CANCELLED", "RETURNED"] as const),
  null,
];

/** In place of an order's id, where there is just one or none. */
const id = "ord_1";

/** A new order with stock reserved, and all that can become of it. */
function reachableOrders(): readonly Order[] {
  const reached: Order[] = [...step([], creation(1, "EXTERNAL")).orders];
  for (const order of reached) {
    for (const move of allMoves) {
      const { response, orders } = step([order], moveOf(move));
      if (response.kind === "moved") reached.push(...orders);
    }
  }
  return reached;
}

function creation(quantity: number, source: Order["source"]): Command {
  return { kind: "create", id, campaign: "first", quantity, source };
}

function moveOf(move: Move): Command {
  return move === "cancel" ? { kind: move, id, by: "account" } : { kind: move, id };
}

/** `ship of CANCELLED: refused` and so on. */
export function everySituation(): ReadonlySet<string> {
  const commands: readonly Command[] = [
    ...allMoves.map(moveOf),
    { kind: "cancel", id, by: "stranger" },
    { kind: "get", id, by: "account" },
    { kind: "get", id, by: "stranger" },
  ];
  const lists = statuses.flatMap((status): Command[] => {
    const page = { status, campaign: null, limit: 20, offset: 0 };
    return [
      { kind: "list", page, by: "account" },
      { kind: "list", page, by: "stranger" },
    ];
  });
  const creations = [1, 6].flatMap((quantity) => [creation(quantity, "EXTERNAL"), creation(quantity, "CSV_IMPORT")]);
  const situation = (command: Command, orders: readonly Order[]): string =>
    situationOf(command, step(orders, command).response, orders);
  return new Set([
    ...[...creations, creation(0, "EXTERNAL"), ...commands, ...lists].map((command) => situation(command, [])),
    ...reachableOrders().flatMap((order) => commands.map((command) => situation(command, [order]))),
  ]);
}

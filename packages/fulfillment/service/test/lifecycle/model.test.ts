// The model says of orders what `x-waybill-state-machine` in the description of the order status says, no less and no more.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { load } from "js-yaml";
import { expect, test } from "vitest";
import { z } from "zod";
import { replyTo } from "./expectations.ts";
import { type Command, type Order, onHand, statusOf, step, stock } from "./model.ts";
import { allMoves, creation, everySituation, moveOf, reachableOrders } from "./situations.ts";
import type { Tenant } from "./tenant.ts";

const trigger = z.union([
  z.object({ operation: z.enum(["createOrder", "cancelOrder"]) }),
  z.object({ outside: z.string() }).transform(() => ({ operation: "from outside" })),
]);

const description = z.object({
  "x-waybill-state-machine": z.object({
    transitions: z.array(
      z.object({
        trigger,
        from: z.array(z.string()).nullable(),
        to: z.string(),
        event: z.string(),
        response: z.object({ status: z.int(), message: z.string().optional() }).optional(),
      }),
    ),
    refusals: z.array(
      z.object({ trigger, from: z.array(z.string()), response: z.object({ status: z.int() }).optional() }),
    ),
  }),
});

function stateMachine(): z.infer<typeof description>["x-waybill-state-machine"] {
  const file = join(import.meta.dirname, "../../../../../spec/schemas/order-status.yaml");
  return description.parse(load(readFileSync(file, "utf8")))["x-waybill-state-machine"];
}

/** `SHIPPED -> DELIVERED from outside: order.delivered` */
function transitionsOfDescription(): string[] {
  return stateMachine().transitions.flatMap(({ trigger: { operation }, from, to, event, response }) => {
    const said = response === undefined ? "" : `, ${response.status} ${response.message ?? ""}`;
    return (from ?? ["no order"]).map((status) => `${status} -> ${to} ${operation}: ${event}${said}`);
  });
}

function transitionsOfModel(): string[] {
  const created = [creation(1, "EXTERNAL"), creation(1, "CSV_IMPORT")].flatMap((command) => transition([], command));
  const moved = reachableOrders().flatMap((order) => allMoves.flatMap((move) => transition([order], moveOf(move))));
  return [...created, ...moved];
}

function transition(before: readonly Order[], command: Command): string[] {
  const { event, response, orders } = step(before, command);
  if (event === null) return [];
  const [was, is] = [before, orders].map(([order]) => (order === undefined ? "no order" : statusOf(order)));
  const operation = operationOf(command);
  const { code, body } = replyTo(command, response, tenant);
  const { message = "" }: { message?: unknown } = Object(body);
  const said = operation === "from outside" ? "" : `, ${code} ${message}`;
  return [`${was} -> ${is} ${operation}: ${event.name}${said}`];
}

function operationOf(command: Command): string {
  if (command.kind === "cancel") return "cancelOrder";
  return command.kind === "create" && command.source === "EXTERNAL" ? "createOrder" : "from outside";
}

/** Nothing of it is in what is said about transitions. */
const tenant: Tenant = {
  id: "",
  key: "",
  campaignId: "",
  secondCampaignId: "",
  warehouses: { east: "", west: "" },
  inviteId: "",
  subscriptionId: "",
};

function sorted(texts: readonly string[]): string[] {
  return [...new Set(texts)].sort();
}

test("it has the transitions of the description, and no others", () => {
  expect(sorted(transitionsOfModel())).toEqual(sorted(transitionsOfDescription()));
});

test("it has the refusals of the description, and no others", () => {
  const described = stateMachine().refusals.flatMap(({ trigger: { operation }, from, response }) =>
    from.map((status) => `${operation} of ${status}: ${response?.status}`),
  );
  const refused = reachableOrders().flatMap((order) => {
    const command = moveOf("cancel");
    const { response } = step([order], command);
    if (response.kind !== "refused") return [];
    return [`${operationOf(command)} of ${statusOf(order)}: ${replyTo(command, response, tenant).code}`];
  });
  expect(sorted(refused)).toEqual(sorted(described));
});

test("what an order takes out of stock is there again when it is cancelled or returned", () => {
  for (const order of reachableOrders()) {
    const isGone = ["SHIPPED", "DELIVERED"].includes(statusOf(order));
    expect(onHand([order]), order.been.join()).toBe(isGone ? stock - 1 : stock);
    const isTaken = isGone || statusOf(order) === "AWAITING_SHIPMENT";
    const { orders } = step([order], {
      kind: "create",
      id: "ord_2",
      campaign: "first",
      quantity: stock,
      source: "EXTERNAL",
    });
    expect(orders[1]?.allocation, order.been.join()).toBe(isTaken ? "UNALLOCATED" : "ALLOCATED");
  }
});

test("every status is reached, and every command meets every status", () => {
  expect(sorted(reachableOrders().map(statusOf))).toHaveLength(5);
  const situations = [...everySituation()];
  for (const move of allMoves) {
    expect(
      situations.filter((situation) => situation.startsWith(`${move} of`) && !/stranger|no order/.test(situation)),
    ).toHaveLength(5);
  }
});

// `fulfillment orders`: what the warehouse and the carrier do to orders, and orders that come from elsewhere.

import type { Order } from "@fulfillment/types";
import type { Command } from "commander";
import { type Move, moveOrder } from "../domain/orders/move.ts";
import { Failure } from "./failure.ts";
import { addImportCommand } from "./import.ts";
import { moment, option, textOption } from "./options.ts";
import { effectsOf, withDatabase } from "./storage.ts";
import { printJson, type Terminal } from "./terminal.ts";

interface Shipment {
  readonly carrier: string;
  readonly tracking: string;
  readonly estimatedDelivery?: string;
}

interface Report {
  readonly location?: string;
  readonly description?: string;
}

export function addOrderCommands(program: Command, terminal: Terminal): void {
  const orders = program
    .command("orders")
    .description("Ship, deliver and return orders, and import them.")
    .summary("ship, deliver, return and import orders");
  orders
    .command("ship")
    .description("Hand an order that awaits shipment to a carrier. Its status becomes SHIPPED.")
    .summary("hand an order to a carrier")
    .argument("<order>", "the order's id")
    .addOption(textOption("--carrier <code>", "the carrier, such as ups").makeOptionMandatory())
    .addOption(textOption("--tracking <number>", "the carrier's tracking number").makeOptionMandatory())
    .addOption(option("--estimated-delivery <time>", "the expected delivery date").argParser(moment))
    .action((id: string, shipment: Shipment, command: Command) =>
      move(id, command, { terminal, kind: "ship", changes: (now) => shipped(shipment, now) }),
    );
  orders
    .command("deliver")
    .description("Confirm that a shipped order has arrived. Its status becomes DELIVERED.")
    .summary("confirm a delivery")
    .argument("<order>", "the order's id")
    .addOption(textOption("--location <place>", "where the parcel was left, such as Portland, OR"))
    .addOption(textOption("--description <words>", "the carrier's message"))
    .action((id: string, report: Report, command: Command) =>
      move(id, command, {
        terminal,
        kind: "deliver",
        changes: (now) => ({ ...reported(report, now), deliveredAt: now }),
      }),
    );
  orders
    .command("return")
    .description("Report that a shipped or delivered order came back. Its status becomes RETURNED.")
    .summary("report a return")
    .argument("<order>", "the order's id")
    .addOption(textOption("--location <place>", "where the parcel is now"))
    .addOption(textOption("--description <words>", "the carrier's message"))
    .action((id: string, report: Report, command: Command) =>
      move(id, command, { terminal, kind: "return", changes: (now) => reported(report, now) }),
    );
  addImportCommand(orders, terminal);
}

/** Taking the parcel over is the carrier's first report. */
function shipped({ carrier, tracking, estimatedDelivery }: Shipment, now: string): Partial<Order> {
  return {
    carrierCode: carrier,
    trackingNumber: tracking,
    shipDate: now,
    lastTrackingUpdate: now,
    estimatedDelivery: estimatedDelivery ?? null,
  };
}

/** What the carrier does not mention stays as it was. */
function reported({ location, description }: Report, now: string): Partial<Order> {
  return {
    lastTrackingUpdate: now,
    ...(location === undefined ? {} : { deliveryLocation: location }),
    ...(description === undefined ? {} : { deliveryDescription: description }),
  };
}

interface Wanted {
  readonly terminal: Terminal;
  readonly kind: Exclude<Move, "cancel">;
  readonly changes: (now: string) => Partial<Order>;
}

const participles = { ship: "shipped", deliver: "delivered", return: "returned" } as const;

async function move(id: string, command: Command, { terminal, kind, changes }: Wanted): Promise<void> {
  const effects = effectsOf(terminal);
  const moved = await withDatabase(command, terminal, (database) =>
    database.write((transaction) =>
      moveOrder(transaction, { orderId: id, accountId: null, move: kind, changes }, effects),
    ),
  );
  switch (moved.kind) {
    case "moved":
      printJson(terminal, { orderId: moved.order.id, status: moved.order.status });
      return;
    case "not-found":
      throw new Failure(`order ${id} not found`);
    case "not-allowed":
      throw new Failure(`order ${id} cannot be ${participles[kind]}: its status is ${moved.status}`);
  }
}

// An action as a fast-check command: done to the service and to the model, and everything that can be seen afterwards compared.
import * as fc from "fast-check";
import { type Action, action, commandOf, creation, textOf } from "./actions.ts";
import { compare, deliveryOf, OrderNumbers, replyTo } from "./expectations.ts";
import { type Command, type ModelResponse, type Order, type Outcome, onHand, statusOf, step } from "./model.ts";
import { product } from "./order-facts.ts";
import { type Asking, ask, deliveriesSince, newTenant } from "./tenant.ts";
import type { Reply } from "./warehouse.ts";

/** What the model knows. */
export interface Known {
  orders: readonly Order[];
}

/** An account on the service, and what was seen of it. */
export interface Run extends Asking {
  readonly numbers: OrderNumbers;
  /** Told of every situation that comes up, such as `cancel of SHIPPED: refused`. */
  readonly note: (situation: string) => void;
  /** The last delivery that was looked at. */
  lastDelivery: number;
}

/** A private account: it starts without orders, with all of the stock. */
export async function newRun(about: Omit<Run, "tenant" | "numbers" | "lastDelivery">): Promise<Run> {
  return { ...about, tenant: await newTenant(about.system), numbers: new OrderNumbers(), lastDelivery: 0 };
}

/** An order is placed first: without one, most commands could only be refused. */
export interface Sequence {
  readonly first: Action;
  readonly commands: Iterable<fc.AsyncCommand<Known, Run>>;
}

/** `replayPath`: from the report of a failure. */
export function sequences(replayPath: string | null): fc.Arbitrary<Sequence> {
  const options = { maxCommands: 12, size: "max", ...(replayPath === null ? {} : { replayPath }) } as const;
  // Bias is towards short ones.
  const commands = fc.noBias(fc.commands([action.map((wanted) => new Step(wanted))], options));
  return fc
    .record({ first: creation, commands })
    .map((sequence) => ({ ...sequence, toString: () => `${textOf(sequence.first)},${sequence.commands}` }));
}

class Step implements fc.AsyncCommand<Known, Run> {
  readonly #wanted: Action;

  constructor(wanted: Action) {
    this.#wanted = wanted;
  }

  check(): boolean {
    return true;
  }

  async run(known: Known, run: Run): Promise<void> {
    known.orders = await doStep(this.#wanted, known.orders, run);
  }

  toString(): string {
    return textOf(this.#wanted);
  }
}

/** Does all of them, then reads everything once more. Rejects where the service does not do what the model does. */
export async function runSequence({ first, commands }: Sequence, run: Run): Promise<void> {
  const model: Known = { orders: await doStep(first, [], run) };
  await fc.asyncModelRun(() => ({ model, real: run }), commands);
  await read(run, allOrders, model.orders);
  for (const { id } of model.orders) await read(run, { kind: "get", id, by: "account" }, model.orders);
  await compareStock(run, model.orders);
}

/** All orders of the account. */
export const allOrders: Command & { kind: "list" } = {
  kind: "list",
  page: { status: null, campaign: null, limit: 100, offset: 0 },
  by: "account",
};

/** The orders afterwards. */
export async function doStep(wanted: Action, orders: readonly Order[], run: Run): Promise<readonly Order[]> {
  const command = commandOf(wanted, orders);
  const reply = await ask(run, command);
  const outcome = step(orders, named(command, reply));
  run.note(situationOf(command, outcome.response, orders));
  compareReply(run, { command, response: outcome.response, reply });
  await compareDeliveries(run, outcome);
  const changed = outcome.event?.order;
  if (changed !== undefined) await read(run, { kind: "get", id: changed.id, by: "account" }, outcome.orders);
  return outcome.orders;
}

/** A new order has the name that the service gave it. */
export function named(command: Command, { body }: Reply): Command {
  if (command.kind !== "create") return command;
  const { orderId, orderIds }: { orderId?: unknown; orderIds?: unknown } = Object(body);
  const id = Array.isArray(orderIds) ? orderIds[0] : orderId;
  return { ...command, id: typeof id === "string" ? id : null };
}

interface Replied {
  readonly command: Command;
  readonly response: ModelResponse;
  readonly reply: Reply;
}

function compareReply({ numbers, tenant }: Run, { command, response, reply }: Replied): void {
  compare(numbers.takenFrom(reply), replyTo(command, response, tenant), `the reply to ${command.kind}`);
}

async function compareDeliveries(run: Run, { event }: Outcome): Promise<void> {
  const { last, bodies } = await deliveriesSince(run.system, run.tenant, run.lastDelivery);
  run.lastDelivery = last;
  compare(run.numbers.takenFrom(bodies), event === null ? [] : [deliveryOf(event, run.tenant)], "the deliveries");
}

async function read(run: Run, command: Command, orders: readonly Order[]): Promise<void> {
  const reply = await ask(run, command);
  compareReply(run, { command, response: step(orders, command).response, reply });
}

async function compareStock({ system, tenant }: Run, orders: readonly Order[]): Promise<void> {
  const reply = await system.servers[0]({ method: "GET", path: "/v1/inventory/list", key: tenant.key });
  const { inventory }: { inventory?: unknown } = Object(reply.body);
  const items: unknown[] = Array.isArray(inventory) ? inventory : [];
  const found = items.map((item) => Object(item)).find((item) => item.sku === product.sku);
  compare(found?.on_hand, onHand(orders), "the stock in the warehouse");
}

/** `ship of CANCELLED: refused` */
export function situationOf(command: Command, response: ModelResponse, orders: readonly Order[]): string {
  const byStranger = "by" in command && command.by === "stranger" ? " by a stranger" : "";
  switch (command.kind) {
    case "create":
      return `create through ${command.source}: ${response.kind === "created" ? response.order.allocation : response.kind}`;
    case "list":
      return `list of ${command.page.status ?? "all"}${byStranger}: ${response.kind}`;
    default: {
      const order = orders.find(({ id }) => id === command.id);
      return `${command.kind} of ${order === undefined ? "no order" : statusOf(order)}${byStranger}: ${response.kind}`;
    }
  }
}

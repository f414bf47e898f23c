import { newOrder, shipTo } from "../contract/accounts.ts";
import type { ServiceResponse } from "../contract/running-service.ts";
import type { Arrived, Mailbox, MailboxOptions } from "./receiver.ts";
import type { FaultyService } from "./run-faulty.ts";
import { type Fields, fieldsOf, textAt } from "./values.ts";

type Service = FaultyService;

export function create(
  service: Service,
  changes: Fields = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<ServiceResponse> {
  return service.ask("POST", "/v1/orders/create", { body: newOrder(service.account, changes), headers });
}

/** The status of the response to an order with this address. */
export async function shippingTo(service: Service, changes: Fields): Promise<number> {
  return (await create(service, { shipTo: shipTo(changes) })).status;
}

/** The id of a new order. */
export async function place(service: Service, changes: Fields = {}): Promise<string> {
  return textAt((await create(service, changes)).body, "orderId");
}

export function read(service: Service, orderId: string): Promise<ServiceResponse> {
  return service.ask("GET", `/v1/orders/${orderId}`);
}

export async function readNew(service: Service, changes: Fields = {}): Promise<Fields> {
  return fieldsOf((await read(service, await place(service, changes))).body);
}

export function cancel(service: Service, orderId: unknown): Promise<ServiceResponse> {
  return service.ask("POST", "/v1/orders/cancel", { body: { orderId } });
}

/** A new order that has gone through these steps. */
export async function placeAnd(
  service: Service,
  ...moves: readonly ("ship" | "deliver" | "return")[]
): Promise<string> {
  const orderId = await place(service);
  for (const move of moves) await service.warehouse.move(orderId, move);
  return orderId;
}

export async function statusOf(response: Promise<ServiceResponse>): Promise<number> {
  return (await response).status;
}

export async function bodyOf(response: Promise<ServiceResponse>): Promise<unknown> {
  return (await response).body;
}

export async function headerOf(response: Promise<ServiceResponse>, name: string): Promise<string | null> {
  return (await response).headers.get(name);
}

/** A request that no other has used the budget of its address before. */
export function checkElsewhere(service: Service): Promise<ServiceResponse> {
  return service.ask("GET", "/v1/auth", { from: service.elsewhere });
}

/** How many of so many requests from there are served, one after the other. */
export async function servedElsewhere(service: Service, count: number): Promise<number> {
  const statuses: number[] = [];
  for (let request = 0; request < count; request += 1) statuses.push(await statusOf(checkElsewhere(service)));
  return statuses.filter((status) => status === 200).length;
}

export interface Subscription extends Mailbox {
  readonly id: string;
  readonly secret: string;
  readonly path: string;
  /** What has arrived, once nothing is left to deliver. */
  events(): Promise<readonly Event[]>;
}

export interface Event extends Arrived {
  readonly name: string;
  readonly data: Fields;
}

export async function subscribe(
  service: Service,
  events: readonly string[],
  options: MailboxOptions & { readonly key?: string } = {},
): Promise<Subscription> {
  const mailbox = service.receiver.open(options);
  const { key = service.account.key } = options;
  const { body } = await service.ask("POST", "/v1/webhooks", { body: { url: mailbox.url, events }, key });
  const id = textAt(body, "id");
  return {
    ...mailbox,
    id,
    secret: textAt(body, "secret"),
    path: `/v1/webhooks/${id}`,
    events: async () => {
      await service.warehouse.quiet();
      return mailbox.arrived.map(eventOf);
    },
  };
}

function eventOf(arrived: Arrived): Event {
  const body: unknown = JSON.parse(arrived.text);
  return { ...arrived, name: textAt(body, "event"), data: fieldsOf(fieldsOf(body)["data"]) };
}

/** The names of the events that have arrived, in alphabetical order. */
export async function namesOf(subscription: Subscription): Promise<readonly string[]> {
  return (await subscription.events()).map(({ name }) => name).sort();
}

/** The first event after a new order, whose only line is one mug. */
export async function createdEvent(service: Service): Promise<Event | undefined> {
  const subscription = await subscribe(service, ["order.created"]);
  await place(service);
  return (await subscription.events())[0];
}

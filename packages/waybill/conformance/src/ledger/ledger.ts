// The cells that a description declares, and how often each was seen: each operation x status x media type x header, and
// each message x header.
import { type Location, type Message, type Operation, statusText } from "waybill/description";
import { type DeliveryVerdict, declaredHeadersOf } from "../deliveries/check-delivery.ts";
import { type Description, headersOf, placeOf } from "../description/description.ts";
import type { Recognised } from "../exchange/check-response.ts";
import { type Excuse, excuseFor } from "./excuses.ts";

export type CellKind = "status" | "media-type" | "header" | "message" | "message-header";

/** One thing that is declared. */
export interface Cell {
  /** `createOrder 201`, `createOrder 201 application/json`, `createOrder 201 RateLimit-Limit`, `order.created`. */
  readonly id: string;
  readonly kind: CellKind;
  /** The operation's id or the event's name. */
  readonly subject: string;
  /** `POST /v1/orders/create`; empty for a message. */
  readonly route: string;
  readonly status: string | null;
  /** The media type or header. */
  readonly part: string | null;
  /** Where it is declared: `spec/paths/orders.yaml:102:7`. */
  readonly where: string;
  /** How often it was seen. */
  readonly seen: number;
  /** Why it need not be seen; `null` without an excuse. */
  readonly excuse: string | null;
}

export class Ledger {
  private readonly cells: readonly Declared[];
  private readonly counts = new Map<string, number>();
  private readonly messageIds: ReadonlyMap<Message, string>;

  constructor({ operations, messages }: Pick<Description, "operations" | "messages">) {
    this.messageIds = idsOf(messages);
    const ofMessages = [...this.messageIds].flatMap(([message, id]) => cellsOfMessage(message, id));
    this.cells = [...operations.flatMap(cellsOfOperation), ...ofMessages];
  }

  /** Records the cells that a response covers. */
  response(operation: Operation, { response, mediaType, headers }: Recognised): void {
    if (response === null) return;
    const id = `${operation.id} ${statusText(response.status)}`;
    this.count(id);
    if (mediaType !== null) this.count(`${id} ${mediaType.type}`);
    for (const { name } of headers) this.count(`${id} ${name}`);
  }

  delivery({ message, headers }: Pick<DeliveryVerdict, "message" | "headers">): void {
    const id = message === null ? undefined : this.messageIds.get(message);
    if (id === undefined) return;
    this.count(id);
    for (const name of headers) this.count(`${id} ${name}`);
  }

  /** Adds the counts of another process. */
  merge(seen: Readonly<Record<string, number>>): void {
    for (const [id, count] of Object.entries(seen)) this.counts.set(id, (this.counts.get(id) ?? 0) + count);
  }

  /** What was seen, for `merge`. */
  seen(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.counts);
  }

  /** Every cell, in the order of the description. */
  rows(excuses: readonly Excuse[] = []): Cell[] {
    return this.cells.map((cell) => {
      return { ...cell, seen: this.counts.get(cell.id) ?? 0, excuse: excuseFor(cell.id, excuses) };
    });
  }

  private count(id: string): void {
    this.counts.set(id, (this.counts.get(id) ?? 0) + 1);
  }
}

/** The holes: neither seen nor excused. */
export function holesIn(rows: readonly Cell[]): Cell[] {
  return rows.filter(({ seen, excuse }) => seen === 0 && excuse === null);
}

type Declared = Omit<Cell, "seen" | "excuse">;
type Owner = Pick<Declared, "id" | "subject" | "route" | "status">;

function cellsOfOperation(operation: Operation): Declared[] {
  const route = `${operation.method.toUpperCase()} ${operation.path.text}`;
  return operation.responses.flatMap((response): Declared[] => {
    const status = statusText(response.status);
    const owner: Owner = { id: `${operation.id} ${status}`, subject: operation.id, route, status };
    return [
      { ...owner, kind: "status", part: null, where: placeOf(response.at) },
      ...response.content.map(({ type, at }) => partOf(owner, "media-type", type, at)),
      ...headersOf(response).map(({ name, at }) => partOf(owner, "header", name, at)),
    ];
  });
}

function partOf(owner: Owner, kind: CellKind, part: string, at: Location): Declared {
  return { ...owner, id: `${owner.id} ${part}`, kind, part, where: placeOf(at) };
}

function cellsOfMessage(message: Message, id: string): Declared[] {
  const owner: Owner = { id, subject: message.eventName, route: "", status: null };
  return [
    { ...owner, kind: "message", part: null, where: placeOf(message.at) },
    ...declaredHeadersOf(message).map(({ name, at }) => partOf(owner, "message-header", name, at)),
  ];
}

/** Their names; with the key behind it where several messages have one name. */
function idsOf(messages: readonly Message[]): ReadonlyMap<Message, string> {
  const isShared = (message: Message): boolean =>
    messages.some((other) => other !== message && other.eventName === message.eventName);
  const idOf = (message: Message): string =>
    isShared(message) ? `${message.eventName} (${message.key})` : message.eventName;
  return new Map(messages.map((message) => [message, idOf(message)]));
}

// Bodies that are streams of events (HTML, 9.2), event by event.
import { jsonTextOf } from "./bodies.ts";
import { type Bytes, bytesOf, type Items, parsed, piecesOf } from "./sequences.ts";

/** `{ event?, id?, retry?, data }`: the fields of an event. One without data is skipped. */
export interface SentEvent {
  readonly event?: string;
  readonly id?: string;
  readonly retry?: number;
  readonly data: unknown;
}

/** A comment between events, which clients ignore: `: still there`. */
export class EventComment {
  readonly text: string;

  constructor(text = "") {
    this.text = text;
  }
}

/** How the data of events is written. */
export interface EventData {
  readonly data: "text" | "json";
  /** The types of events whose data is the other of the two. */
  readonly others?: readonly string[];
  /** The data that is a text where others are JSON. */
  readonly texts?: readonly string[];
  /** The data that ends the stream, and is no item of it. */
  readonly end?: string;
}

/** Stopping early releases the connection. */
export async function* readEvents(bytes: Bytes | null, signal?: AbortSignal): AsyncGenerator<SentEvent> {
  let event: { event?: string; id?: string; retry?: number } = {};
  let data: string[] = [];
  for await (const line of piecesOf(bytes, signal, /\r\n|\n|\r(?!$)/)) {
    if (line === "") {
      if (data.length > 0) yield { ...event, data: data.join("\n") };
      event = {};
      data = [];
      continue;
    }
    const [, name = "", value = ""] = /^([^:]*)(?:: ?([\s\S]*))?$/.exec(line) ?? [];
    if (name === "data") data.push(value);
    else if (name === "event" && value !== "") event.event = value;
    else if (name === "id" && !value.includes("\0")) event.id = value;
    else if (name === "retry" && /^\d+$/.test(value)) event.retry = Number(value);
  }
}

/** Events whose data is a value. */
export async function* readDataEvents(
  described: EventData,
  bytes: Bytes | null,
  signal?: AbortSignal,
): AsyncGenerator<SentEvent> {
  let item = 0;
  for await (const event of readEvents(bytes, signal)) {
    const text = String(event.data);
    if (text === described.end) return;
    item += 1;
    yield isJsonIn(described, event, text) ? { ...event, data: parsed(text, { item }) } : event;
  }
}

/** An event without a type is a `message`. */
function isJsonIn({ data, others = [], texts = [] }: EventData, { event }: Sent, value: unknown): boolean {
  return (data === "json") !== others.includes(event ?? "message") && !texts.some((text) => text === value);
}

/** `event: added`, `data: blue`, and an empty line; text of several lines is as many lines of data. */
export const writeEvents = (items: Items): Bytes => writeDataEvents({ data: "text" }, items);

export const writeDataEvents = (described: EventData, items: Items): Bytes =>
  bytesOf(items, (item) => textOfEvent(described, item));

/** What is neither there nor `null` is not sent. */
type Sent = { readonly [Field in keyof SentEvent]?: SentEvent[Field] | null };

function textOfEvent(described: EventData, item: unknown): string {
  if (item instanceof EventComment) return `: ${item.text.replace(/\r\n|\n|\r/g, "\n: ")}\n\n`;
  if (typeof item !== "object" || item === null) throw new TypeError("an event has to be an object");
  const event: Sent = item;
  const lines = Object.entries(event).flatMap(([name, value]: [string, unknown]): string[] => {
    if (value === undefined) return [];
    if (name === "data" && isJsonIn(described, event, value)) return [`data: ${jsonTextOf(value)}\n`];
    if (value === null) return [];
    const isRight = name === "retry" ? /^\d+$/.test(String(value)) : typeof value === "string";
    if (!isRight) throw new TypeError(`${name} has to be ${name === "retry" ? "a whole number" : "a text"}`);
    const text = String(value);
    if (name === "data") return text.split(/\r\n|\n|\r/).map((line) => `data: ${line}\n`);
    if (!["event", "id", "retry"].includes(name)) throw new TypeError(`an event has no ${name}`);
    if (/[\r\n\0]/.test(text)) throw new TypeError(`${name} has to be one line`);
    return [`${name}: ${text}\n`];
  });
  return `${lines.join("")}\n`;
}

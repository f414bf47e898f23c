// An event and the item of its stream -> whether its data is written as JSON, and the text of the whole event.
import type { StreamItem } from "../http.ts";
import type { Json } from "../schema.ts";

/** `data`: the value, or the text on the wire. An event without a type is a `message`. */
export function isJsonData(
  { data: usual, others = [], texts = [] }: StreamItem,
  type: unknown,
  data: unknown,
): boolean {
  return (
    (usual === "json") !== others.some((other) => other === (type ?? "message")) && !texts.some((text) => text === data)
  );
}

/** `event: tick`, `data: {"n":1}`, and an empty line. Fields that are `null` are not sent. */
export function eventTextOf(item: StreamItem, event: { readonly [field: string]: Json }): string {
  const lines = Object.entries(event).flatMap(([name, value]): string[] => {
    const isJson = name === "data" && isJsonData(item, event["event"], value);
    if (value === null && !isJson) return [];
    const text = isJson || typeof value !== "string" ? JSON.stringify(value) : value;
    return text.split(/\r\n|\n|\r/).map((line) => `${name}: ${line}\n`);
  });
  return `${lines.join("")}\n`;
}

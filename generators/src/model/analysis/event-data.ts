// An event and the item of its stream -> whether its data is written as JSON, and the text of the whole event; and back.
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

export type EventFields = Readonly<Record<string, string | number>> & { readonly data: string };

/** The fields in the text of an event, as HTML reads them; `null` for one without data, which is not dispatched. */
export function eventIn(text: string): EventFields | null {
  const fields: Record<string, string | number> = {};
  const data: string[] = [];
  for (const line of text.split("\n")) {
    const [, name = "", value = ""] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (name === "data") data.push(value);
    else if (name === "event" && value !== "") fields["event"] = value;
    else if (name === "id" && !value.includes("\0")) fields["id"] = value;
    else if (name === "retry" && /^\d+$/.test(value)) fields["retry"] = Number(value);
  }
  return data.length === 0 ? null : { ...fields, data: data.join("\n") };
}

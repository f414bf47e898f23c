// What pages of messages, channels and servers have in common: titles, entries of lists, bindings.
import type { Channel, Message } from "waybill/description";
import type { Block, IndexEntry } from "../blocks/block.ts";

export function eventTitle({ eventName, title }: Message): string {
  return title !== null && title !== "" && title.length <= 80 ? title : eventName;
}

export function channelTitle({ address, title, key }: Channel): string {
  return title ?? address ?? key;
}

export function eventEntry(href: string, message: Message): IndexEntry {
  return { href, label: eventTitle(message), badge: "event", code: message.eventName, deprecated: false };
}

export function entryOf(href: string, label: string): IndexEntry {
  return { href, label, badge: null, code: null, deprecated: false };
}

/** What a protocol needs to know, as the description has it. */
export function bindingBlocks(bindings: Readonly<Record<string, unknown>>): Block[] {
  return Object.entries(bindings).map(([protocol, value]) => ({
    kind: "samples",
    title: "Binding",
    group: "example",
    tabs: [{ label: protocol, language: "json", text: JSON.stringify(value, null, 2) ?? "" }],
  }));
}

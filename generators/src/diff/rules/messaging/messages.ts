// The messages of an API: which there are, what they are called, and how they are written.
import type { Message } from "../../../model/messaging.ts";
import type { Kind } from "../../change.ts";
import { adds, breaks, inside, loosens, type Rule, renames, tightens } from "../../rule.ts";
import { bindingsChanged, bindingsOf } from "./channels.ts";

export const messageAdded: Kind<void> = {
  ...adds,
  id: "message-added",
  opposite: "message-removed",
  uneven:
    "receivers choose the messages they want, and answer what they do not know; those that are gone cannot be chosen",
  message: () => "it is new",
  means: {
    request: "It may be sent, and need not be.",
    response: "A receiver that answers what it does not know goes on as before.",
  },
};

export const messageRemoved: Kind<void> = {
  ...breaks,
  id: "message-removed",
  opposite: "message-added",
  uneven:
    "receivers choose the messages they want, and answer what they do not know; those that are gone cannot be chosen",
  message: () => "it is gone",
  means: { request: "Who sends it is not heard.", response: "Code that waits for it never sees it again." },
};

export const eventRenamed: Kind<{ from: string; to: string }> = {
  ...breaks,
  id: "event-renamed",
  opposite: "event-renamed",
  message: ({ from, to }) => `it travels as ${to} instead of ${from}`,
};

export const messageRenamed: Kind<{ from: string; to: string }> = {
  ...renames,
  id: "message-renamed",
  opposite: "message-renamed",
  message: ({ from, to }) => `generated code calls it ${to} instead of ${from}`,
};

export const contentTypeChanged: Kind<{ from: string; to: string }> = {
  ...breaks,
  id: "content-type-changed",
  opposite: "content-type-changed",
  message: ({ from, to }) => `it is written as ${to} instead of ${from}`,
};

export const headersDescribed: Kind<void> = {
  ...tightens,
  id: "headers-described",
  opposite: "headers-undescribed",
  message: () => "its headers are described, and were not",
};

export const headersUndescribed: Kind<void> = {
  ...loosens,
  id: "headers-undescribed",
  opposite: "headers-described",
  message: () => "its headers are not described any more",
};

export const messageRule: Rule<Message> = {
  kinds: [
    messageAdded,
    messageRemoved,
    eventRenamed,
    messageRenamed,
    contentTypeChanged,
    headersDescribed,
    headersUndescribed,
  ],
  compare: (base, revision, tell) => {
    const at = (key: string) => [inside(base.at, key), inside(revision.at, key)] as const;
    if (base.eventName !== revision.eventName)
      tell(eventRenamed, { from: base.eventName, to: revision.eventName }, ...at("name"));
    if (base.typeName !== revision.typeName)
      tell(messageRenamed, { from: base.typeName, to: revision.typeName }, base.at, revision.at);
    if (base.contentType.toLowerCase() !== revision.contentType.toLowerCase())
      tell(contentTypeChanged, { from: base.contentType, to: revision.contentType }, ...at("contentType"));
    if ((base.headers === null) !== (revision.headers === null))
      tell(base.headers === null ? headersDescribed : headersUndescribed, undefined, ...at("headers"));
    for (const name of bindingsOf(base, revision)) tell(bindingsChanged, name, ...at("bindings"));
  },
};

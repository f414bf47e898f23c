// The messages of an API, their names, and their formats.
import type { Message } from "../../../model/messaging.ts";
import {
  adds,
  breaks,
  insideBoth,
  loosens,
  mutual,
  type Opposites,
  opposites,
  type Rule,
  renames,
  tightens,
} from "../../rule.ts";
import { bindingsChanged, bindingsOf } from "./channels.ts";

export const messagePresence: Opposites<void> = opposites(
  adds("message-added", () => "it is new", {
    means: {
      request: "Sending it is optional.",
      response: "Receivers that acknowledge unknown messages are not affected.",
    },
  }),
  breaks("message-removed", () => "it is removed", {
    means: { request: "Senders of it are ignored.", response: "Code that waits for it never receives it." },
  }),
  "receivers choose their messages and acknowledge unknown ones; a removed message cannot be chosen",
);

const eventRenamed = mutual<{ from: string; to: string }>(
  breaks("event-renamed", ({ from, to }) => `its name on the wire is ${to} instead of ${from}`),
);

const messageRenamed = mutual<{ from: string; to: string }>(
  renames("message-renamed", ({ from, to }) => `its name in generated code is ${to} instead of ${from}`),
);

const contentTypeChanged = mutual<{ from: string; to: string }>(
  breaks("content-type-changed", ({ from, to }) => `its content type is ${to} instead of ${from}`),
);

const [headersDescribed, headersUndescribed] = opposites<void>(
  tightens("headers-described", () => "its headers are described, and were not"),
  loosens("headers-undescribed", () => "its headers are no longer described"),
);

export const messageRule: Rule<Message> = {
  kinds: [...messagePresence, eventRenamed, messageRenamed, contentTypeChanged, headersDescribed, headersUndescribed],
  compare: (base, revision, report) => {
    if (base.eventName !== revision.eventName)
      report(eventRenamed, { from: base.eventName, to: revision.eventName }, ...insideBoth(base, revision, "name"));
    if (base.typeName !== revision.typeName)
      report(messageRenamed, { from: base.typeName, to: revision.typeName }, base.at, revision.at);
    if (base.contentType.toLowerCase() !== revision.contentType.toLowerCase())
      report(
        contentTypeChanged,
        { from: base.contentType, to: revision.contentType },
        ...insideBoth(base, revision, "contentType"),
      );
    if ((base.headers === null) !== (revision.headers === null))
      report(
        base.headers === null ? headersDescribed : headersUndescribed,
        undefined,
        ...insideBoth(base, revision, "headers"),
      );
    for (const name of bindingsOf(base, revision))
      report(bindingsChanged, name, ...insideBoth(base, revision, "bindings"));
  },
};

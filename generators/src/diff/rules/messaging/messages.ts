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
import { charsetNoted, withoutDefaultCharset, writtenAlike } from "../http/media-types.ts";
import { bindingsChanged, bindingsOf } from "./channels.ts";

export const messagePresence: Opposites<void> = opposites(
  adds("message-added", () => "it is new", {
    means: {
      request: "Sending it is optional.",
      response: "Receivers that acknowledge unknown messages are not affected.",
    },
  }),
  breaks("message-removed", () => "it is removed", {
    means: { request: "Programs that send it are ignored.", response: "Code that waits for it never receives it." },
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

const [correlationAdded, correlationRemoved] = opposites<string>(
  adds("correlation-added", (place) => `it is related to other messages by ${place}`),
  breaks("correlation-removed", (place) => `it is no longer related to other messages by ${place}`, {
    means: "Code that pairs messages by that value finds none.",
  }),
  "an addition can be ignored, but a removal breaks code that uses it, in either direction",
);

const correlationChanged = mutual<{ from: string; to: string }>(
  breaks("correlation-changed", ({ from, to }) => `it is related to other messages by ${to} instead of ${from}`, {
    means: "Code that pairs messages by the old value finds none.",
  }),
);

export const messageRule: Rule<Message> = {
  kinds: [
    ...messagePresence,
    eventRenamed,
    messageRenamed,
    contentTypeChanged,
    headersDescribed,
    headersUndescribed,
    correlationAdded,
    correlationRemoved,
    correlationChanged,
  ],
  compare: (base, revision, report) => {
    if (base.eventName !== revision.eventName)
      report(eventRenamed, { from: base.eventName, to: revision.eventName }, ...insideBoth(base, revision, "name"));
    if (base.typeName !== revision.typeName)
      report(messageRenamed, { from: base.typeName, to: revision.typeName }, base.at, revision.at);
    const types = [base, revision].map(({ contentType }) => writtenAlike(contentType));
    if (types[0] !== types[1]) {
      const [was, is] = types.map(withoutDefaultCharset);
      const kind = was === is ? charsetNoted : contentTypeChanged;
      const moved = { from: base.contentType, to: revision.contentType };
      report(kind, moved, ...insideBoth(base, revision, "contentType"));
    }
    if ((base.headers === null) !== (revision.headers === null))
      report(
        base.headers === null ? headersDescribed : headersUndescribed,
        undefined,
        ...insideBoth(base, revision, "headers"),
      );
    const [from, to] = [placeOf(base), placeOf(revision)];
    const at = insideBoth(base, revision, "correlationId");
    if (from === null && to !== null) report(correlationAdded, to, ...at);
    else if (from !== null && to === null) report(correlationRemoved, from, ...at);
    else if (from !== null && to !== null && from !== to) report(correlationChanged, { from, to }, ...at);
    for (const name of bindingsOf(base, revision))
      report(bindingsChanged, name, ...insideBoth(base, revision, "bindings"));
  },
};

/** `header/correlationId` */
function placeOf({ correlation }: Message): string | null {
  return correlation === null ? null : `${correlation.part}${correlation.pointer}`;
}

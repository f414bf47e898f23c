// The messages of an API, and the operations that send and receive them.
import type { Message, MessageOperation } from "../../../model/messaging.ts";
import {
  adds,
  breaks,
  type FromTo,
  insideBoth,
  loosens,
  mutual,
  type Opposites,
  opposites,
  type Rule,
  removalBreaksCode,
  removalBreaksUsers,
  renames,
  tightens,
} from "../../rule.ts";
import { charsetNoted, withoutDefaultCharset, writtenAlike } from "../http/bodies.ts";
import { bindingsChanged, bindingsOf } from "./channels.ts";

// The messages of an API, their names, and their formats.
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

const eventRenamed = mutual<FromTo>(
  breaks("event-renamed", ({ from, to }) => `its name on the wire is ${to} instead of ${from}`),
);

const messageRenamed = mutual<FromTo>(
  renames("message-renamed", ({ from, to }) => `its name in generated code is ${to} instead of ${from}`),
);

const contentTypeChanged = mutual<FromTo>(
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

const correlationChanged = mutual<FromTo>(
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

// The operations on messages: who sends, on which channel, and with which reply.
export const messageOperationPresence: Opposites<void> = opposites(
  adds("message-operation-added", () => "it is new"),
  breaks("message-operation-removed", () => "it is removed", {
    means: { request: "It is no longer received.", response: "It is no longer sent." },
  }),
  removalBreaksUsers,
);

const actionChanged = mutual<FromTo>(
  breaks("action-changed", ({ from, to }) => `its action is ${to} instead of ${from}`),
);

const operationChannelChanged = mutual<FromTo>(
  breaks("operation-channel-changed", ({ from, to }) => `it uses the channel ${to} instead of ${from}`),
);

const [replyAdded, replyRemoved] = opposites<void>(
  adds("reply-added", () => "it has a reply, and had none"),
  breaks("reply-removed", () => "it no longer has a reply"),
  removalBreaksCode,
);

const replyChannelChanged = mutual<FromTo<string | null>>(
  breaks(
    "reply-channel-changed",
    ({ from, to }) => `the channel of its reply is ${shownOr(to)} instead of ${shownOr(from)}`,
  ),
);

const replyAddressChanged = mutual<FromTo<string | null>>(
  breaks(
    "reply-address-changed",
    ({ from, to }) => `the address of its reply is ${shownOr(to)} instead of ${shownOr(from)}`,
  ),
);

/** Of an operation, of its reply, or of a channel. */
export const listedPresence: Opposites<{ message: string; of: string }> = opposites(
  adds("listed-message-added", ({ message, of }) => `${message} is among ${of}, and was not`, {
    means: {
      request: "Sending it is optional.",
      response: "Receivers that acknowledge unknown messages are not affected.",
    },
  }),
  breaks("listed-message-removed", ({ message, of }) => `${message} is no longer among ${of}`, {
    means: { request: "Programs that send it are ignored.", response: "Code that waits for it never receives it." },
  }),
  "receivers choose their messages and acknowledge unknown ones; a removed message cannot be chosen",
);

const operationRenamed = mutual<FromTo>(
  renames("message-operation-renamed", ({ from, to }) => `its name in generated code is ${to} instead of ${from}`),
);

function shownOr(text: string | null): string {
  return text ?? "not stated";
}

/** Channels with the same key or the same address are the same. */
export interface ComparedOperation {
  readonly operation: MessageOperation;
  readonly channel: string;
  /** That of the reply; `null` when it has none. */
  readonly replyChannel: string | null;
}

export const messageOperationRule: Rule<ComparedOperation> = {
  kinds: [...messageOperationPresence, actionChanged, operationChannelChanged, operationRenamed],
  compare: ({ operation: base, channel: was }, { operation: revision, channel: is }, report) => {
    if (base.key !== revision.key) report(operationRenamed, { from: base.key, to: revision.key }, base.at, revision.at);
    if (base.action !== revision.action)
      report(actionChanged, { from: base.action, to: revision.action }, ...insideBoth(base, revision, "action"));
    if (was !== is)
      report(
        operationChannelChanged,
        { from: base.channel.key, to: revision.channel.key },
        ...insideBoth(base, revision, "channel"),
      );
    for (const name of bindingsOf(base, revision))
      report(bindingsChanged, name, ...insideBoth(base, revision, "bindings"));
  },
};

export const replyRule: Rule<ComparedOperation> = {
  kinds: [replyAdded, replyRemoved, replyChannelChanged, replyAddressChanged],
  compare: ({ operation: base, replyChannel: from }, { operation: revision, replyChannel: to }, report) => {
    const at = insideBoth(base, revision, "reply");
    if (base.reply === null || revision.reply === null) {
      if (base.reply !== revision.reply) report(base.reply === null ? replyAdded : replyRemoved, undefined, ...at);
      return;
    }
    if (from !== to) report(replyChannelChanged, { from, to }, ...at);
    const [was, is] = [base.reply.address?.location ?? null, revision.reply.address?.location ?? null];
    if (was !== is) report(replyAddressChanged, { from: was, to: is }, ...at);
  },
};

// The operations on messages: who sends, on which channel, and with which reply.
import type { MessageOperation } from "../../../model/messaging.ts";
import type { Kind } from "../../change.ts";
import { adds, breaks, inside, type Rule } from "../../rule.ts";
import { bindingsChanged, bindingsOf } from "./channels.ts";

export const messageOperationAdded: Kind<void> = {
  ...adds,
  id: "message-operation-added",
  opposite: "message-operation-removed",
  uneven: "an addition is optional to use, but a removal breaks its users",
  message: () => "it is new",
};

export const messageOperationRemoved: Kind<void> = {
  ...breaks,
  id: "message-operation-removed",
  opposite: "message-operation-added",
  uneven: "an addition is optional to use, but a removal breaks its users",
  message: () => "it is removed",
  means: { request: "No one receives it any more.", response: "Nothing is sent any more." },
};

const actionChanged: Kind<{ from: string; to: string }> = {
  ...breaks,
  id: "action-changed",
  opposite: "action-changed",
  message: ({ from, to }) => `its action is ${to} instead of ${from}`,
};

const operationChannelChanged: Kind<{ from: string; to: string }> = {
  ...breaks,
  id: "operation-channel-changed",
  opposite: "operation-channel-changed",
  message: ({ from, to }) => `it uses the channel ${to} instead of ${from}`,
};

const replyAdded: Kind<void> = {
  ...adds,
  id: "reply-added",
  opposite: "reply-removed",
  uneven: "an addition can be ignored, but a removal breaks code that uses it, in either direction",
  message: () => "it has a reply, and had none",
};

const replyRemoved: Kind<void> = {
  ...breaks,
  id: "reply-removed",
  opposite: "reply-added",
  uneven: "an addition can be ignored, but a removal breaks code that uses it, in either direction",
  message: () => "it no longer has a reply",
};

/** Channels with the same key or the same address are the same. */
export interface ComparedOperation {
  readonly operation: MessageOperation;
  readonly channel: string;
}

export const messageOperationRule: Rule<ComparedOperation> = {
  kinds: [
    messageOperationAdded,
    messageOperationRemoved,
    actionChanged,
    operationChannelChanged,
    replyAdded,
    replyRemoved,
  ],
  compare: ({ operation: base, channel: was }, { operation: revision, channel: is }, report) => {
    const at = (key: string) => [inside(base.at, key), inside(revision.at, key)] as const;
    if (base.action !== revision.action)
      report(actionChanged, { from: base.action, to: revision.action }, ...at("action"));
    if (was !== is)
      report(operationChannelChanged, { from: base.channel.key, to: revision.channel.key }, ...at("channel"));
    if ((base.reply === null) !== (revision.reply === null))
      report(base.reply === null ? replyAdded : replyRemoved, undefined, ...at("reply"));
    for (const name of bindingsOf(base, revision)) report(bindingsChanged, name, ...at("bindings"));
  },
};

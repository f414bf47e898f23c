// What is done with messages: which operations there are, who sends, and what is answered.
import type { MessageOperation } from "../../../model/messaging.ts";
import type { Kind } from "../../change.ts";
import { adds, breaks, inside, type Rule } from "../../rule.ts";
import { bindingsChanged, bindingsOf } from "./channels.ts";

export const messageOperationAdded: Kind<void> = {
  ...adds,
  id: "message-operation-added",
  opposite: "message-operation-removed",
  uneven: "something more need not be used, and something that is gone cannot be",
  message: () => "it is new",
};

export const messageOperationRemoved: Kind<void> = {
  ...breaks,
  id: "message-operation-removed",
  opposite: "message-operation-added",
  uneven: "something more need not be used, and something that is gone cannot be",
  message: () => "it is gone",
  means: { request: "Nobody listens any more.", response: "Nothing is sent any more." },
};

export const actionChanged: Kind<{ from: string; to: string }> = {
  ...breaks,
  id: "action-changed",
  opposite: "action-changed",
  message: ({ from, to }) => `its action is ${to}, and was ${from}`,
};

export const operationChannelChanged: Kind<{ from: string; to: string }> = {
  ...breaks,
  id: "operation-channel-changed",
  opposite: "operation-channel-changed",
  message: ({ from, to }) => `it uses the channel ${to} instead of ${from}`,
};

export const replyAdded: Kind<void> = {
  ...adds,
  id: "reply-added",
  opposite: "reply-removed",
  uneven: "something more can be overlooked, and something that is gone cannot be used, whoever sends it",
  message: () => "it is replied to, and was not",
};

export const replyRemoved: Kind<void> = {
  ...breaks,
  id: "reply-removed",
  opposite: "reply-added",
  uneven: "something more can be overlooked, and something that is gone cannot be used, whoever sends it",
  message: () => "it is not replied to any more",
};

/** Channels with one key in both descriptions, or one address, are the same. */
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
  compare: ({ operation: base, channel: was }, { operation: revision, channel: is }, tell) => {
    const at = (key: string) => [inside(base.at, key), inside(revision.at, key)] as const;
    if (base.action !== revision.action)
      tell(actionChanged, { from: base.action, to: revision.action }, ...at("action"));
    if (was !== is)
      tell(operationChannelChanged, { from: base.channel.key, to: revision.channel.key }, ...at("channel"));
    if ((base.reply === null) !== (revision.reply === null))
      tell(base.reply === null ? replyAdded : replyRemoved, undefined, ...at("reply"));
    for (const name of bindingsOf(base, revision)) tell(bindingsChanged, name, ...at("bindings"));
  },
};

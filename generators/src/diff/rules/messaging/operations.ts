// The operations on messages: who sends, on which channel, and with which reply.
import type { MessageOperation } from "../../../model/messaging.ts";
import {
  adds,
  breaks,
  insideBoth,
  mutual,
  type Opposites,
  opposites,
  type Rule,
  removalBreaksCode,
  removalBreaksUsers,
} from "../../rule.ts";
import { bindingsChanged, bindingsOf } from "./channels.ts";

export const messageOperationPresence: Opposites<void> = opposites(
  adds("message-operation-added", () => "it is new"),
  breaks("message-operation-removed", () => "it is removed", {
    means: { request: "No one receives it any more.", response: "Nothing is sent any more." },
  }),
  removalBreaksUsers,
);

const actionChanged = mutual<{ from: string; to: string }>(
  breaks("action-changed", ({ from, to }) => `its action is ${to} instead of ${from}`),
);

const operationChannelChanged = mutual<{ from: string; to: string }>(
  breaks("operation-channel-changed", ({ from, to }) => `it uses the channel ${to} instead of ${from}`),
);

const [replyAdded, replyRemoved] = opposites<void>(
  adds("reply-added", () => "it has a reply, and had none"),
  breaks("reply-removed", () => "it no longer has a reply"),
  removalBreaksCode,
);

/** Channels with the same key or the same address are the same. */
export interface ComparedOperation {
  readonly operation: MessageOperation;
  readonly channel: string;
}

export const messageOperationRule: Rule<ComparedOperation> = {
  kinds: [...messageOperationPresence, actionChanged, operationChannelChanged, replyAdded, replyRemoved],
  compare: ({ operation: base, channel: was }, { operation: revision, channel: is }, report) => {
    if (base.action !== revision.action)
      report(actionChanged, { from: base.action, to: revision.action }, ...insideBoth(base, revision, "action"));
    if (was !== is)
      report(
        operationChannelChanged,
        { from: base.channel.key, to: revision.channel.key },
        ...insideBoth(base, revision, "channel"),
      );
    if ((base.reply === null) !== (revision.reply === null))
      report(base.reply === null ? replyAdded : replyRemoved, undefined, ...insideBoth(base, revision, "reply"));
    for (const name of bindingsOf(base, revision))
      report(bindingsChanged, name, ...insideBoth(base, revision, "bindings"));
  },
};

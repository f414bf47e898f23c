// The operations on messages of two APIs -> what differs: what is sent and received, how, and by whom it is proved.
import type { Channel, Message, MessageOperation, MessagingApi } from "../model/messaging.ts";
import type { Direction } from "./change.ts";
import type { Findings } from "./findings.ts";
import { paired } from "./paired.ts";
import { inside, insideBoth, type Report } from "./rule.ts";
import { compareDocumentation } from "./rules/annotations/as-written.ts";
import { extensionsRule } from "./rules/annotations/extensions.ts";
import { compareText } from "./rules/annotations/text.ts";
import { securityRule } from "./rules/http/security.ts";
import {
  listedPresence,
  messageOperationPresence,
  messageOperationRule,
  replyRule,
} from "./rules/messaging/operations.ts";

/** What both descriptions have under one name, even where the names differ. */
export interface Matches {
  /** The key in the revision of a channel of the base; its own key when the revision has none. */
  readonly channel: (channel: Channel) => string;
  /** The same for a security scheme. */
  readonly scheme: (name: string) => string;
  /** A message of the base as the revision knows it; `null` when it is removed. */
  readonly message: (message: Message) => string | null;
  /** Messages that the base does not have. */
  readonly isNew: (message: Message) => boolean;
}

export function compareMessageOperations(
  base: MessagingApi,
  revision: MessagingApi,
  matches: Matches,
  findings: Findings,
): void {
  const { both, added, removed } = paired(
    base.operations,
    revision.operations,
    ({ key }) => key,
    ({ action, channel }) => `${action} ${matches.channel(channel)}`,
  );
  const [operationAdded, operationRemoved] = messageOperationPresence;
  const reportOf = (operation: MessageOperation): Report =>
    findings.reportAt({ direction: directionOf(operation), where: `operation ${operation.key}` });
  for (const operation of added)
    reportOf(operation)(operationAdded, undefined, inside(base.at, "operations"), operation.at);
  for (const operation of removed)
    reportOf(operation)(operationRemoved, undefined, operation.at, inside(revision.at, "operations"));
  for (const pair of both) {
    compareOperation(pair.base, pair.revision, matches, reportOf(pair.revision));
    const direction = replyDirectionOf(pair.revision);
    const report = findings.reportAt({ direction, where: `operation ${pair.revision.key}, reply` });
    compareReply(pair.base, pair.revision, matches, report);
  }
}

function compareOperation(base: MessageOperation, revision: MessageOperation, matches: Matches, report: Report): void {
  messageOperationRule.compare(comparedBase(base, matches), comparedRevision(revision), report);
  const at = insideBoth(base, revision, "security");
  securityRule.compare(
    { at: at[0], security: base.security, nameOf: matches.scheme },
    { at: at[1], security: revision.security, nameOf: (name) => name },
    report,
  );
  compareListed(base, revision, { matches, of: "its messages" }, report);
  compareText(base, revision, report);
  compareDocumentation(base, revision, report);
  extensionsRule.compare(base, revision, report);
}

function compareReply(base: MessageOperation, revision: MessageOperation, matches: Matches, report: Report): void {
  replyRule.compare(comparedBase(base, matches), comparedRevision(revision), report);
  if (base.reply === null || revision.reply === null) return;
  compareListed(base.reply, revision.reply, { matches, of: "its replies" }, report);
  const [was, is] = [base.reply.address, revision.reply.address];
  if (was !== null && is !== null) compareText(was, is, report);
}

function comparedBase(operation: MessageOperation, matches: Matches) {
  const replied = operation.reply?.channel ?? null;
  return {
    operation,
    channel: matches.channel(operation.channel),
    replyChannel: replied === null ? null : matches.channel(replied),
  };
}

function comparedRevision(operation: MessageOperation) {
  return { operation, channel: operation.channel.key, replyChannel: operation.reply?.channel?.key ?? null };
}

type Listing = Pick<MessageOperation, "messages" | "at">;

/** Messages that are new or removed altogether are reported as such. */
export function compareListed(
  base: Listing,
  revision: Listing,
  { matches, of, only = () => true }: { matches: Matches; of: string; only?: (message: Message) => boolean },
  report: Report,
): void {
  const [listed, unlisted] = listedPresence;
  const at = insideBoth(base, revision, "messages");
  const before = new Set(base.messages.map(matches.message));
  const after = new Set(revision.messages.map(idOf));
  for (const message of revision.messages)
    if (!before.has(idOf(message)) && !matches.isNew(message) && only(message))
      report(listed, { message: message.eventName, of }, ...at);
  for (const message of base.messages) {
    const id = matches.message(message);
    if (id !== null && !after.has(id) && only(message)) report(unlisted, { message: message.eventName, of }, ...at);
  }
}

/** Each message of a description once. */
export function idOf({ key, channelKey }: Message): string {
  return `${key} ${channelKey}`;
}

/** Consumers receive what the API sends. */
export function directionOf({ action }: MessageOperation): Direction {
  return action === "send" ? "event" : "request";
}

export function replyDirectionOf({ action }: MessageOperation): Direction {
  return action === "send" ? "request" : "response";
}

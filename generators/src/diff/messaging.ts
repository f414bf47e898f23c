// Two messaging APIs -> what differs: channels, operations on them, and messages.
import type { Channel, Message, MessageOperation, MessagingApi } from "../model/messaging.ts";
import type { Json } from "../model/schema.ts";
import type { Direction } from "./change.ts";
import type { Findings, Spot } from "./findings.ts";
import { type Paired, paired } from "./paired.ts";
import { inside, type Report } from "./rule.ts";
import { compareExamples } from "./rules/annotations/examples.ts";
import { extensionsRule } from "./rules/annotations/extensions.ts";
import { compareText } from "./rules/annotations/text.ts";
import { messagingSchemeRule } from "./rules/http/security-schemes.ts";
import { channelPresence, channelRule } from "./rules/messaging/channels.ts";
import { messagePresence, messageRule } from "./rules/messaging/messages.ts";
import { messageOperationPresence, messageOperationRule } from "./rules/messaging/operations.ts";

export function compareMessaging(base: MessagingApi, revision: MessagingApi, findings: Findings): void {
  const report = findings.reportAt({ direction: "event", where: "the messaging API" });
  compareText(
    { ...base.info, at: inside(base.at, "info") },
    { ...revision.info, at: inside(revision.at, "info") },
    report,
  );
  extensionsRule.compare(base, revision, report);
  for (const pair of paired(base.securitySchemes, revision.securitySchemes, ({ name }) => name).both) {
    const report = findings.reportAt({ direction: "event", where: `proof ${pair.revision.name}` });
    messagingSchemeRule.compare(pair.base, pair.revision, report);
    compareText(pair.base, pair.revision, report);
  }
  const channels = paired(
    base.channels,
    revision.channels,
    ({ key }) => key,
    ({ key, address }) => address ?? `key ${key}`,
  );
  compareChannels(base, revision, channels, findings);
  compareOperations(base, revision, channels, findings);
  compareMessages(base, revision, findings);
}

function compareChannels(
  base: MessagingApi,
  revision: MessagingApi,
  channels: Paired<Channel>,
  findings: Findings,
): void {
  const [channelAdded, channelRemoved] = channelPresence;
  const reportOf = ({ key }: Channel): Report => findings.reportAt({ direction: "event", where: `channel ${key}` });
  for (const channel of channels.added)
    reportOf(channel)(channelAdded, undefined, inside(base.at, "channels"), channel.at);
  for (const channel of channels.removed)
    reportOf(channel)(channelRemoved, undefined, channel.at, inside(revision.at, "channels"));
  for (const { base: before, revision: after } of channels.both) {
    channelRule.compare(before, after, reportOf(after));
    compareText(before, after, reportOf(after));
  }
}

function compareOperations(
  base: MessagingApi,
  revision: MessagingApi,
  channels: Paired<Channel>,
  findings: Findings,
): void {
  const renamed = new Map(channels.both.map((pair) => [pair.base, pair.revision.key]));
  const keyOf = (channel: Channel): string => renamed.get(channel) ?? channel.key;
  const { both, added, removed } = paired(
    base.operations,
    revision.operations,
    ({ key }) => key,
    ({ action, channel }) => `${action} ${keyOf(channel)}`,
  );
  const [operationAdded, operationRemoved] = messageOperationPresence;
  const reportOf = (operation: MessageOperation): Report =>
    findings.reportAt({ direction: directionOf(operation), where: `operation ${operation.key}` });
  for (const operation of added)
    reportOf(operation)(operationAdded, undefined, inside(base.at, "operations"), operation.at);
  for (const operation of removed)
    reportOf(operation)(operationRemoved, undefined, operation.at, inside(revision.at, "operations"));
  for (const { base: before, revision: after } of both) {
    const report = reportOf(after);
    const was = { operation: before, channel: keyOf(before.channel) };
    messageOperationRule.compare(was, { operation: after, channel: after.channel.key }, report);
    compareText(before, after, report);
    extensionsRule.compare(before, after, report);
  }
}

/** Consumers receive what the API sends. */
function directionOf({ action }: MessageOperation): Direction {
  return action === "send" ? "event" : "request";
}

function compareMessages(base: MessagingApi, revision: MessagingApi, findings: Findings): void {
  const [messageAdded, messageRemoved] = messagePresence;
  // By name on the wire; a renamed message keeps its key.
  const { both, added, removed } = paired(
    base.messages,
    revision.messages,
    ({ eventName, channelKey }) => `${eventName} ${channelKey}`,
    ({ eventName }) => eventName,
    ({ key }) => key,
  );
  const spotsOf = (message: Message, api: MessagingApi): Spot[] =>
    directionsOf(message, api).map((direction) => ({ direction, where: `message ${message.eventName}` }));
  for (const message of added)
    for (const spot of spotsOf(message, revision))
      findings.reportAt(spot)(messageAdded, undefined, inside(base.at, "channels"), message.at);
  for (const message of removed)
    for (const spot of spotsOf(message, base))
      findings.reportAt(spot)(messageRemoved, undefined, message.at, inside(revision.at, "channels"));
  for (const { base: before, revision: after } of both)
    for (const spot of spotsOf(after, revision)) compareMessage(before, after, spot, findings);
}

/** The API sends a message that no operation mentions. */
function directionsOf(message: Message, { operations }: MessagingApi): Direction[] {
  const found = new Set<Direction>();
  for (const operation of operations) {
    const mentioned = operation.messages.length > 0 ? operation.messages : operation.channel.messages;
    if (mentioned.some((each) => isSame(each, message))) found.add(directionOf(operation));
    if (operation.reply?.messages.some((each) => isSame(each, message)) === true)
      found.add(operation.action === "send" ? "request" : "response");
  }
  return found.size === 0 ? ["event"] : [...found];
}

function isSame(a: Message, b: Message): boolean {
  return a === b || (a.key === b.key && a.channelKey === b.channelKey);
}

function compareMessage(base: Message, revision: Message, spot: Spot, findings: Findings): void {
  const report = findings.reportAt(spot);
  messageRule.compare(base, revision, report);
  compareText(base, revision, report);
  extensionsRule.compare(base, revision, report);
  compareExamples({ at: base.at, values: examplesOf(base) }, { at: revision.at, values: examplesOf(revision) }, report);
  const at = { base: base.at, revision: revision.at };
  findings.compareSchemas({ ...spot, where: `${spot.where}, payload` }, base.payload, revision.payload, at);
  if (base.headers !== null && revision.headers !== null)
    findings.compareSchemas({ ...spot, where: `${spot.where}, headers` }, base.headers, revision.headers, at);
}

function examplesOf({ examples }: Message): Json[] {
  return examples.map(({ name, payload, headers }) => [name, payload?.value ?? null, headers?.value ?? null]);
}

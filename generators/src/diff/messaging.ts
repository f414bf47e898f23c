// Two messaging APIs -> what differs: channels, operations on them, and messages.
import type {
  Channel,
  Message,
  MessageOperation,
  MessagingApi,
  MessagingSecurityScheme,
  MessagingServer,
} from "../model/messaging.ts";
import { tokensTo } from "../model/place.ts";
import type { Json } from "../model/schema.ts";
import type { Direction } from "./change.ts";
import type { Findings, Spot } from "./findings.ts";
import type { SharedNames } from "./http.ts";
import { type Paired, paired } from "./paired.ts";
import { inside, insideBoth, type Report } from "./rule.ts";
import {
  compareDocumentation,
  compareExamples,
  compareInfo,
  compareText,
  compareWritten,
  compareWrittenExtensions,
  extensionsRule,
} from "./rules/annotations.ts";
import { messagingSchemeRule, securityRule, signatureOf } from "./rules/http/security.ts";
import { compareVariableTexts } from "./rules/http/servers.ts";
import { channelPresence, channelRule, channelServersRule } from "./rules/messaging/channels.ts";
import {
  listedPresence,
  messageOperationPresence,
  messageOperationRule,
  messagePresence,
  messageRule,
  replyRule,
} from "./rules/messaging/messages.ts";
import { addressOf, messagingServerPresence, messagingServerRule } from "./rules/messaging/servers.ts";
import { extensionsBeside, signatureRule } from "./rules/messaging/signatures.ts";

export function compareMessaging(base: MessagingApi, revision: MessagingApi, findings: Findings): void {
  const report = findings.reportAt({ direction: "event", where: "the messaging API" });
  extensionsRule.compare(base, revision, report);
  compareWritten(base, revision, ["id", "defaultContentType"], report);
  compareInfo(base, revision, report);
  compareDocumentation(base, revision, report);
  const scheme = compareSchemes(base, revision, findings);
  const servers = paired(base.servers, revision.servers, ({ key }) => key, addressOf);
  compareServers(servers, { base, revision, scheme }, findings);
  const channels = paired(
    base.channels,
    revision.channels,
    ({ key }) => key,
    ({ key, address }) => address ?? `key ${key}`,
  );
  // By name on the wire; a renamed message keeps its key.
  const messages = paired(
    base.messages,
    revision.messages,
    ({ eventName, channelKey }) => `${eventName} ${channelKey}`,
    ({ eventName }) => eventName,
    ({ key }) => key,
  );
  const matches = { ...matchesOf(channels, messages), scheme };
  compareChannels(base, revision, { channels, servers, matches }, findings);
  compareMessageOperations(base, revision, matches, findings);
  compareMessages(base, revision, messages, findings);
}

/** Schemes match by name, or by content where the names differ. Returns the name of a scheme of each side in the revision. */
function compareSchemes(base: MessagingApi, revision: MessagingApi, findings: Findings): Matches["scheme"] {
  // Schemes without a name are distinguished by their place.
  const pairedSchemes = paired(
    base.securitySchemes,
    revision.securitySchemes,
    ({ name, at }) => `${name} ${tokensTo(at).join("/")}`,
    ({ name }) => name,
    signatureOf,
  );
  for (const pair of pairedSchemes.both) {
    const report = findings.reportAt({ direction: "event", where: `proof ${pair.revision.name}` });
    messagingSchemeRule.compare(pair.base, pair.revision, report);
    compareText(pair.base, pair.revision, report);
    compareWritten(pair.base, pair.revision, ["bearerFormat"], report);
  }
  const names = new Map(pairedSchemes.both.map((pair) => [pair.base.name, pair.revision.name]));
  const shared = [...revision.securitySchemes, ...base.securitySchemes].filter((scheme) => !isInline(scheme));
  // AsyncAPI 3 may state a scheme where it applies: a copy of one of the components is that one.
  const copies = new Map(
    [...base.securitySchemes, ...revision.securitySchemes].filter(isInline).flatMap((scheme) => {
      const original = shared.find((each) => signatureOf(each) === signatureOf(scheme));
      return original === undefined ? [] : [[scheme.name, original.name] as const];
    }),
  );
  const originalOf = (name: string): string => copies.get(name) ?? name;
  return {
    base: (name) => names.get(originalOf(name)) ?? originalOf(name),
    revision: originalOf,
  };
}

function isInline({ at }: MessagingSecurityScheme): boolean {
  return !tokensTo(at).includes("securitySchemes");
}

function matchesOf(channels: Paired<Channel>, messages: Paired<Message>): Omit<Matches, "scheme"> {
  const keys = new Map(channels.both.map((pair) => [pair.base.key, pair.revision.key]));
  const ids = new Map(messages.both.map((pair) => [idOf(pair.base), idOf(pair.revision)]));
  const added = new Set(messages.added.map(idOf));
  return {
    channel: ({ key }) => keys.get(key) ?? key,
    message: (message) => ids.get(idOf(message)) ?? null,
    isNew: (message) => added.has(idOf(message)),
  };
}

/** Consumers connect to servers. */
function compareServers(
  { both, added, removed }: Paired<MessagingServer>,
  { base, revision, scheme }: { base: MessagingApi; revision: MessagingApi; scheme: Matches["scheme"] },
  findings: Findings,
): void {
  const [serverAdded, serverRemoved] = messagingServerPresence;
  const reportOf = ({ key }: MessagingServer): Report =>
    findings.reportAt({ direction: "request", where: `server ${key}` });
  for (const server of added) reportOf(server)(serverAdded, undefined, inside(base.at, "servers"), server.at);
  for (const server of removed) reportOf(server)(serverRemoved, undefined, server.at, inside(revision.at, "servers"));
  for (const { base: before, revision: after } of both) {
    const report = reportOf(after);
    messagingServerRule.compare(before, after, report);
    const [was, is] = insideBoth(before, after, "security");
    securityRule.compare(
      { at: was, security: before.security, nameOf: scheme.base },
      { at: is, security: after.security, nameOf: scheme.revision },
      report,
    );
    compareText(before, after, report);
    extensionsRule.compare(before, after, report);
    compareDocumentation(before, after, report);
    compareVariableTexts(before, after, report);
  }
}

interface Compared {
  readonly channels: Paired<Channel>;
  readonly servers: Paired<MessagingServer>;
  readonly matches: Matches;
}

function compareChannels(
  base: MessagingApi,
  revision: MessagingApi,
  { channels, servers, matches }: Compared,
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
    compareWritten(before, after, ["summary"], reportOf(after));
    extensionsRule.compare(before, after, reportOf(after));
    compareDocumentation(before, after, reportOf(after));
    channelServersRule.compare(...servedChannels(before, after, servers), reportOf(after));
    compareParameterSchemas(before, after, findings);
    // Those of operations are reported there.
    const only = (message: Message): boolean =>
      ![base, revision].some(({ operations }) => operations.some(({ messages }) => mentions(messages, message)));
    compareListed(before, after, { matches, of: "its messages", only }, reportOf(after));
  }
}

/** Without a list, a channel is on every server. A server that only one side has is reported as such. */
function servedChannels(base: Channel, revision: Channel, { both }: Paired<MessagingServer>) {
  const was = both.filter((pair) => base.servers?.includes(pair.base.key) ?? true);
  const is = both.filter((pair) => revision.servers?.includes(pair.revision.key) ?? true);
  const namesOf = (pairs: typeof both): string[] => pairs.map((pair) => pair.revision.key);
  return [
    { channel: base, servers: namesOf(was) },
    { channel: revision, servers: namesOf(is) },
  ] as const;
}

/** AsyncAPI 2 describes them by schemas. Senders and receivers alike fill them into the address. */
function compareParameterSchemas(base: Channel, revision: Channel, findings: Findings): void {
  for (const { base: before, revision: after } of paired(base.parameters, revision.parameters, ({ name }) => name)
    .both) {
    const at = {
      base: inside(base.at, "parameters", before.name),
      revision: inside(revision.at, "parameters", after.name),
    };
    const spot = { direction: "request", where: `channel ${revision.key}, parameter ${after.name}` } as const;
    const report = findings.reportAt(spot);
    compareText({ ...before, at: at.base }, { ...after, at: at.revision }, report);
    compareWrittenExtensions({ at: at.base }, { at: at.revision }, report);
    compareExamples({ at: at.base, values: before.examples }, { at: at.revision, values: after.examples }, report);
    if (before.schema !== null && after.schema !== null) findings.compareSchemas(spot, before.schema, after.schema, at);
  }
}

function compareMessages(
  base: MessagingApi,
  revision: MessagingApi,
  { both, added, removed }: Paired<Message>,
  findings: Findings,
): void {
  const [messageAdded, messageRemoved] = messagePresence;
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
  const directions = new Set<Direction>();
  for (const operation of operations) {
    if (mentions(operation.messages, message)) directions.add(directionOf(operation));
    if (mentions(operation.reply?.messages ?? [], message)) directions.add(replyDirectionOf(operation));
  }
  return directions.size === 0 ? ["event"] : [...directions];
}

function mentions(messages: readonly Message[], message: Message): boolean {
  return messages.some((each) => idOf(each) === idOf(message));
}

function compareMessage(base: Message, revision: Message, spot: Spot, findings: Findings): void {
  const report = findings.reportAt(spot);
  messageRule.compare(base, revision, report);
  signatureRule.compare(base, revision, report);
  compareText(base, revision, report);
  extensionsRule.compare(extensionsBeside(base, revision), extensionsBeside(revision, base), report);
  compareDocumentation(base, revision, report);
  if (base.correlation !== null && revision.correlation !== null)
    compareText(base.correlation, revision.correlation, report);
  compareExamples({ at: base.at, values: examplesOf(base) }, { at: revision.at, values: examplesOf(revision) }, report);
  const at = { base: base.at, revision: revision.at };
  findings.compareSchemas({ ...spot, where: `${spot.where}, payload` }, base.payload, revision.payload, at);
  if (base.headers !== null && revision.headers !== null)
    findings.compareSchemas({ ...spot, where: `${spot.where}, headers` }, base.headers, revision.headers, at);
}

function examplesOf({ examples }: Message): Json[] {
  return examples.map(({ name, summary, payload, headers }) => [
    name,
    summary,
    payload?.value ?? null,
    headers?.value ?? null,
  ]);
}

// The operations on messages of two APIs -> what differs: what is sent and received, how, and by whom it is proved.

/** What both descriptions have under one name, even where the names differ. */
export interface Matches {
  /** The key in the revision of a channel of the base; its own key when the revision has none. */
  readonly channel: (channel: Channel) => string;
  /** The same for a security scheme of each side. */
  readonly scheme: SharedNames;
  /** A message of the base as the revision knows it; `null` when it is removed. */
  readonly message: (message: Message) => string | null;
  /** Messages that the base does not have. */
  readonly isNew: (message: Message) => boolean;
}

function compareMessageOperations(
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
    { at: at[0], security: base.security, nameOf: matches.scheme.base },
    { at: at[1], security: revision.security, nameOf: matches.scheme.revision },
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
function compareListed(
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
function idOf({ key, channelKey }: Message): string {
  return `${key} ${channelKey}`;
}

/** Consumers receive what the API sends. */
function directionOf({ action }: MessageOperation): Direction {
  return action === "send" ? "event" : "request";
}

function replyDirectionOf({ action }: MessageOperation): Direction {
  return action === "send" ? "request" : "response";
}

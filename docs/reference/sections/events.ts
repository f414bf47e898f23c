// The messages of a description -> their pages: the overview and one for each message.
import { readFileSync } from "node:fs";
import path from "node:path";
import type { Channel, Message, MessagingApi } from "../../../generators/src/description.ts";
import { decorated } from "../description/decorate.ts";
import { entriesAt, isObject, type Json, type JsonObject, targetOf, textAt } from "../description/json.ts";
import { type Description, sourcePath } from "../description/read.ts";
import { eventPath, eventsPath, operationPath } from "../description/site-map.ts";
import { recipientOf } from "../description/subscribers.ts";
import { messageIn } from "../description/usage.ts";
import { type DeliveryExample, eventPage } from "../page/event.ts";
import { overviewPage } from "../page/overview.ts";
import { firstSentence, type PageContent } from "../page/page.ts";
import { type PageLink, stringsIn } from "../page/parts.ts";
import { openRedoc, type RedocApp } from "../redoc/app.ts";
import { type ChannelView, harvestChannel, harvestPlain, type MessageView } from "../redoc/harvest.ts";
import { channelRoute, messageLabel } from "../redoc/routes.ts";

/** For any event, with the name of one that there is, so that the compiler has seen it. */
const handler = readFileSync(path.join(import.meta.dirname, "../../samples/handler.ts"), "utf8")
  // Its first line is for those who open the file.
  .replace(/^\/\/.*\n/, "");

export async function eventPages(description: Description): Promise<PageContent[]> {
  const { messaging, asyncapi } = description;
  const redoc = await openRedoc(decorated(asyncapi, {}), []);
  try {
    const channels = await channelsOf(redoc, messaging);
    const operations: string[] = [];
    for (const { key, channel } of messaging.operations) {
      operations.push(await harvestPlain(redoc, `${channelRoute(channel)}/operations/${key.toLowerCase()}`));
    }
    const words = [redoc.overview, ...channels.map(({ view }) => view.html), ...operations];
    const views = channels.flatMap(({ channel, view }) =>
      channel.messages.map((message, index) => [message, view.messages[index]] as const),
    );
    return [
      overviewOf(messaging, words),
      ...messaging.messages.map((message) => pageFor(message, viewOf(message, views), description)),
    ];
  } finally {
    redoc.close();
  }
}

async function channelsOf(
  redoc: RedocApp,
  { channels }: MessagingApi,
): Promise<{ channel: Channel; view: ChannelView }[]> {
  const views: { channel: Channel; view: ChannelView }[] = [];
  for (const channel of channels) views.push({ channel, view: await harvestChannel(redoc, channelRoute(channel)) });
  return views;
}

function viewOf(message: Message, views: readonly (readonly [Message, MessageView | undefined])[]): MessageView {
  const view = views.find(([other]) => other === message || other.at === message.at)?.[1];
  if (view === undefined) throw new Error(`Redoc does not show the message ${message.key}`);
  if (view.label !== messageLabel(message)) {
    throw new Error(`Redoc shows "${view.label}" where the message ${message.key} is expected`);
  }
  return view;
}

function overviewOf({ info, messages }: MessagingApi, html: string[]): PageContent {
  const items = messages.map((message) => ({
    label: message.summary ?? messageLabel(message),
    path: eventPath(message),
    method: "event",
    code: message.eventName,
  }));
  const description = firstSentence(info.summary ?? info.description ?? info.title);
  return overviewPage({
    path: eventsPath,
    title: info.title,
    description,
    html,
    servers: [],
    groups: [{ label: "Events", description: null, items }],
  });
}

function pageFor(message: Message, view: MessageView, description: Description): PageContent {
  const { messaging, openapi, asyncapi } = description;
  return eventPage({
    message,
    view,
    examples: examplesOf(messageIn(asyncapi, message), asyncapi),
    recipient: recipientOf(message, description),
    handler: handler.replaceAll("order.created", message.eventName).trim(),
    path: eventPath(message),
    source: sourcePath(description, message.at),
    causes: causesOf(message, description),
    occasions: [openapi, asyncapi]
      .flatMap((document) => occasionsIn(document, message.eventName))
      .filter((words, index, all) => all.indexOf(words) === index),
    signature:
      messaging.securitySchemes.find(({ extensions }) => extensions["x-waybill-signature"] !== undefined)
        ?.description ?? null,
  });
}

/** Headers and payload of each example of a message. */
function examplesOf(message: Json | undefined, document: JsonObject): DeliveryExample[] {
  const whole = resolved(message, document);
  const examples = Array.isArray(whole["examples"]) ? whole["examples"] : [];
  return examples.map((one) => {
    const example = resolved(one, document);
    return {
      name: textAt(example, ["summary"]) ?? textAt(example, ["name"]) ?? "",
      headers: entriesAt(example, ["headers"]).map(([name, value]) => [name, String(value)] as const),
      payload: example["payload"] ?? null,
    };
  });
}

function resolved(value: Json | undefined, document: JsonObject): JsonObject {
  const reference = textAt(value, ["$ref"]);
  const target = reference === null ? value : targetOf(reference, document);
  return isObject(target) ? target : {};
}

function causesOf({ eventName }: Message, { http }: Description): PageLink[] {
  return http.operations
    .filter(({ extensions }) => stringsIn(extensions["x-waybill-events"]).includes(eventName))
    .map((operation) => ({ label: operation.words.summary ?? operation.id, path: operationPath(operation) }));
}

/** The words of state machines for what happens outside of the API and makes the event fire. */
function occasionsIn(document: JsonObject, event: string): string[] {
  const found: string[] = [];
  const visit = (node: Json): void => {
    if (Array.isArray(node)) for (const item of node) visit(item);
    if (!isObject(node)) return;
    const words = textAt(node, ["trigger", "outside"]);
    if (words !== null && node["event"] === event) found.push(words);
    for (const member of Object.values(node)) visit(member);
  };
  visit(document);
  return found;
}

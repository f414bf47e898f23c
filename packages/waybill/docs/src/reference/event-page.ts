// A message or a channel of an AsyncAPI description -> its page.

import { type Channel, type Json, type Message, type MessageOperation, valueAt } from "waybill/description";
import { worded } from "../../site/words/worded.ts";
import type { Block, Field, Inline, Page, Samples } from "../blocks/block.ts";
import { firstSentence, slugOf } from "../blocks/prose.ts";
import { describedHeading, heading, metaLine, prose, type ReferenceContext } from "./context.ts";
import { bindingBlocks, channelTitle, eventEntry, eventTitle } from "./messaging-parts.ts";
import { causedEvents, titleOf } from "./operation-page.ts";
import { examplesOf, type NamedValue } from "./samples.ts";
import { bodyBlocks, fieldOf } from "./schema-blocks.ts";
import { sideOfMessage } from "./sides.ts";
import { signatureBlocks } from "./signature-blocks.ts";
import { tryItOf } from "./try-it.ts";

export function eventPage(message: Message, context: ReferenceContext): Page {
  const { map } = context;
  const { payload, headers, correlation, summary, description, signature } = message;
  const place = { map, side: sideOfMessage(message, map.api.messaging) };
  const added = context.additions?.event?.(message, map) ?? {};
  return {
    path: map.ofMessage(message),
    title: eventTitle(message),
    description:
      firstSentence(summary ?? description) ||
      worded("The message {name}.", context.words, { name: message.eventName }),
    kind: "event",
    intro: [
      { kind: "endpoint", method: "event", server: "", path: message.eventName },
      metaLine("Message", message.key, message.at, context),
    ],
    main: [
      ...prose(summary),
      ...prose(description === summary ? null : description),
      ...(added.before ?? []),
      ...channelBlocks(message, context),
      heading("Payload", "payload"),
      { kind: "line", tone: "label", content: ["Media type: ", { code: message.contentType }] },
      ...bodyBlocks(payload, { ...place, anchor: "payload" }),
      ...(headers === null
        ? []
        : [heading("Headers", "headers"), ...bodyBlocks(headers, { ...place, anchor: "headers" })]),
      ...(signature === null ? [] : signatureBlocks(signature)),
      ...(correlation === null
        ? []
        : [
            heading("Correlation", "correlation"),
            {
              kind: "line" as const,
              content: [
                "Related messages have the same value in the ",
                correlation.part,
                " at ",
                { code: correlation.pointer },
                ".",
              ],
            },
            ...prose(correlation.description),
          ]),
      ...bindingBlocks(message.bindings),
      ...causeBlocks(message, context),
      ...(added.after ?? []),
    ],
    aside: [...exampleBlocks(message), ...sendBlocks(message, context), ...(added.aside ?? [])],
  };
}

/** Operations that name the event in `x-waybill-events`; on a site that the API serves, with a form that causes it. */
function causeBlocks({ eventName }: Message, { map, tryIt = null }: ReferenceContext): Block[] {
  const { http } = map.api;
  const causes = (http?.operations ?? []).filter((operation) => causedEvents(operation).includes(eventName));
  if (causes.length === 0) return [];
  const items = causes.map((operation): Inline[] => [{ href: map.ofOperation(operation), text: titleOf(operation) }]);
  const forms = causes.flatMap((operation): Block[] => {
    const form = tryIt !== null && http !== null ? tryItOf(operation, http, map, tryIt) : null;
    return form === null ? [] : [{ kind: "try-it", form, label: ["Try it", { text: `: ${titleOf(operation)}` }] }];
  });
  return [heading("Caused by", "caused-by"), { kind: "list", items }, ...forms];
}

/** The command that sends a signed sample to a receiver, such as one of this machine, which a page cannot reach. */
function sendBlocks({ eventName, signature }: Message, { asyncapi = null }: ReferenceContext): Samples[] {
  if (signature === null || asyncapi === null) return [];
  const commandLines = [
    `npx waybill events send ${eventName}`,
    "--to http://127.0.0.1:4000/",
    '--secret "$WEBHOOK_SECRET"',
    `--asyncapi ${asyncapi}`,
  ];
  const title = "Send it to your receiver";
  const tabs = [{ label: title, language: "shell", text: commandLines.join(" \\\n  ") }];
  return [{ kind: "samples", title, group: "example", tabs }];
}

/** Where the message travels, and who sends it. */
function channelBlocks(message: Message, { map }: ReferenceContext): Block[] {
  const { channels = [], operations = [] } = map.api.messaging ?? {};
  const isOn = (some: readonly Message[]): boolean =>
    some.some((one) => one === message || (one.key === message.key && one.channelKey === message.channelKey));
  const items = channels
    .filter(({ messages }) => isOn(messages))
    .map((channel): Inline[] => {
      const channelOperations = operations.filter(
        (operation) =>
          operation.channel.key === channel.key && (operation.messages.length === 0 || isOn(operation.messages)),
      );
      const actions = [
        ...new Set(
          channelOperations.map(({ action }) => (action === "send" ? "sent by the API" : "received by the API")),
        ),
      ];
      return [
        { href: map.ofChannel(channel), text: channelTitle(channel) },
        ...actions.flatMap((action, at) => [at === 0 ? ", " : " and ", action]),
      ];
    });
  return items.length === 0 ? [] : [heading("Channels", "channels"), { kind: "list", items }];
}

function exampleBlocks({ payload, headers, examples, signature }: Message): Samples[] {
  const described = examples.filter((example) => example.payload !== null);
  const values = described.map(({ name, summary, payload: value }) => ({
    name: summary ?? name ?? "",
    value: value?.value ?? null,
  }));
  const payloads = values.length > 0 ? values : examplesOf(payload, []);
  const heads = examples.flatMap(({ headers: value, name }) =>
    value === null ? [] : [{ name: name ?? "", value: value.value }],
  );
  const headerValues = heads.length > 0 ? heads : headers === null ? [] : examplesOf(headers, []);
  // What is signed arrives as a request, which has both.
  if (signature !== null && payloads.length > 0) return [deliveries(payloads, headerValues)];
  return [...tabsOf("Payload", payloads), ...tabsOf("Headers", headerValues)];
}

function tabsOf(title: string, values: readonly NamedValue[]): Samples[] {
  if (values.length === 0) return [];
  const tabs = values.map(({ name, value }, at) => ({
    label: name || (values.length === 1 ? title : `Example ${at + 1}`),
    language: "json",
    text: JSON.stringify(value, null, 2),
  }));
  return [{ kind: "samples", title, group: "example", tabs }];
}

/** What arrives at the receiver's URL, byte for byte but for the space in the JSON. */
function deliveries(payloads: readonly NamedValue[], headers: readonly NamedValue[]): Samples {
  const tabs = payloads.map(({ name, value }, at) => ({
    label: payloads.length === 1 ? "Delivery" : name || `Delivery ${at + 1}`,
    language: "http",
    text: deliveryText(value, (headers.length === payloads.length ? headers[at] : headers[0])?.value ?? null),
  }));
  return { kind: "samples", title: "Delivery", group: "example", tabs };
}

function deliveryText(payload: Json, headers: Json): string {
  const entries =
    headers !== null && typeof headers === "object" && !Array.isArray(headers) ? Object.entries(headers) : [];
  const lines = [
    "POST /your-endpoint HTTP/1.1",
    ...entries.map(([name, value]) => `${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`),
  ];
  return `${lines.join("\n")}\n\n${JSON.stringify(payload, null, 2)}`;
}

export function channelPage(channel: Channel, context: ReferenceContext): Page {
  const { map } = context;
  const { address, key, description, messages, parameters, servers, bindings } = channel;
  const channelOperations = (map.api.messaging?.operations ?? []).filter((operation) => operation.channel.key === key);
  const fields = parameters.map((parameter): Field => {
    const facts = [
      ...(parameter.location === null ? [] : [{ label: "Value from", values: [{ code: parameter.location }] }]),
      ...(parameter.default === null ? [] : [{ label: "Default", values: [{ code: parameter.default }] }]),
      ...(parameter.enum.length === 0
        ? []
        : [{ label: "One of", values: parameter.enum.map((value) => ({ code: value })) }]),
      ...(parameter.examples.length === 0
        ? []
        : [{ label: "Example", values: parameter.examples.map((value) => ({ code: value })) }]),
    ];
    if (parameter.schema !== null)
      return fieldOf(
        parameter.name,
        parameter.schema,
        { words: parameter.description, marks: [], facts },
        { map, side: "schema", anchor: "parameter" },
      );
    return {
      name: parameter.name,
      id: `parameter-${slugOf(parameter.name)}`,
      type: ["string"],
      marks: [],
      facts,
      blocks: prose(parameter.description),
    };
  });
  const described = firstSentence(description);
  return {
    path: map.ofChannel(channel),
    title: channelTitle(channel),
    description: described || worded("The channel {name}.", context.words, { name: key }),
    isTitleOnly: described === "",
    kind: "channel",
    intro: [
      address === null
        ? { kind: "line", content: ["Its address is known at run time only, such as the URL of a subscriber."] }
        : { kind: "endpoint", method: null, server: "", path: address },
      metaLine("Channel", key, channel.at, context),
      ...prose(summaryOf(channel)),
      ...prose(description),
      ...(servers === null
        ? []
        : [
            {
              kind: "line" as const,
              content: [
                "On the servers ",
                ...servers.flatMap((name, at): Inline[] => [at === 0 ? "" : ", ", { code: name }]),
              ],
            },
          ]),
    ],
    main: [
      ...(fields.length === 0 ? [] : [heading("Parameters", "parameters"), { kind: "fields" as const, fields }]),
      ...(messages.length === 0
        ? []
        : [
            heading("Messages", "messages"),
            {
              kind: "index" as const,
              entries: messages.map((message) => eventEntry(map.ofMessage(mapped(message, context)), message)),
            },
          ]),
      ...channelOperations.flatMap((operation) => operationBlocks(operation, context)),
      ...bindingBlocks(bindings),
    ],
    aside: [],
  };
}

/** No code is generated from it, so the model does not have it. */
function summaryOf({ at }: Channel): string | null {
  const written = valueAt(at);
  const summary = typeof written === "object" && written !== null && "summary" in written ? written.summary : null;
  return typeof summary === "string" ? summary : null;
}

/** The message of the model that has the page. */
function mapped(message: Message, { map }: ReferenceContext): Message {
  const all = map.api.messaging?.messages ?? [];
  return (
    all.find((one) => one === message) ??
    all.find(({ key, channelKey }) => key === message.key && channelKey === message.channelKey) ??
    message
  );
}

function operationBlocks(operation: MessageOperation, context: ReferenceContext): Block[] {
  const { map } = context;
  const { key, action, title, summary, description, messages, reply, security } = operation;
  const linked = (some: readonly Message[]): Inline[] =>
    some.flatMap((message, at): Inline[] => [
      at === 0 ? "" : ", ",
      { href: map.ofMessage(mapped(message, context)), text: eventTitle(message) },
    ]);
  return [
    describedHeading(title ?? key, `operation-${slugOf(key)}`),
    metaLine(action === "send" ? "The API sends" : "The API receives", key, operation.at, context),
    ...prose(summary),
    ...prose(description),
    ...(messages.length === 0 ? [] : [{ kind: "line" as const, content: ["Messages: ", ...linked(messages)] }]),
    ...security.map(
      ({ schemes }): Block => ({
        kind: "line",
        content: [
          "Authorization: ",
          ...schemes.flatMap(({ name, scopes }, at): Inline[] => [
            at === 0 ? "" : " and ",
            { href: `${map.authentication}#${slugOf(name)}`, text: name, code: true },
            ...(scopes.length === 0 ? [] : [" with ", { text: scopes.join(", ") }]),
          ]),
        ],
      }),
    ),
    ...(reply === null
      ? []
      : [
          { kind: "line" as const, tone: "label" as const, content: ["Reply"] },
          ...(reply.channel === null
            ? []
            : [
                {
                  kind: "line" as const,
                  content: [
                    "On the channel ",
                    { href: map.ofChannel(reply.channel), text: channelTitle(reply.channel) },
                  ],
                },
              ]),
          ...(reply.address?.location == null
            ? []
            : [{ kind: "line" as const, content: ["Sent to the address in ", { code: reply.address.location }] }]),
          ...prose(reply.address?.description ?? null),
          ...(reply.messages.length === 0
            ? []
            : [{ kind: "line" as const, content: ["Messages: ", ...linked(reply.messages)] }]),
        ]),
    ...bindingBlocks(operation.bindings),
  ];
}

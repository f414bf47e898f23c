// A description -> the files of the target: messages, channels, the operations of each side, and the runtime with its transports.
import {
  type Api,
  type Declaration,
  exportFrom,
  type GeneratedFile,
  type MessagingApi,
  printFile,
  runtimeFileOf,
} from "waybill/plugin";
import { reportBindings } from "./bindings.ts";
import { channelDeclarationsOf, serversOf } from "./channels-file.ts";
import { messageDeclarationsOf } from "./messages-file.ts";
import { channelNamesOf, messageNamesOf, target } from "./naming.ts";
import { operationDeclarationsOf } from "./operations-file.ts";
import { type Context, sidesOf, transports } from "./options.ts";

export function renderChannels({ messaging }: Api, context: Context): GeneratedFile[] {
  if (messaging === null || messaging.channels.length === 0) return [];
  reportUnused(messaging, context);
  const used = transportsOf(messaging, context);
  reportBindings(messaging, used, context);
  const names = messageNamesOf(messaging, context);
  const channels = channelNamesOf(messaging.channels);
  const printed = (path: string, summary: string, declarations: readonly Declaration[]): GeneratedFile =>
    printFile({ target, path, summary, declarations }, context);
  const sides = sidesOf(context.options).map((side) => ({
    side,
    declarations: operationDeclarationsOf(messaging, { side, names, channels, transports: used }, context),
  }));
  const channelDeclarations = messaging.channels.flatMap((channel) =>
    channelDeclarationsOf(channel, channels.get(channel.key) ?? "", context),
  );
  return [
    printed(
      "messages.gen.ts",
      "The messages: types, validators, media types.",
      messageDeclarationsOf(messaging.messages, names, context),
    ),
    printed("channels.gen.ts", "The channels: addresses with their parameters, and servers.", [
      ...serversOf(messaging),
      ...channelDeclarations,
    ]),
    ...sides.map(({ side, declarations }) => printed(`${side}.gen.ts`, sideTexts[side], declarations)),
    printed(
      "index.gen.ts",
      "Channels, messages and operations, and what sends and receives. Transports are in their own files.",
      [
        ...["messages.gen.ts", "channels.gen.ts"].map((path) => exportFrom({ target, path })),
        ...sides.map(({ side }) =>
          exportFrom({ target, path: `${side}.gen.ts` }, sides.length === 1 ? {} : { namespaceExport: side }),
        ),
        ...Object.entries(runtimeExports).map(([path, namedExports]) => exportFrom({ target, path }, { namedExports })),
        ...Object.entries(runtimeTypes).map(([path, namedExports]) =>
          exportFrom({ target, path }, { isTypeOnly: true, namedExports }),
        ),
      ],
    ),
    ...[...runtime, ...used].map((name) =>
      runtimeFileOf(target, new URL(`./runtime/${name}.ts`, import.meta.url), context),
    ),
  ];
}

const sideTexts = {
  application: "The operations of the application that is described.",
  peer: "The operations of its peers: they receive what the application sends.",
};

const runtime = ["contract", "address", "queue", "wire", "publish", "subscribe", "request", "memory"];

const runtimeExports = {
  "address.gen.ts": ["matchUrl"],
  "contract.gen.ts": ["ChannelError"],
  "publish.gen.ts": ["publish"],
  "subscribe.gen.ts": ["subscribe"],
  "request.gen.ts": ["request", "respond"],
};

const runtimeTypes = {
  "contract.gen.ts": [
    "ChannelErrorCode",
    "Connection",
    "MessageIssue",
    "Outgoing",
    "Received",
    "Transport",
    "WireMessage",
    "WireSubscription",
  ],
  "publish.gen.ts": ["PublishOptions"],
  "subscribe.gen.ts": ["SubscribeOptions", "Subscription"],
  "request.gen.ts": ["FailedRequest", "Reply", "RequestOptions", "RespondOptions"],
  "wire.gen.ts": ["Codec", "Codecs"],
};

/** Those asked for, else those of the servers; all when there is no server. */
function transportsOf({ servers, at }: MessagingApi, { options, problem }: Context): readonly string[] {
  if (options.transports !== null) return options.transports;
  const protocols = [...new Set(servers.map(({ protocol }) => protocol.toLowerCase()))];
  const isKnown = (protocol: string): boolean => Object.values(transports).some((known) => known.includes(protocol));
  const unknown = protocols.filter((protocol) => !isKnown(protocol));
  if (unknown.length > 0)
    problem({
      severity: "warning",
      at,
      message: `there is no transport for ${unknown.join(", ")}`,
      hint: "implement `Transport` of contract.gen.ts with a client of it; messages, operations and validators are generated",
    });
  return Object.entries(transports).flatMap(([name, known]) =>
    servers.length === 0 || protocols.some((protocol) => known.includes(protocol)) ? [name] : [],
  );
}

/** Of a channel without operations nothing says who sends and who receives. */
function reportUnused({ channels, operations }: MessagingApi, { problem }: Context): void {
  const used = new Set(operations.flatMap(({ channel, reply }) => [channel.key, reply?.channel?.key]));
  for (const channel of channels.filter(({ key }) => !used.has(key)))
    problem({
      severity: "warning",
      at: channel,
      message: `the channel ${JSON.stringify(channel.key)} has no operation, so nothing sends or receives its messages`,
      hint: "describe an operation of it",
    });
}

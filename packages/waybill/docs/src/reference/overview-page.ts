// An API -> its first pages: what it is and where it is served, how calls are authorized, and the lists of its operations and schemas.

import type {
  HttpApi,
  MessagingApi,
  MessagingSecurityScheme,
  MessagingServer,
  Operation,
  SecurityScheme,
  Server,
} from "waybill/description";
import { worded } from "../../site/words/worded.ts";
import type { Block, Fact, Field, IndexEntry, Inline, Page } from "../blocks/block.ts";
import { firstSentence, slugOf } from "../blocks/prose.ts";
import { addressOf, describedHeading, heading, prose, type ReferenceContext, redocBlocks } from "./context.ts";
import { bindingBlocks, channelTitle, entryOf, eventEntry } from "./messaging-parts.ts";
import { titleOf } from "./operation-page.ts";
import type { SiteMap, TagGroup } from "./site-map.ts";
import { infoBlocks, tagLinks } from "./written.ts";

export function overviewPage(title: string, context: ReferenceContext, links: readonly Block[]): Page {
  const { map, redoc, words } = context;
  const { http, messaging } = map.api;
  const ownMessaging = hasEventsPage(map) ? null : messaging;
  const infos = [http?.info, ownMessaging?.info].filter((info) => info !== undefined);
  const versions = [...new Set(infos.map(({ version }) => version))];
  const summaries = infos.flatMap(({ summary }) => (summary === null ? [] : [summary]));
  const kinds = [
    http === null ? [] : [`OpenAPI ${http.specVersion}`],
    messaging === null ? [] : [`AsyncAPI ${messaging.specVersion}`],
  ].flat();
  const described = firstSentence(
    summaries[0] ?? infos.find(({ description }) => description !== null)?.description ?? null,
  );
  return {
    path: map.overview,
    title,
    description: described || worded("The reference of {title}.", words, { title }),
    isTitleOnly: described === "",
    kind: "overview",
    intro: [
      { kind: "line", tone: "meta", content: ["Version", { text: ` ${versions.join(" / ")} · ${kinds.join(", ")}` }] },
      ...infos
        .filter((info) => info.title !== title)
        .map((info): Block => ({ kind: "line", content: [{ text: info.title }] })),
      ...summaries.flatMap((summary) => prose(summary)),
      ...infos.flatMap(({ description }) => prose(leadOf(description))),
      ...(http === null ? [] : infoBlocks(http.at)),
      ...(ownMessaging === null ? [] : infoBlocks(ownMessaging.at)),
      ...redocBlocks(redoc?.openapi ?? (ownMessaging === null ? null : redoc?.asyncapi)),
    ],
    main: [
      ...serverBlocks(http, ownMessaging),
      ...(hasCredentials(map)
        ? [heading(authenticationTitle(context), "authentication"), authenticationLine(map)]
        : []),
      ...infos.flatMap(({ description }) => prose(afterLead(description), true)),
      ...groupBlocks(map),
      ...webhookBlocks(map),
      ...(hasEventsPage(map) ? eventsLine(map, words) : messageBlocks(map)),
      ...links,
    ],
    aside: [],
  };
}

/** Where one API has operations and messages, the messages have an overview of their own. */
export function hasEventsPage({ api: { http, messaging } }: SiteMap): boolean {
  return http !== null && messaging !== null && messaging.messages.length > 0;
}

export function eventsPage(context: ReferenceContext): Page | null {
  const { map, redoc, words } = context;
  const { messaging } = map.api;
  if (!hasEventsPage(map) || messaging === null) return null;
  const { title, summary, description } = messaging.info;
  return {
    path: map.events,
    title: title === map.api.http?.info.title ? worded("Events", words) : title,
    description: firstSentence(summary ?? description) || worded("The events that the API sends.", words),
    kind: "overview",
    intro: [
      {
        kind: "line",
        tone: "meta",
        content: ["Version", { text: ` ${messaging.info.version} · AsyncAPI ${messaging.specVersion}` }],
      },
      ...prose(summary),
      ...prose(leadOf(description)),
      ...infoBlocks(messaging.at),
      ...redocBlocks(redoc?.asyncapi),
    ],
    main: [...serverBlocks(null, messaging), ...prose(afterLead(description), true), ...messageBlocks(map)],
    aside: [],
  };
}

function eventsLine(map: SiteMap, words: ReferenceContext["words"]): Block[] {
  const count = map.api.messaging?.messages.length ?? 0;
  return [
    heading("Events", "events"),
    {
      kind: "line",
      content: [{ href: map.events, text: worded(count === 1 ? "1 event" : `${count} events`, words) }],
    },
  ];
}

/** What comes before the first heading: the page begins with it. */
function leadOf(description: string | null): string {
  return description === null ? "" : description.slice(0, description.length - afterLead(description).length);
}

function afterLead(description: string | null): string {
  const at = description === null ? -1 : description.search(/^#{1,6} /m);
  return description === null || at === -1 ? "" : description.slice(at);
}

function hasCredentials({ api: { http, messaging } }: SiteMap): boolean {
  return (http?.securitySchemes.length ?? 0) + (messaging?.securitySchemes.length ?? 0) > 0;
}

function authenticationLine({ api: { http, messaging }, authentication }: SiteMap): Block {
  const schemes = [...(http?.securitySchemes ?? []), ...(messaging?.securitySchemes ?? [])];
  const names = schemes.flatMap(({ name }, at): Inline[] => [
    at === 0 ? "" : ", ",
    { href: `${authentication}#${slugOf(name)}`, text: name, code: true },
  ]);
  return { kind: "line", content: ["Credentials: ", ...names, "."] };
}

function serverBlocks(http: HttpApi | null, messaging: MessagingApi | null): Block[] {
  const servers = (http?.servers ?? []).flatMap(httpServer);
  const brokers = (messaging?.servers ?? []).flatMap(messagingServer);
  return [
    ...(servers.length === 0 ? [] : [heading("Base URL", "base-url"), ...servers]),
    ...(brokers.length === 0 ? [] : [heading("Servers", "servers"), ...brokers]),
  ];
}

function httpServer(server: Server): Block[] {
  const { name, description, variables } = server;
  return [
    { kind: "endpoint", method: null, server: "", path: addressOf(server) || server.url },
    ...(name === null ? [] : [{ kind: "line", content: [{ text: name }] } satisfies Block]),
    ...prose(description),
    ...variableBlocks(server.url, variables),
  ];
}

function variableBlocks(url: string, variables: Server["variables"]): Block[] {
  if (variables.length === 0) return [];
  const fields = variables.map(
    (variable): Field => ({
      name: variable.name,
      id: null,
      type: ["variable of ", { code: url }],
      marks: [],
      facts: [
        { label: "Default", values: [{ code: variable.default }] },
        ...(variable.enum.length === 0
          ? []
          : [{ label: "One of", values: variable.enum.map((value) => ({ code: value })) }]),
      ],
      blocks: prose(variable.description),
    }),
  );
  return [{ kind: "fields", fields }];
}

function messagingServer({
  key,
  host,
  pathname,
  protocol,
  protocolVersion,
  title,
  summary,
  description,
  variables,
  security,
  bindings,
}: MessagingServer): Block[] {
  const version = protocolVersion === null ? "" : ` ${protocolVersion}`;
  return [
    { kind: "endpoint", method: null, server: `${protocol}://`, path: `${host}${pathname}` },
    {
      kind: "line",
      tone: "meta",
      content: [
        { code: key },
        { text: ` · ${protocol}${version}` },
        ...security.flatMap(({ schemes }) => schemes.flatMap(({ name }): Inline[] => [" · ", { code: name }])),
      ],
    },
    ...prose(title),
    ...prose(summary),
    ...prose(description),
    ...variableBlocks(`${host}${pathname}`, variables),
    ...bindingBlocks(bindings),
  ];
}

function groupBlocks(map: SiteMap): Block[] {
  const { groups } = map;
  if (groups.length === 0) return [];
  const entries = groups.map(
    ({ label, path, operations }): IndexEntry => ({
      href: path,
      // A tag without operations is a chapter of the description.
      label: operations.length === 0 ? label : `${label} (${listedIn({ operations }, map).length})`,
      badge: null,
      code: null,
      deprecated: false,
    }),
  );
  const [only] = groups;
  if (groups.length === 1 && only !== undefined)
    return [heading("Operations", "operations"), { kind: "index", entries: operationEntries(only, map) }];
  const count = groups.reduce((sum, group) => sum + listedIn(group, map).length, 0);
  if (count > mostListed) return [heading("Operations", "operations"), { kind: "index", entries }];
  return groups.flatMap((group): Block[] => [
    describedHeading(group.label, `tag-${slugOf(group.label)}`),
    ...prose(map.api.http?.tags.find(({ name }) => name === group.tag)?.description ?? null),
    ...tagLinks(map.api.http, group.tag),
    { kind: "index", entries: operationEntries(group, map) },
  ]);
}

/** More operations than this are listed on the pages of their tags only. */
const mostListed = 60;

/** Without those that repeat another with a different method. */
export function listedIn({ operations }: Pick<TagGroup, "operations">, map: SiteMap): Operation[] {
  return operations.filter((operation) => map.standsFor(operation) === operation);
}

function operationEntries(group: Pick<TagGroup, "operations">, map: SiteMap): IndexEntry[] {
  return listedIn(group, map).map((operation) => ({
    href: map.ofOperation(operation),
    label: titleOf(operation),
    badge: operation.method.toUpperCase(),
    code: operation.path.text,
    deprecated: operation.words.deprecated,
  }));
}

function webhookBlocks(map: SiteMap): Block[] {
  const webhooks = map.api.http?.webhooks ?? [];
  return webhooks.length === 0
    ? []
    : [heading("Webhooks", "webhooks"), { kind: "index", entries: operationEntries({ operations: webhooks }, map) }];
}

function messageBlocks(map: SiteMap): Block[] {
  const { messaging } = map.api;
  if (messaging === null) return [];
  const messages = messaging.messages.map((message) => eventEntry(map.ofMessage(message), message));
  const channels = messaging.channels.map((channel) => entryOf(map.ofChannel(channel), channelTitle(channel)));
  return [
    ...(messages.length === 0 ? [] : [heading("Messages", "messages"), { kind: "index" as const, entries: messages }]),
    ...(channels.length === 0 ? [] : [heading("Channels", "channels"), { kind: "index" as const, entries: channels }]),
  ];
}

export function groupPage(group: TagGroup, context: ReferenceContext): Page {
  const { map } = context;
  const tag = map.api.http?.tags.find(({ name }) => name === group.tag);
  const count = listedIn(group, map).length;
  const described = firstSentence(tag?.description ?? null);
  return {
    path: group.path,
    title: group.label,
    description:
      described || `${group.label}: ${worded(count === 1 ? "1 operation" : `${count} operations`, context.words)}.`,
    isTitleOnly: described === "",
    kind: "list",
    intro: [...prose(tag?.description ?? null), ...tagLinks(map.api.http, group.tag)],
    main: [{ kind: "index", entries: operationEntries(group, map) }],
    aside: [],
  };
}

export function schemasPage({ map, words }: ReferenceContext): Page {
  const entries = map.named.map((named) => entryOf(map.ofSchema(named) ?? map.schemas, map.titleOf(named)));
  return {
    path: map.schemas,
    title: worded("Schemas", words),
    description: worded(`${entries.length} schema${entries.length === 1 ? "" : "s"} with a name.`, words),
    kind: "list",
    intro: [],
    main: [{ kind: "index", entries: entries.toSorted((one, other) => (one.label < other.label ? -1 : 1)) }],
    aside: [],
  };
}

/** Of the page of all schemes: a tag, or a section of the description, may be called as it would be. */
export function authenticationTitle({ map: { groups, api }, words }: ReferenceContext): string {
  const isTag = groups.some(({ label }) => label.toLowerCase() === "authentication");
  const isSection = [api.http, api.messaging].some((one) =>
    /^#{1,6}\s+authentication\s*#*\s*$/im.test(one?.info.description ?? ""),
  );
  return worded(isTag || isSection ? "Security schemes" : "Authentication", words);
}

export function authenticationPage(context: ReferenceContext): Page | null {
  const { map, words } = context;
  const { http, messaging } = map.api;
  if (!hasCredentials(map)) return null;
  return {
    path: map.authentication,
    title: authenticationTitle(context),
    description: worded("The credentials that {title} accepts, and how requests carry them.", words, {
      title: (http ?? messaging)?.info.title ?? "the API",
    }),
    kind: "other",
    intro: [],
    main: [
      ...(http?.servers[0] === undefined
        ? []
        : [
            {
              kind: "endpoint" as const,
              method: null,
              server: "",
              path: addressOf(http.servers[0]) || http.servers[0].url,
            },
          ]),
      ...(http?.securitySchemes ?? []).flatMap(httpScheme),
      ...(messaging?.securitySchemes ?? []).flatMap(messagingScheme),
    ],
    aside: [],
  };
}

function httpScheme(scheme: SecurityScheme): Block[] {
  return [
    describedHeading(scheme.name, slugOf(scheme.name)),
    ...(scheme.deprecated
      ? [{ kind: "line" as const, tone: "warning" as const, content: ["This scheme is deprecated."] }]
      : []),
    { kind: "line", content: carriage(scheme) },
    ...prose(scheme.description),
    ...flowBlocks(scheme),
  ];
}

function messagingScheme(scheme: MessagingSecurityScheme): Block[] {
  return [
    describedHeading(scheme.name, slugOf(scheme.name)),
    { kind: "line", content: messageCarriage(scheme) },
    ...prose(scheme.description),
    ...flowBlocks(scheme),
  ];
}

/** A delivery is not sent by its reader. */
function messageCarriage(scheme: MessagingSecurityScheme): Inline[] {
  const { in: place, parameterName } = scheme;
  return parameterName === null
    ? carriage({ ...scheme, bearerFormat: null, oauth2MetadataUrl: null })
    : ["Messages carry it in the ", place ?? "header", " ", { code: parameterName }, "."];
}

type Carried = Pick<
  SecurityScheme,
  "type" | "scheme" | "in" | "parameterName" | "bearerFormat" | "openIdConnectUrl" | "oauth2MetadataUrl"
>;

function carriage({
  type,
  scheme,
  in: place,
  parameterName,
  bearerFormat,
  openIdConnectUrl,
  oauth2MetadataUrl,
}: Carried): Inline[] {
  if (type === "http" && scheme?.toLowerCase() === "bearer")
    return [
      "Send the header ",
      { code: "Authorization: Bearer <token>" },
      ...(bearerFormat === null ? ["."] : [". Format of the token: ", { code: bearerFormat }, "."]),
    ];
  if (type === "http" && scheme?.toLowerCase() === "basic")
    return ["Send the header ", { code: "Authorization: Basic <user:password in base64>" }, "."];
  if (type === "http") return ["Send the header ", { code: `Authorization: ${scheme ?? ""} <credentials>` }, "."];
  if (parameterName !== null) return ["Send your key in the ", place ?? "header", " ", { code: parameterName }, "."];
  if (type === "openIdConnect" && openIdConnectUrl !== null)
    return ["OpenID Connect: ", { href: openIdConnectUrl, text: openIdConnectUrl }];
  if (type === "oauth2")
    return [
      "OAuth 2.0: send the header ",
      { code: "Authorization: Bearer <access token>" },
      ".",
      ...(oauth2MetadataUrl === null ? [] : [" Metadata: ", { href: oauth2MetadataUrl, text: oauth2MetadataUrl }]),
    ];
  if (type === "mutualTLS") return ["Mutual TLS: connect with a client certificate."];
  return ["Type: ", { code: type }, ...(place === null ? [] : [" in ", { code: place }])];
}

function flowBlocks({ flows }: Pick<SecurityScheme, "flows">): Block[] {
  return flows.map(({ kind, authorizationUrl, deviceAuthorizationUrl, tokenUrl, refreshUrl, scopes }): Block => {
    const facts = [
      urlFact("Authorization URL", authorizationUrl),
      urlFact("Device authorization URL", deviceAuthorizationUrl),
      urlFact("Token URL", tokenUrl),
      urlFact("Refresh URL", refreshUrl),
    ].flat();
    const flow: Field = { name: kind, id: null, type: ["flow"], marks: [], facts, blocks: [] };
    const fields = scopes.map(
      ({ name, description }): Field => ({
        name,
        id: null,
        type: ["scope"],
        marks: [],
        facts: [],
        blocks: prose(description),
      }),
    );
    return { kind: "fields", fields: [flow, ...fields] };
  });
}

function urlFact(label: string, url: string | null): Fact[] {
  return url === null ? [] : [{ label, values: [{ code: url }] }];
}

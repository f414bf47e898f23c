// An operation, a webhook or a callback -> its page.
import {
  type Header,
  isGroup,
  type MediaType,
  type Operation,
  type ParameterPlace,
  type Response,
  statusText,
} from "waybill/description";
import type { Block, Field, Inline, Mark, Page } from "../blocks/block.ts";
import { firstSentence, slugOf } from "../blocks/prose.ts";
import { addressOf, deprecation, heading, metaLine, prose, type ReferenceContext } from "./context.ts";
import { exampleSamples, requestSamples, unsentExamples } from "./samples.ts";
import { bodyBlocks, fieldOf, type Side } from "./schema-blocks.ts";
import { coded, typeOf } from "./schema-type.ts";
import { signatureBlocks } from "./signature-blocks.ts";
import type { SiteMap } from "./site-map.ts";
import { statusPhrase } from "./status-phrase.ts";
import { tryItOf } from "./try-it.ts";
import { exampleDescription, externalDocsBlocks, pathBlocks } from "./written.ts";

export function operationPage(operation: Operation, context: ReferenceContext): Page {
  const { map } = context;
  const { words, trigger, requestBody } = operation;
  const sent: Side = trigger === null ? "request" : "response";
  const added = context.additions?.operation?.(operation, map) ?? {};
  const samples = trigger === null ? requestSamples(operation, context) : [];
  return {
    path: map.ofOperation(operation),
    title: titleOf(operation),
    description:
      firstSentence(words.description ?? words.summary) || `${operation.method.toUpperCase()} ${operation.path.text}`,
    kind: trigger === null ? "operation" : "event",
    intro: [
      ...deprecation(words.deprecated, trigger === null ? "operation" : trigger.kind),
      ...endpointOf(operation),
      metaLine(
        trigger === null ? "Operation" : trigger.kind === "webhook" ? "Webhook" : "Callback",
        operation.id,
        operation.at,
        context,
      ),
      ...markBlocks(operation, map),
      ...jumpBlocks(operation),
      ...formBlocks(operation, context),
    ],
    main: [
      ...prose(words.summary === titleOf(operation) ? null : words.summary),
      ...prose(words.description),
      ...pathBlocks(operation),
      ...externalDocsBlocks(operation.at),
      ...(operation.signature === null ? [] : signatureBlocks(operation.signature)),
      ...securityBlocks(operation, context),
      ...(added.before ?? []),
      ...serverBlocks(operation, context),
      ...parameterBlocks(operation, context),
      ...(requestBody === null
        ? []
        : [
            heading(`Request body${requestBody.required || trigger !== null ? "" : " (optional)"}`, "body"),
            ...prose(requestBody.description),
            ...contentBlocks(requestBody.content, { side: sent, anchor: "body" }, context),
          ]),
      ...paginationBlocks(operation),
      ...responseBlocks(operation, context),
      ...callbackBlocks(operation, context),
      ...repeatBlocks(operation, context),
      ...eventBlocks(operation, context),
      ...(added.after ?? []),
    ],
    aside: [
      ...samples,
      ...(requestBody === null
        ? []
        : unsentExamples(trigger === null ? "Request body" : "Payload", requestBody.content, samples)),
      ...(added.aside ?? []),
    ],
  };
}

/** To each response, over what may be a long list of fields. */
function jumpBlocks({ responses, trigger }: Operation): Block[] {
  if (trigger !== null || responses.length < 2) return [];
  const links = responses.flatMap(({ status }): Inline[] => {
    const text = statusText(status);
    return [" ", { href: `#response-${slugOf(text)}`, text }];
  });
  return [{ kind: "line", tone: "jump", content: [{ href: "#responses", text: "Responses" }, ...links] }];
}

function formBlocks(operation: Operation, { map, tryIt = null }: ReferenceContext): Block[] {
  const { http } = map.api;
  const isSent = tryIt !== null && operation.trigger === null;
  const form = isSent && http !== null ? tryItOf(operation, http, map, tryIt) : null;
  return form === null ? [] : [{ kind: "try-it", form }];
}

/** The other operations of the path that have the same responses: lists show one of them. */
function repeatBlocks(operation: Operation, { map }: ReferenceContext): Block[] {
  const first = map.standsFor(operation);
  const others = (map.api.http?.operations ?? []).filter(
    (other) => other !== operation && map.standsFor(other) === first,
  );
  if (others.length === 0) return [];
  const entries = others.map((other) => ({
    href: map.ofOperation(other),
    label: titleOf(other),
    badge: other.method.toUpperCase(),
    code: null,
    deprecated: other.words.deprecated,
  }));
  return [heading("The same with other methods", "other-methods"), { kind: "index", entries }];
}

/** Of `x-waybill-events`, the names of events that a successful call has sent. */
export function causedEvents({ extensions }: Operation): string[] {
  const names = extensions["x-waybill-events"];
  return Array.isArray(names) ? names.filter((name) => typeof name === "string") : [];
}

function eventBlocks(operation: Operation, { map }: ReferenceContext): Block[] {
  const names = causedEvents(operation);
  const messages = (map.api.messaging?.messages ?? []).filter(({ eventName }) => names.includes(eventName));
  if (messages.length === 0) return [];
  const items = messages.map((message): Inline[] => [
    { href: map.ofMessage(message), text: message.eventName, code: true },
  ]);
  return [
    heading("Events it causes", "events"),
    { kind: "line", content: ["A successful call causes:"] },
    { kind: "list", items },
  ];
}

/** Tags that group nothing: `badge: Beta`. */
function markBlocks({ tags }: Operation, { api }: SiteMap): Block[] {
  const marks = (api.http?.tags ?? []).filter((tag) => !isGroup(tag) && tags.includes(tag.name));
  return marks.flatMap(({ name, summary, description, kind }): Block[] => [
    { kind: "line", tone: "label", content: [{ text: `${kind}: ${summary ?? name}` }] },
    ...prose(description),
  ]);
}

/** Its summary, where that is a title. */
export function titleOf({ words, id, trigger }: Operation): string {
  const name = words.summary?.trim().replace(/\.$/, "") ?? "";
  if (name !== "" && name.length <= 100) return name;
  return trigger?.kind === "webhook" ? trigger.key : id;
}

function endpointOf(operation: Operation): Block[] {
  const { method, path, trigger, servers } = operation;
  if (trigger === null) return [{ kind: "endpoint", method, server: addressOf(servers[0]), path: path.text }];
  const where: Inline[] =
    trigger.kind === "webhook"
      ? ["The API sends this request to your URL."]
      : ["The API sends this request to ", { code: trigger.expression }, ", which the request names."];
  return [
    { kind: "endpoint", method, server: "", path: trigger.kind === "webhook" ? trigger.key : trigger.expression },
    { kind: "line", content: where },
  ];
}

function securityBlocks({ security }: Operation, { map }: ReferenceContext): Block[] {
  if (security.length === 0) return [];
  const lines = security.map(({ schemes }): Inline[] =>
    schemes.length === 0
      ? ["No credentials"]
      : schemes.flatMap(({ name, scopes }, at): Inline[] => [
          at === 0 ? "" : " and ",
          { href: `${map.authentication}#${slugOf(name)}`, text: name, code: true },
          ...(scopes.length === 0
            ? []
            : [" with ", ...scopes.flatMap((scope, index): Inline[] => [index === 0 ? "" : ", ", { code: scope }])]),
        ]),
  );
  const [only] = lines;
  const body: Block[] =
    lines.length === 1 && only !== undefined
      ? [{ kind: "line", content: only }]
      : [
          { kind: "line", content: ["Any one of:"] },
          { kind: "list", items: lines },
        ];
  return [heading("Authorization", "authorization"), ...body];
}

/** Only where they are not those of the whole API. */
function serverBlocks({ servers, trigger }: Operation, { map }: ReferenceContext): Block[] {
  if (trigger !== null || servers === map.api.http?.servers || servers.length === 0) return [];
  const usual = (map.api.http?.servers ?? []).map(addressOf).join(" ");
  if (servers.map(addressOf).join(" ") === usual) return [];
  return [
    heading("Servers", "servers"),
    {
      kind: "list",
      items: servers.map((server): Inline[] => [
        { code: addressOf(server) },
        ...(server.description === null ? [] : [" ", { markdown: server.description }]),
      ]),
    },
  ];
}

const places: Readonly<Record<ParameterPlace, string>> = {
  path: "Path parameters",
  query: "Query parameters",
  querystring: "Query",
  header: "Request headers",
  cookie: "Cookies",
};

function parameterBlocks({ parameters, trigger }: Operation, { map }: ReferenceContext): Block[] {
  return (["path", "query", "querystring", "header", "cookie"] as const).flatMap((place): Block[] => {
    const placeParameters = parameters.filter((parameter) => parameter.in === place);
    if (placeParameters.length === 0) return [];
    const fields = placeParameters.map((parameter) => {
      const { name, schema, words, required, examples, mediaType, style, explode } = parameter;
      const usual = { path: "simple", header: "simple", query: "form", querystring: "form", cookie: "form" }[place];
      const marks: Mark[] = [
        ...(required ? (["required"] as const) : []),
        ...(words.deprecated ? (["deprecated"] as const) : []),
      ];
      const facts = [
        ...(examples.length === 0
          ? []
          : [
              {
                label: "Example",
                values: examples.flatMap(({ value, summary }): Inline[] => [
                  coded(value.value),
                  ...(summary === null ? [] : [{ text: summary }]),
                ]),
              },
            ]),
        ...(style === usual && explode === (style === "form")
          ? []
          : [{ label: "Style", values: [{ code: style }, explode ? "exploded" : "not exploded"] }]),
        ...(mediaType === null ? [] : [{ label: "Sent as", values: [{ code: mediaType }] }]),
      ];
      return fieldOf(
        name,
        schema,
        { words: words.description, marks, facts },
        { map, side: trigger === null ? "request" : "schema", anchor: place },
      );
    });
    return [heading(places[place], `${place}-parameters`), { kind: "fields", fields }];
  });
}

/** `opened`: the anchors of responses by the schemas that they show. */
function contentBlocks(
  content: readonly MediaType[],
  { side, anchor, opened }: { readonly side: Side; readonly anchor: string; readonly opened?: Map<string, string> },
  { map }: ReferenceContext,
): Block[] {
  return content.flatMap((media, at): Block[] => {
    const place = { map, side, anchor: at === 0 ? anchor : null };
    const encodings = media.encodings.map(
      ({ name, contentType, style }): Field => ({
        name,
        id: null,
        type: ["encoding"],
        marks: [],
        facts: [
          ...(contentType === null ? [] : [{ label: "Media type", values: [{ code: contentType }] }]),
          ...(style === null ? [] : [{ label: "Style", values: [{ code: style }] }]),
        ],
        blocks: [],
      }),
    );
    const item: Block[] = media.item === null ? [] : [{ kind: "line", tone: "label", content: streamLine(media) }];
    const blocks: Block[] = [
      ...item,
      ...exampleNotes(media),
      ...(sameBody(media, opened, map) ?? bodyBlocks(media.item?.schema ?? media.schema, place)),
      ...(encodings.length === 0 ? [] : [{ kind: "fields" as const, fields: encodings }]),
    ];
    const type: Block = { kind: "line", tone: "label", content: ["Media type: ", { code: media.type }] };
    const body = media.item?.schema ?? media.schema;
    if (body.kind === "ref" && opened?.has(body.target.identity) === false) opened.set(body.target.identity, anchor);
    if (content.length === 1) return [type, ...blocks];
    return [{ kind: "box", title: [{ code: media.type }], blocks }];
  });
}

/** What is said of examples, which are beside it. */
function exampleNotes({ examples }: MediaType): Block[] {
  return examples.flatMap((example): Block[] => {
    const text = exampleDescription(example);
    return text === null ? [] : [{ kind: "prose", markdown: `*${example.summary ?? example.name}*: ${text}` }];
  });
}

/** A schema that an earlier response shows is a link to it. */
function sameBody(
  { schema, item }: MediaType,
  opened: ReadonlyMap<string, string> | undefined,
  map: SiteMap,
): Block[] | null {
  const body = item?.schema ?? schema;
  if (body.kind !== "ref") return null;
  const earlier = opened?.get(body.target.identity);
  if (earlier === undefined) return null;
  const link: Inline = { href: `#${earlier}`, text: earlier.replace(/^response-/, "") };
  return [
    { kind: "line", tone: "label", content: ["Type: ", ...typeOf(body, map), ", as in ", link] },
    ...prose(
      body.annotations.description === body.target.schema.annotations.description ? null : body.annotations.description,
    ),
  ];
}

/** How the data of events is written is no part of its type. */
function streamLine({ body, item }: MediaType): Inline[] {
  if (body !== "events" || item === null) return ["A stream; each item:"];
  const { data, others = [] } = item;
  const names = others.flatMap((name, at): Inline[] => [...(at === 0 ? [] : [", "]), { code: name }]);
  const [usual, other] = data === "json" ? ["JSON", "text"] : ["text", "JSON"];
  const rest: Inline[] = others.length === 0 ? [] : [", and ", other, " for ", ...names];
  return ["A stream of events whose data is ", usual, ...rest, "; each event:"];
}

function paginationBlocks({ pagination }: Operation): Block[] {
  return pagination === null
    ? []
    : [{ kind: "line", content: ["This list is paginated: the generated client iterates over all pages."] }];
}

function responseBlocks(operation: Operation, context: ReferenceContext): Block[] {
  const { responses, trigger } = operation;
  if (responses.length === 0) return [];
  const common = commonHeaders(responses);
  const opened = new Map<string, string>();
  const seen = new Map<string, string>();
  const some = responses.map((response): Block => {
    const status = statusText(response.status);
    return {
      kind: "response",
      status,
      text: response.summary === null ? statusPhrase(status) : { text: response.summary },
      blocks: [
        ...prose(response.description),
        ...contentBlocks(
          response.content,
          { side: trigger === null ? "response" : "request", anchor: `response-${slugOf(status)}`, opened },
          context,
        ),
        ...headerBlocks(
          response.headers.filter((header) => !common.has(keyOf(header))),
          `response-${slugOf(status)}-header`,
          { seen, context },
        ),
        ...linkBlocks(response, context),
        ...(context.additions?.response?.(response, operation, context.map) ?? []),
      ],
      aside: responseExamples(response),
    };
  });
  const shared = [...common.values()];
  return [
    heading(trigger === null ? "Responses" : "Your response", "responses"),
    ...(shared.length === 0
      ? []
      : [
          { kind: "line" as const, tone: "label" as const, content: ["In every response"] },
          ...headerBlocks(shared, "response-header", { seen, context }),
        ]),
    ...some,
  ];
}

/** What makes a header of one response that of another. */
function keyOf({ name, schema, description, required, examples }: Header): string {
  const values = examples.map(({ value }) => value.value);
  return JSON.stringify([name, description, schema.annotations.description, required, values]);
}

/** Those that each of several responses has, by their keys. */
function commonHeaders([first, ...others]: readonly Response[]): ReadonlyMap<string, Header> {
  if (first === undefined || others.length === 0) return new Map();
  const keys = others.map(({ headers }) => new Set(headers.map(keyOf)));
  const shared = first.headers.filter((header) => keys.every((some) => some.has(keyOf(header))));
  return new Map(shared.map((header) => [keyOf(header), header]));
}

/** A header that an earlier response of the page describes is one link to it. */
function headerBlocks(
  headers: readonly Header[],
  anchor: string,
  { seen, context: { map } }: { readonly seen: Map<string, string>; readonly context: ReferenceContext },
): Block[] {
  if (headers.length === 0) return [];
  const fields: Field[] = [];
  const known: { readonly name: string; readonly href: string }[] = [];
  for (const header of headers) {
    const { name, schema, description, required, deprecated, examples } = header;
    const key = keyOf(header);
    const href = seen.get(key);
    if (href !== undefined) {
      known.push({ name, href });
      continue;
    }
    seen.set(key, `#${anchor}-${slugOf(name)}`);
    const marks: Mark[] = [
      ...(required ? [] : (["may be absent"] as const)),
      ...(deprecated ? (["deprecated"] as const) : []),
    ];
    const facts =
      examples.length === 0 ? [] : [{ label: "Example", values: examples.map(({ value }) => coded(value.value)) }];
    fields.push(fieldOf(name, schema, { words: description, marks, facts }, { map, side: "response", anchor }));
  }
  const links = known.flatMap(({ name, href }, at): Inline[] => [
    at === 0 ? "" : ", ",
    { href, text: name, code: true },
  ]);
  const headerLinks: Inline[] = fields.flatMap(({ name, id }, at): Inline[] => [
    at === 0 ? "" : ", ",
    id === null ? { code: name } : { href: `#${id}`, text: name, code: true },
  ]);
  return [
    ...(fields.length === 0
      ? []
      : [
          { kind: "line" as const, content: ["Headers: ", ...headerLinks] },
          {
            kind: "details" as const,
            summary: ["What each header contains"],
            blocks: [{ kind: "fields" as const, fields }],
          },
        ]),
    ...(links.length === 0
      ? []
      : [
          {
            kind: "line" as const,
            content: [fields.length === 0 ? "Headers, as above: " : "Also, as above: ", ...links],
          },
        ]),
  ];
}

function linkBlocks({ links }: Response, { map }: ReferenceContext): Block[] {
  if (links.length === 0) return [];
  const items = links.map(({ name, operationId, operationRef, description, parameters }): Inline[] => {
    const target = operationId === null ? null : map.operationById(operationId);
    const to: Inline =
      target === null
        ? { code: operationId ?? operationRef ?? name }
        : { href: map.ofOperation(target), text: titleOf(target) };
    const values = Object.entries(parameters).flatMap(([key, value], at): Inline[] => [
      at === 0 ? " with " : ", ",
      { code: `${key}: ${typeof value === "string" ? value : JSON.stringify(value)}` },
    ]);
    return [{ code: name }, " → ", to, ...values, ...(description === null ? [] : [". ", { markdown: description }])];
  });
  return [
    { kind: "line", tone: "label", content: ["Links"] },
    { kind: "list", items },
  ];
}

function callbackBlocks(operation: Operation, { map }: ReferenceContext): Block[] {
  const { at } = operation;
  const callbacks = (map.api.http?.webhooks ?? []).filter(
    (webhook) => webhook.trigger?.kind === "callback" && isInside(webhook, operation),
  );
  if (callbacks.length === 0 || at === null) return [];
  return [
    heading("Callbacks", "callbacks"),
    {
      kind: "list",
      items: callbacks.map((callback): Inline[] => [
        { href: map.ofOperation(callback), text: titleOf(callback) },
        " ",
        { code: callback.path.text },
      ]),
    },
  ];
}

/** Callbacks are named after the operation that registers them. */
function isInside({ id }: Operation, operation: Operation): boolean {
  return id.startsWith(operation.id);
}

function responseExamples({ content }: Response): Block[] {
  return exampleSamples("Example", content);
}

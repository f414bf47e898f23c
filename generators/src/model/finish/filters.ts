// The filters of a configuration -> the API with only the selected parts, and the schemas they need.
// Names are decided before: filters never change a name.
import { Node } from "../../source/index.ts";
import type { Api } from "../api.ts";
import type { Draft, DraftMessaging, DraftOperation, NamedOperation } from "../draft.ts";
import { everyOperationOf, type HttpApi, type MediaType, type Operation, type Received } from "../http.ts";
import type { Message, MessageOperation, MessagingApi } from "../messaging.ts";
import type { NamedSchema, Schema } from "../schema.ts";
import { childrenOf } from "../walk.ts";
import { type Pattern, type Selector, type SelectorField, selectorFields } from "./selector.ts";

export interface Filters {
  readonly include: readonly Selector[];
  readonly exclude: readonly Selector[];
  /** Whether deprecated operations are kept. */
  readonly deprecated: boolean;
  /** Whether schemas are kept that no remaining part uses. */
  readonly unusedSchemas: "keep" | "drop";
}

/** A selector that matches nothing. */
export interface Unmatched {
  /** `include[0].tag` */
  readonly at: string;
  /** `"ordres"`; empty where each field matches something, but never the same thing. */
  readonly text: string;
  /** The existing values. */
  readonly known: readonly string[];
}

export interface Filtered {
  readonly api: Api;
  readonly unmatched: readonly Unmatched[];
  /** Whether there were operations or messages, and none is left. */
  readonly isEmpty: boolean;
}

/**
 * Each entry of `include` narrows the kinds it matches: HTTP operations, with webhooks and callbacks, or messages. A kind
 * that no entry matches stays whole.
 */
export function filtered(api: Api, filters: Filters): Filtered {
  const units = [...everyOperationOf(api.http).map(httpUnitOf), ...messageUnitsOf(api.messaging)];
  const unmatched = [
    ...unmatchedIn("include", filters.include, units),
    ...unmatchedIn("exclude", filters.exclude, units),
  ];
  const selection = new Set(selectedUnits(units, filters));
  const http = api.http === null ? null : httpWith(api.http, selection, filters);
  const messaging = api.messaging === null ? null : messagingWith(api.messaging, selection);
  const filteredApi = { ...api, http, messaging };
  return {
    api: filters.unusedSchemas === "drop" ? withoutUnused(filteredApi) : filteredApi,
    unmatched,
    isEmpty: units.length > 0 && selection.size === 0,
  };
}

/** What a filter keeps or drops: an operation, or a message on one channel. */
interface Unit {
  readonly kind: "http" | "message";
  readonly of: Operation | Message;
  /** For a message: the operation that carries it; `null` if none does. */
  readonly by: MessageOperation | null;
  readonly deprecated: boolean;
  /** The values that each field of a selector is compared with. */
  readonly words: Readonly<Partial<Record<SelectorField, readonly string[]>>>;
}

function httpUnitOf(operation: Operation): Unit {
  return { kind: "http", of: operation, by: null, deprecated: operation.words.deprecated, words: wordsOf(operation) };
}

function wordsOf({ tags, id, name, path, method }: NamedOperation): Unit["words"] {
  return { tag: tags, operation: [...new Set([id, name])], path: [path.text], method: [method.toLowerCase()] };
}

/** A message, once for each channel it is on and each operation that carries it there. */
function messageUnitsOf(messaging: MessagingApi | null): Unit[] {
  if (messaging === null) return [];
  const { channels, operations, messages } = messaging;
  const placed = channels.flatMap((channel) =>
    channel.messages.flatMap((message): Unit[] => {
      const carrying = operations.filter((one) => one.channel === channel && one.messages.includes(message));
      const where = [channel.key, ...(channel.address === null ? [] : [channel.address])];
      return (carrying.length === 0 ? [null] : carrying).map((by) => messageUnitOf(message, by, where));
    }),
  );
  const placedMessages = new Set(placed.map(({ of }) => of));
  return [...placed, ...messages.filter((one) => !placedMessages.has(one)).map((one) => messageUnitOf(one, null, []))];
}

function messageUnitOf(message: Message, by: MessageOperation | null, channel: readonly string[]): Unit {
  const operation = by === null ? [] : [by.key];
  const selectorTerms = { operation, channel, message: [...new Set([message.key, message.eventName])] };
  return { kind: "message", of: message, by, deprecated: false, words: selectorTerms };
}

function selectedUnits(units: readonly Unit[], { include, exclude, deprecated }: Filters): Unit[] {
  const included = units.filter((unit) => include.some((selector) => selects(selector, unit)));
  const narrowed = new Set(included.map(({ kind }) => kind));
  const wanted = [...units.filter(({ kind }) => !narrowed.has(kind)), ...included];
  return wanted.filter(
    (unit) => (deprecated || !unit.deprecated) && !exclude.some((selector) => selects(selector, unit)),
  );
}

function selects(selector: Selector, { words }: Pick<Unit, "words">): boolean {
  return selectorFields.every((field) => {
    const patterns = patternsOf(selector[field]);
    return patterns === null || patterns.some((pattern) => (words[field] ?? []).some((word) => matches(pattern, word)));
  });
}

/** Whether a selector matches an operation. */
export function selectsOperation(selector: Selector, operation: NamedOperation): boolean {
  return selects(selector, { words: wordsOf(operation) });
}

/** The selectors of a list that match no operation. `list`: its name in messages. */
export function unmatchedOperations(
  list: string,
  selectors: readonly Selector[],
  operations: readonly Operation[],
): Unmatched[] {
  return unmatchedIn(list, selectors, operations.map(httpUnitOf));
}

/** `null` when the field is not set. */
function patternsOf(value: Pattern | readonly Pattern[] | undefined): readonly Pattern[] | null {
  if (value === undefined) return null;
  return typeof value === "string" || value instanceof RegExp ? [value] : value;
}

function matches(pattern: Pattern, word: string): boolean {
  return (typeof pattern === "string" ? expressionOf(pattern) : new RegExp(pattern.source, pattern.flags)).test(word);
}

/** A text with `*` for any characters but `/` and `**` for any characters, as an expression. */
export function expressionOf(text: string): RegExp {
  const parts = text.split(/(\*+)/).map((part) => {
    if (part.startsWith("**")) return ".*";
    return part === "*" ? "[^/]*" : part.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
  });
  return new RegExp(`^${parts.join("")}$`, "s");
}

function unmatchedIn(list: string, selectors: readonly Selector[], units: readonly Unit[]): Unmatched[] {
  return selectors.flatMap((selector, index): Unmatched[] => {
    const at = `${list}[${index}]`;
    const idle = selectorFields.flatMap((field) =>
      idlePatterns(selector, field, units).map((one) => ({ ...one, at: `${at}.${field}` })),
    );
    if (idle.length > 0 || units.some((unit) => selects(selector, unit))) return idle;
    return [{ at, text: "", known: [] }];
  });
}

/** The patterns of a field that match no existing value. */
function idlePatterns(selector: Selector, field: SelectorField, units: readonly Unit[]): Omit<Unmatched, "at">[] {
  const patterns = patternsOf(selector[field]) ?? [];
  if (patterns.length === 0) return [];
  const known = [...new Set(units.flatMap(({ words }) => words[field] ?? []))];
  return patterns
    .filter((pattern) => !known.some((word) => matches(pattern, word)))
    .map((pattern) => ({ text: typeof pattern === "string" ? JSON.stringify(pattern) : String(pattern), known }));
}

function httpWith(http: HttpApi, selection: ReadonlySet<Unit>, filters: Filters): HttpApi {
  const selectedOperations = new Set([...selection].map(({ of }) => of));
  const operations = http.operations.filter((operation) => selectedOperations.has(operation));
  const isGone = (operation: Operation): boolean => !selectedOperations.has(operation);
  const webhooks = http.webhooks.filter((operation) => {
    if (operation.trigger?.kind !== "callback") return selectedOperations.has(operation);
    const unit = httpUnitOf(operation);
    if ((!filters.deprecated && unit.deprecated) || filters.exclude.some((selector) => selects(selector, unit)))
      return false;
    if (filters.include.some((selector) => selects(selector, unit))) return true;
    // A callback is kept with the operation that registers it; one in components has many.
    const above = new Set(placesAbove(operation));
    const asking = http.operations.filter(({ at }) => at instanceof Node && above.has(at.value));
    return asking.length === 0 ? selectedOperations.has(operation) : !asking.every(isGone);
  });
  return { ...http, operations, webhooks };
}

function placesAbove({ at }: Operation): unknown[] {
  const values: unknown[] = [];
  for (let node = at instanceof Node ? at.parent : null; node !== null; node = node.parent) values.push(node.value);
  return values;
}

function messagingWith(messaging: MessagingApi, selection: ReadonlySet<Unit>): MessagingApi {
  const carried = new Map<MessageOperation, Set<Message>>();
  const retainedMessages = new Set<Message>();
  for (const { kind, of, by } of selection) {
    if (kind !== "message" || !("eventName" in of)) continue;
    retainedMessages.add(of);
    if (by !== null) carried.set(by, (carried.get(by) ?? new Set()).add(of));
  }
  const operations = messaging.operations.flatMap((operation) => {
    const carriedMessages = carried.get(operation);
    if (carriedMessages === undefined && operation.messages.length > 0) return [];
    for (const message of operation.reply?.messages ?? []) retainedMessages.add(message);
    return [{ ...operation, messages: operation.messages.filter((message) => carriedMessages?.has(message)) }];
  });
  const channels = messaging.channels.flatMap((channel) => {
    const messages = channel.messages.filter((message) => retainedMessages.has(message));
    return messages.length === 0 && channel.messages.length > 0 ? [] : [{ ...channel, messages }];
  });
  return {
    ...messaging,
    channels,
    operations,
    messages: messaging.messages.filter((message) => retainedMessages.has(message)),
  };
}

export function withoutUnused(api: Api): Api {
  const used = new Set<NamedSchema>();
  const received = everyOperationOf(api.http).flatMap((operation) => operation.received ?? []);
  const waiting = [...schemasOf(api), ...received.flatMap(schemasOfRequest)];
  for (let schema = waiting.pop(); schema !== undefined; schema = waiting.pop()) {
    waiting.push(...childrenOf(schema));
    if (schema.kind !== "ref" || used.has(schema.target)) continue;
    used.add(schema.target);
    const { output, basis } = schema.target;
    waiting.push(schema.target.schema);
    for (const target of [output, basis]) if (target !== undefined) waiting.push({ ...schema, target });
  }
  return { ...api, schemas: api.schemas.filter((named) => used.has(named)) };
}

/** The schemas directly in an operation. */
export function schemasOfOperation({ parameters, requestBody, responses }: DraftOperation): Schema[] {
  return [
    ...schemasOfRequest({ parameters, requestBody }),
    ...responses.flatMap(({ headers, content }) => [
      ...headers.map(({ schema }) => schema),
      ...content.flatMap(schemasOfMedia),
    ]),
  ];
}

function schemasOfRequest({ parameters, requestBody }: Received): Schema[] {
  return [...parameters.map(({ schema }) => schema), ...(requestBody?.content ?? []).flatMap(schemasOfMedia)];
}

function schemasOfMedia({ schema, item }: MediaType): Schema[] {
  return item === null ? [schema] : [schema, item.schema];
}

export function schemasOfMessages(messaging: DraftMessaging | null): Schema[] {
  const messages = (messaging?.messages ?? []).flatMap(({ payload, headers }) => [payload, headers]);
  const openings = (messaging?.channels ?? []).flatMap(({ parameters, webSocket }) => [
    ...parameters.map(({ schema }) => schema),
    webSocket?.query,
    webSocket?.headers,
  ]);
  return [...messages, ...openings].filter((schema) => schema !== null && schema !== undefined);
}

/** The schemas outside of named ones: in operations, webhooks, callbacks and messages. */
export function schemasOf({ http, messaging }: Pick<Draft, "http" | "messaging">): Schema[] {
  const operations = http === null ? [] : [...http.operations, ...http.webhooks];
  return [...operations.flatMap(schemasOfOperation), ...schemasOfMessages(messaging)];
}

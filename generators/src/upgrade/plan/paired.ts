// The operations and messages of two models -> which one is which: by method and path, by stated old names, by structure.
import { pairedByRules } from "../../diff/paired.ts";
import type { Operation } from "../../model/http.ts";
import type { Message } from "../../model/messaging.ts";
import type { StatedRenames } from "./findings.ts";
import { previousNameAt, writtenAs } from "./schema-pairs.ts";

export interface Pair<T> {
  readonly before: T;
  readonly after: T;
}

export interface Paired<T> {
  readonly pairs: readonly Pair<T>[];
  /** Those of the old model that have no successor. */
  readonly gone: readonly T[];
}

/** The first rule that finds a successor wins; each new one is the successor of one old one. */
function paired<T>(
  before: readonly T[],
  after: readonly T[],
  rules: readonly ((old: T, now: T) => boolean)[],
): Paired<T> {
  const { both, removed } = pairedByRules(before, after, rules, "one");
  return { pairs: both.map(({ base, revision }) => ({ before: base, after: revision })), gone: removed };
}

export function pairedOperations(
  before: readonly Operation[],
  after: readonly Operation[],
  stated: StatedRenames,
): Paired<Operation> {
  const names = new Map(before.map((old) => [old, stated.of(old.name) ?? stated.of(old.id)]));
  const keys = new Map([...before, ...after].map((operation) => [operation, keyOf(operation)]));
  const shapes = new Map([...before, ...after].map((operation) => [operation, shapeOf(operation)]));
  return paired(before, after, [
    (old, now) => [now.name, now.id].some((name) => names.get(old) === name),
    (old, now) => {
      const stating = previousNameAt(now.at);
      return stating !== null && [old.id, old.name, keys.get(old)].includes(stating);
    },
    (old, now) => keys.get(old) === keys.get(now),
    (old, now) => shapes.get(old) === shapes.get(now),
    (old, now) => old.id === now.id,
  ]);
}

/** `GET /orders/{orderId}`. */
function keyOf({ method, path, trigger }: Operation): string {
  return `${method.toUpperCase()} ${trigger === null ? "" : `${trigger.kind} `}${path.text}`;
}

/** The same without the names of its parameters. */
function shapeOf(operation: Operation): string {
  return keyOf(operation).replace(/\{[^}]*\}/g, "{}");
}

export function pairedMessages(
  before: readonly Message[],
  after: readonly Message[],
  stated: StatedRenames,
): Paired<Message> {
  const names = new Map(before.map((old) => [old, stated.of(old.eventName)]));
  const texts = new Map([...before, ...after].map((message) => [message, structureOf(message)]));
  return paired(before, after, [
    (old, now) => names.get(old) === now.eventName,
    (old, now) => {
      const stating = previousNameAt(now.at);
      return stating !== null && [old.eventName, old.key].includes(stating);
    },
    (old, now) => old.eventName === now.eventName && old.channelKey === now.channelKey,
    (old, now) => old.eventName === now.eventName,
    (old, now) => old.key === now.key && old.channelKey === now.channelKey,
    (old, now) => texts.get(old) === texts.get(now),
  ]);
}

/** What it carries, as written; nothing else may tell two messages apart. */
function structureOf({ payload, headers, description }: Message): string {
  return [writtenAs(payload.at), headers === null ? "" : writtenAs(headers.at), description].join("\0");
}

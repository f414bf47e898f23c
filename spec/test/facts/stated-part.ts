// A description -> the part of it that the requirements state: operations and events that were added since are left out, with
// everything that only they use. The facts describe this part, so an addition to the API changes none of them.
import {
  type Description,
  follow,
  type Json,
  type JsonObject,
  memberOf,
  membersOf,
  nodesIn,
  objectIn,
  referenceIn,
  rootOf,
  targetOf,
} from "../description.ts";
import { operationsOf, textIn } from "../operations.ts";
import { messages } from "./deliveries.ts";
import { operations } from "./operations.ts";

export function statedPart(description: Description): Description {
  const withoutOperations = addedOperations(description).reduce(withoutOperation, description);
  const withoutMessages = addedMessages(description).reduce(
    (before, key) => without(before, "asyncapi.yaml", ["channels", "subscriber", "messages", key]),
    withoutOperations,
  );
  const ids = new Set(operationsOf(withoutMessages).map(({ id }) => id));
  const values = new Map([...withoutMessages.values].map(([file, value]) => [file, withoutMentions(value, ids)]));
  return withoutUnusedComponents({ ...description, values });
}

interface Place {
  readonly path: string;
  readonly method: string;
}

function addedOperations(description: Description): Place[] {
  return operationsOf(description)
    .filter(({ name }) => !Object.hasOwn(operations, name))
    .map(({ name, method }) => ({ path: name.slice(method.length + 1), method }));
}

function addedMessages(description: Description): string[] {
  const channel = memberOf(description, rootOf(description, "asyncapi.yaml"), "channels", "subscriber", "messages");
  return membersOf(description, channel)
    .filter(([, message]) => !Object.hasOwn(messages, textIn(message, "name")))
    .map(([key]) => key);
}

/** A path without any other operation goes too. */
function withoutOperation(description: Description, { path, method }: Place): Description {
  const paths = objectIn(objectIn(description.values.get("openapi.yaml"))["paths"]);
  const { file, pointer } = targetOf("openapi.yaml", referenceIn(paths[path] ?? null) ?? "");
  const keys = pointer.split("/").slice(1);
  const changed = without(description, file, [...keys, method]);
  const item = memberOf(changed, rootOf(changed, file), ...keys);
  if (Object.keys(objectIn(item?.value)).length > 0) return changed;
  return without(without(changed, file, keys), "openapi.yaml", ["paths", path]);
}

/** Lists of events, and the entries of state machines, without those that name something added. */
function withoutMentions(value: Json, operationIds: ReadonlySet<string>): Json {
  const isStated = (event: Json | undefined): boolean => typeof event !== "string" || Object.hasOwn(messages, event);
  const isStatedEntry = (entry: Json): boolean => {
    const { event, trigger } = objectIn(entry);
    const operation = objectIn(trigger)["operation"];
    return isStated(event) && (typeof operation !== "string" || operationIds.has(operation));
  };
  if (Array.isArray(value)) return value.map((element) => withoutMentions(element, operationIds));
  if (typeof value !== "object" || value === null) return value;
  const isOfEvents = Array.isArray(value["enum"]) && value["enum"].includes("order.created");
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => {
      if (!Array.isArray(member)) return [key, withoutMentions(member, operationIds)];
      if (key === "x-waybill-events" || (key === "enum" && isOfEvents)) return [key, member.filter(isStated)];
      if (key === "transitions" || key === "refusals") return [key, member.filter(isStatedEntry)];
      return [key, withoutMentions(member, operationIds)];
    }),
  );
}

/** Parameters, headers and responses that only an added operation used. */
function withoutUnusedComponents(description: Description): Description {
  const used = new Set(
    [...description.values].flatMap(([file, root]) =>
      [...nodesIn(root)].flatMap(({ value }) => {
        const reference = referenceIn(value);
        if (reference === undefined) return [];
        const target = targetOf(file, reference);
        return [`${target.file}#${target.pointer}`];
      }),
    ),
  );
  const components = memberOf(description, rootOf(description, "openapi.yaml"), "components");
  const unused = ["parameters", "headers", "responses"].flatMap((section) =>
    Object.keys(objectIn(objectIn(components?.value)[section]))
      .map((name) => ["components", section, name])
      .filter((keys) => !used.has(`openapi.yaml#/${keys.join("/")}`)),
  );
  return unused.reduce((before, keys) => without(before, "openapi.yaml", keys), description);
}

function without(description: Description, file: string, keys: readonly string[]): Description {
  const root = objectIn(follow(description, rootOf(description, file)).value);
  return { ...description, values: new Map(description.values).set(file, withoutMember(root, keys)) };
}

function withoutMember(value: JsonObject, [key = "", ...rest]: readonly string[]): JsonObject {
  const { [key]: member, ...others } = value;
  return rest.length === 0 || member === undefined
    ? others
    : { ...value, [key]: withoutMember(objectIn(member), rest) };
}

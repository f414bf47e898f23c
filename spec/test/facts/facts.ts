// The facts of the requirements, one after the other: what is stated, and what the description says there.
import { isDeepStrictEqual } from "node:util";
import { rateLimitHeaders } from "../check-responses.ts";
import { type Description, memberOf, membersOf, type Node, nodesIn, objectIn, rootOf } from "../description.ts";
import { listIn, messagesOf, type Operation, operationCalled, operationsOf, textIn } from "../operations.ts";
import { messages } from "./deliveries.ts";
import { type Fact, factOf } from "./notation.ts";
import { operations } from "./operations.ts";
import { prose } from "./prose.ts";
import { rules } from "./rules.ts";

export interface StatedFact {
  readonly fact: string;
  readonly stated: unknown;
  described(description: Description): unknown;
}

/** What is stated about values, names and shapes. */
export const facts: readonly StatedFact[] = [
  ...rules,
  {
    fact: "the endpoints",
    stated: Object.keys(operations).sort(),
    described: (description) =>
      operationsOf(description)
        .map(({ name }) => name)
        .sort(),
  },
  ...Object.entries(operations).map(([name, stated]): StatedFact => {
    return { fact: name, stated, described: (description) => operationFact(description, name) };
  }),
  {
    fact: "the headers of every response",
    stated: [Object.fromEntries(rateLimitHeaders.map((name) => [name, "integer"]))],
    described: headerFacts,
  },
  {
    fact: "the events that operations cause",
    stated: { createOrder: ["order.created"], cancelOrder: ["order.cancelled"], testWebhook: ["webhook.test"] },
    described: (description) =>
      Object.fromEntries(
        operationsOf(description)
          .map(({ id, node }) => [id, listIn(node, "x-waybill-events")] as const)
          .filter(([, events]) => events.length > 0),
      ),
  },
  {
    fact: "the event that fires together with another one",
    stated: ["order.created"],
    described: (description) => listIn(rootOf(description, "messages/invite-redeemed.yaml"), "x-waybill-events"),
  },
  {
    fact: "the service sends every message to the subscriber",
    stated: Object.keys(messages),
    described: (description) => {
      const deliver = memberOf(description, rootOf(description, "asyncapi.yaml"), "operations", "deliver");
      const channel = deliver && memberOf(description, deliver, "channel", "messages");
      // An operation that lists no messages carries those of its channel.
      const sent = deliver && (memberOf(description, deliver, "messages") ?? channel);
      const onChannel = new Set(membersOf(description, channel).map(([, { file }]) => file));
      return membersOf(description, sent).map(([, message]) =>
        onChannel.has(message.file) ? textIn(message, "name") : null,
      );
    },
  },
  {
    fact: "the events",
    stated: Object.keys(messages),
    described: (description) => messagesOf(description).map(({ name }) => name),
  },
  ...Object.entries(messages).map(([name, stated]): StatedFact => {
    return { fact: name, stated, described: (description) => messageFact(description, name) };
  }),
];

/** What is stated in words. */
export const proseFacts: readonly StatedFact[] = prose.map(([name, file, words]) => {
  return { fact: `${file}: ${name}`, stated: true, described: (description) => words.test(proseIn(description, file)) };
});

/** For each file the facts that rest on it. */
export function factsByFile(description: Description): ReadonlyMap<string, readonly StatedFact[]> {
  const found = new Map<string, StatedFact[]>([...description.values.keys()].map((file) => [file, []]));
  for (const fact of facts) {
    const values = new Recording(description.values);
    fact.described({ ...description, values });
    for (const file of values.read) found.get(file)?.push(fact);
  }
  return found;
}

/** A description that cannot be followed to the fact has lost it too. */
export function isLost(description: Description, { stated, described }: StatedFact): boolean {
  try {
    return !isDeepStrictEqual(described(description), stated);
  } catch {
    return true;
  }
}

class Recording<K, V> extends Map<K, V> {
  readonly read: Set<K> = new Set();

  override get(key: K): V | undefined {
    this.read.add(key);
    return super.get(key);
  }
}

function operationFact(description: Description, name: string): unknown {
  const operation = operationCalled(description, name);
  if (operation === undefined) return null;
  return {
    parameters: Object.fromEntries(operation.parameters.map((node) => parameterFact(description, node))),
    request: requestFact(description, operation),
    responses: Object.fromEntries(
      operation.responses.map(({ status, content }) => [status, contentFact(description, content)]),
    ),
  };
}

function parameterFact(description: Description, node: Node): [string, Fact] {
  const schema = memberOf(description, node, "schema");
  const optional = objectIn(node.value)["required"] === true ? "" : "?";
  const name = `${textIn(node, "in")} ${textIn(node, "name")}${optional}`;
  return [name, schema === undefined ? "anything" : factOf(description, schema)];
}

function requestFact(description: Description, { request }: Operation): Fact {
  if (request === undefined) return "nothing";
  const content = contentFact(description, membersOf(description, memberOf(description, request, "content")));
  return objectIn(request.value)["required"] === true ? content : { optional: content };
}

function contentFact(description: Description, content: readonly [type: string, body: Node][]): Fact {
  return Object.fromEntries(
    content.map(([type, body]) => {
      const schema = memberOf(description, body, "schema");
      return [type, schema === undefined ? "anything" : factOf(description, schema)];
    }),
  );
}

/** Each different set of headers that a response has. */
function headerFacts(description: Description): unknown {
  const sets = operationsOf(description).flatMap(({ responses }) =>
    responses.map(({ headers }) =>
      headers.map(([name, header]) => {
        const schema = memberOf(description, header, "schema");
        const optional = objectIn(header.value)["required"] === true ? "" : "?";
        return [`${name}${optional}`, schema === undefined ? "anything" : factOf(description, schema)];
      }),
    ),
  );
  return [...new Set(sets.map((set) => JSON.stringify(set)))].map((set) => Object.fromEntries(JSON.parse(set)));
}

function messageFact(description: Description, name: string): unknown {
  const message = messagesOf(description).find((one) => one.name === name);
  if (message === undefined) return null;
  return {
    contentType: message.contentType,
    headers: factOf(description, message.headers),
    payload: factOf(description, message.payload),
  };
}

/** All words of a file in one line. */
function proseIn(description: Description, file: string): string {
  return [...nodesIn(description.values.get(file) ?? null)]
    .flatMap(({ value }) => (typeof value === "string" ? [value] : []))
    .join(" ")
    .replace(/\s+/g, " ");
}

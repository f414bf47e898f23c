// Validates every example against its schema, and checks that each schema rejects something.
import {
  type Description,
  type Json,
  memberOf,
  membersOf,
  type Node,
  objectIn,
  referenceIn,
  rootOf,
} from "./description.ts";
import { messagesOf, operationsOf, schemaOf } from "./operations.ts";
import { type Validate, validatorOf } from "./validation.ts";

interface Example {
  readonly name: string;
  readonly schema: Node;
  readonly value: Json;
}

export function checkExamples(description: Description): string[] {
  const compile = validatorOf(description);
  return examplesOf(description).flatMap(({ name, schema, value }) => {
    const errors = compile(schema);
    return [
      ...errors(value).map((error) => `${name}: ${error}`),
      ...othersThan(value)
        .filter((other) => errors(other).length === 0)
        .map((other) => `${name}: the schema accepts ${JSON.stringify(other)} too`),
    ];
  });
}

/** Bodies have examples, and these are files. */
export function checkExamplesExist(description: Description): string[] {
  const bodies = bodiesOf(description).map(
    ([name, body]) => [name, memberOf(description, body, "examples"), body] as const,
  );
  const messages = messagesOf(description).filter(({ examples }) => examples.length === 0);
  return [
    ...bodies.filter(([, examples]) => examples === undefined).map(([name]) => `${name} has no example`),
    ...bodies.flatMap(([name, , { value }]) =>
      Object.entries(objectIn(objectIn(value)["examples"]))
        .filter(([, example]) => referenceIn(example) === undefined)
        .map(([key]) => `${name}: the example ${key} is not a file`),
    ),
    ...messages.map(({ key }) => `${key} has no example`),
  ];
}

/** No message's payload passes for another's. */
export function checkMessagesDiffer(description: Description): string[] {
  const compile = validatorOf(description);
  const messages = messagesOf(description).map((message) => ({ ...message, errors: compile(message.payload) }));
  return messages.flatMap(({ key, errors }) =>
    messages
      .filter((other) => other.key !== key)
      .filter((other) => other.examples.some((example) => errors(payloadIn(example)).length === 0))
      .map((other) => `${key} accepts ${other.key}`),
  );
}

/** A body of a 400 is a validation error or a rejection, never both and never neither. */
export function checkBadRequestsDiffer(description: Description): string[] {
  const compile = validatorOf(description);
  const shapes: Validate[] = ["validation-error", "rejection-error"].map((file) =>
    compile(schemaOf(description, file)),
  );
  const accepting = (body: Json): number => shapes.filter((errors) => errors(body).length === 0).length;
  const bodies: readonly [body: Json, shapes: number][] = [
    [{ message: "a" }, 1],
    [{ message: "a", errors: [] }, 1],
    [{ message: "a", errors: ["b"] }, 1],
    [{ message: "a", more: 1 }, 1],
    [{ message: "a", errors: null }, 0],
    [{ errors: ["b"] }, 0],
  ];
  return bodies
    .filter(([body, wanted]) => accepting(body) !== wanted)
    .map(([body]) => `${accepting(body)} of the shapes of a 400 accept ${JSON.stringify(body)}`);
}

function examplesOf(description: Description): Example[] {
  const bodies = bodiesOf(description).flatMap(([name, body]) => {
    const schema = memberOf(description, body, "schema") ?? body;
    const examples = membersOf(description, memberOf(description, body, "examples"));
    return examples.map(([key, { value }]) => ({
      name: `${name} ${key}`,
      schema,
      value: objectIn(value)["value"] ?? null,
    }));
  });
  const messages = messagesOf(description).flatMap(({ key, headers, payload, examples }) =>
    examples.flatMap((example) => [
      { name: `${key} payload`, schema: payload, value: payloadIn(example) },
      { name: `${key} headers`, schema: headers, value: objectIn(example.value)["headers"] ?? null },
    ]),
  );
  return [...bodies, ...parametersOf(description), ...messages];
}

function parametersOf(description: Description): Example[] {
  const headers = membersOf(
    description,
    memberOf(description, rootOf(description, "openapi.yaml"), "components", "headers"),
  );
  const parameters = operationsOf(description).flatMap((operation) =>
    operation.parameters.map((node): [string, Node] => [`${operation.id} parameter`, node]),
  );
  return [...headers, ...parameters].flatMap(([name, node]) => {
    const value = objectIn(node.value)["example"];
    const schema = memberOf(description, node, "schema");
    return value === undefined || schema === undefined ? [] : [{ name, schema, value }];
  });
}

function bodiesOf(description: Description): [name: string, body: Node][] {
  return operationsOf(description).flatMap(({ id, request, responses }) => {
    const content = request === undefined ? [] : membersOf(description, memberOf(description, request, "content"));
    return [
      ...content.map(([, body]): [string, Node] => [`${id} request`, body]),
      ...responses.flatMap(({ status, content }) =>
        content.map(([, body]): [string, Node] => [`${id} ${status}`, body]),
      ),
    ];
  });
}

/** Values of another kind: a schema that takes one of these takes anything. */
function othersThan(value: Json): Json[] {
  if (Array.isArray(value)) return [{ broken: true }];
  if (typeof value === "object" && value !== null) return ["broken", 42];
  return [{ broken: true }];
}

function payloadIn(example: Node): Json {
  return objectIn(example.value)["payload"] ?? null;
}

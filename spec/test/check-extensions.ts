// Holds every `x-waybill-` value against extensions.schema.json, and the ids, operations and events it names against the rest.
import { type Description, type Json, nodesIn, objectIn, stringsIn } from "./description.ts";
import { messagesOf, operationsOf } from "./operations.ts";
import { definitionsOf } from "./validation.ts";

/** Of other descriptions: this one has no renames yet, and its events have their id where receivers look first. */
const elsewhere = ["x-waybill-renamed-from", "x-waybill-renamed-values", "x-waybill-event-id"];

interface Extension {
  readonly place: string;
  readonly name: string;
  readonly value: Json;
}

export function checkExtensions(description: Description): string[] {
  const schema = objectIn(description.values.get("extensions.schema.json"));
  const definition = definitionsOf(schema);
  const used = extensionsOf(description);
  const defined = Object.keys(objectIn(schema["$defs"])).filter((name) => name.startsWith("x-"));
  return [
    ...used.flatMap(({ place, name, value }) => {
      const errors = definition(name);
      return errors === undefined ? [`${place}: unknown`] : errors(value).map((error) => `${place}: ${error}`);
    }),
    ...defined
      .filter((name) => !elsewhere.includes(name) && !used.some((extension) => extension.name === name))
      .map((name) => `extensions.schema.json defines ${name}, which nothing uses`),
  ];
}

export function checkDecisions(description: Description): string[] {
  const text = description.texts.get("open-decisions.md") ?? "";
  const decisions = [...text.matchAll(/^### ([a-z0-9-]+)$/gm)].map(([, id = ""]) => id);
  const named = extensionsOf(description).flatMap(({ place, name, value }) => {
    const lists = name === "x-waybill-open-decisions" ? [value] : membersCalled(value, "openDecisions");
    return lists.flatMap(stringsIn).map((id) => ({ place, id }));
  });
  return [
    ...decisions.filter((id, at) => decisions.indexOf(id) !== at).map((id) => `open-decisions.md: two entries ${id}`),
    ...named.filter(({ id }) => !decisions.includes(id)).map(({ place, id }) => `${place}: no entry ${id}`),
    ...decisions
      .filter((id) => !named.some((one) => one.id === id))
      .map((id) => `open-decisions.md: nothing refers to ${id}`),
  ];
}

/** The events that can be subscribed to are the messages but the test; state machines and operations name real ones. */
export function checkEvents(description: Description): string[] {
  const messages = messagesOf(description).map(({ name }) => name);
  const catalog = stringsIn(objectIn(description.values.get("schemas/webhook-event-name.yaml"))["enum"]);
  const operations = operationsOf(description).map(({ id }) => id);
  const machines = extensionsOf(description).filter(({ name }) => name === "x-waybill-state-machine");
  const caused = extensionsOf(description).filter(({ name }) => name === "x-waybill-events");
  return [
    ...catalog.filter((event) => !messages.includes(event)).map((event) => `no message is called ${event}`),
    ...messages
      .filter((event) => event !== "webhook.test" && !catalog.includes(event))
      .map((event) => `${event} is a message that cannot be subscribed to`),
    ...caused.flatMap(({ place, value }) =>
      stringsIn(value)
        .filter((event) => !messages.includes(event))
        .map((event) => `${place}: no message is called ${event}`),
    ),
    ...machines.flatMap(({ place, value }) => [
      ...stringsIn(membersCalled(value, "event"))
        .filter((event) => !messages.includes(event))
        .map((event) => `${place}: no message is called ${event}`),
      ...stringsIn(membersCalled(value, "operation"))
        .filter((id) => !operations.includes(id))
        .map((id) => `${place}: no operation is called ${id}`),
    ]),
  ];
}

/** An enum that explains its values explains all of them. */
export function checkMeanings(description: Description): string[] {
  return yamlNodes(description).flatMap(({ file, value }) => {
    const { enum: values, "x-enumDescriptions": meanings } = objectIn(value);
    if (meanings === undefined) return [];
    const explained = Object.keys(objectIn(meanings));
    const missing = stringsIn(values).filter((one) => !explained.includes(one));
    const surplus = explained.filter((one) => !stringsIn(values).includes(one));
    return [
      ...missing.map((one) => `${file}: ${one} has no meaning`),
      ...surplus.map((one) => `${file}: no value is ${one}`),
    ];
  });
}

function extensionsOf(description: Description): Extension[] {
  return yamlNodes(description).flatMap(({ file, path, value }) =>
    Object.entries(objectIn(value))
      .filter(([name]) => name.startsWith("x-waybill-"))
      .map(([name, member]) => ({ place: `${file}#/${[...path, name].join("/")}`, name, value: member })),
  );
}

function yamlNodes(description: Description): { file: string; path: readonly string[]; value: Json }[] {
  return [...description.values]
    .filter(([file]) => file.endsWith(".yaml"))
    .flatMap(([file, root]) => [...nodesIn(root)].map((node) => ({ file, ...node })));
}

function membersCalled(value: Json, name: string): Json[] {
  return [...nodesIn(value)].flatMap((node) => {
    const member = objectIn(node.value)[name];
    return member === undefined ? [] : [member];
  });
}

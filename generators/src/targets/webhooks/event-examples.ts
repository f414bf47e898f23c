// Events -> the examples the description gives of them, as data: JSON values exactly as they stand there, by event name.
import {
  arrayOf,
  asConst,
  type Code,
  type ConstDeclaration,
  code,
  type Declaration,
  type InterfaceDeclaration,
  literal,
  nothing,
  objectOf,
  propertyKey,
  StructureKind,
} from "../../emit/index.ts";
import type { Message, MessageExample } from "../../model/messaging.ts";
import { docOfText } from "../docs.ts";
import type { Event } from "./events.ts";

/** Of several messages with one name, the examples of the first come first. */
export function eventExamplesOf(events: readonly Event[]): Declaration[] {
  return [exampleType, tableOf(events)];
}

const exampleType: InterfaceDeclaration = {
  kind: StructureKind.Interface,
  name: "EventExample",
  typeParameters: nothing,
  doc: docOfText("What any example has. Parts that an example leaves out are absent."),
  members: [
    { doc: docOfText("The key of the message it is an example of."), code: code`readonly message: string` },
    { doc: docOfText(""), code: code`readonly name?: string` },
    { doc: docOfText(""), code: code`readonly headers?: unknown` },
    { doc: docOfText(""), code: code`readonly payload?: unknown` },
  ],
};

/**
 * Typed by its own literals, not by `EventMap`: an example that breaks its schema fails `lint`, and must not make code that
 * does not compile.
 */
function tableOf(events: readonly Event[]): ConstDeclaration {
  const entries = events.flatMap(({ name, messages }) => {
    const examples = messages.flatMap(examplesOf);
    return examples.length === 0 ? [] : [code`${propertyKey(name)}: ${arrayOf(examples)}`];
  });
  return {
    kind: StructureKind.VariableStatement,
    name: "eventExamples",
    doc: docOfText("The examples of each event, by the event's name. An event without an example is not there."),
    type: nothing,
    value: asConst(objectOf(entries, true)),
    exported: true,
  };
}

/** An example with neither headers nor payload shows nothing. */
function examplesOf({ key, examples }: Message): Code[] {
  return examples
    .filter(({ headers, payload }) => headers !== null || payload !== null)
    .map((example) => exampleOf(key, example));
}

function exampleOf(message: string, { name, headers, payload }: MessageExample): Code {
  const members = [
    code`message: ${literal(message)}`,
    ...(name === null ? [] : [code`name: ${literal(name)}`]),
    ...(headers === null ? [] : [code`headers: ${literal(headers.value)}`]),
    ...(payload === null ? [] : [code`payload: ${literal(payload.value)}`]),
  ];
  return objectOf(members, true);
}

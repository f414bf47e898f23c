// Events -> their examples in the description, as data: unchanged JSON values by event name.
import {
  arrayOf,
  asConst,
  type Code,
  code,
  type Declaration,
  exportedConstant,
  exportedInterface,
  literalMembers,
  objectOf,
  propertyKey,
  type VariableStatement,
} from "../../emit/index.ts";
import type { Message, MessageExample } from "../../model/messaging.ts";
import { docOfText } from "../docs.ts";
import type { Event } from "./events.ts";

/** Of several messages with one name, the examples of the first come first. */
export function eventExamplesOf(events: readonly Event[]): Declaration[] {
  return [exampleType, tableOf(events)];
}

const messageText = "The key of the message it is an example of.";

const exampleText = "What any example has. Parts that an example leaves out are absent.";
const exampleType = exportedInterface("EventExample", docOfText(exampleText), {
  properties: [
    { name: "message", isReadonly: true, type: code`string`, docs: [docOfText(messageText)] },
    { name: "name", isReadonly: true, hasQuestionToken: true, type: code`string` },
    { name: "headers", isReadonly: true, hasQuestionToken: true, type: code`unknown` },
    { name: "payload", isReadonly: true, hasQuestionToken: true, type: code`unknown` },
  ],
});

/**
 * Typed by its own literals, not by `EventMap`: an example that violates its schema fails `lint`, and must not generate code that
 * does not compile.
 */
function tableOf(events: readonly Event[]): VariableStatement {
  const entries = events.flatMap(({ name, messages }) => {
    const examples = messages.flatMap(examplesOf);
    return examples.length === 0 ? [] : [code`${propertyKey(name)}: ${arrayOf(examples)}`];
  });
  const doc = docOfText("The examples of each event, by the event's name. An event without an example is not there.");
  return exportedConstant({ name: "eventExamples", initializer: asConst(objectOf(entries, true)) }, doc);
}

/** An example without headers and payload is skipped. */
function examplesOf({ key, examples }: Message): Code[] {
  return examples
    .filter(({ headers, payload }) => headers !== null || payload !== null)
    .map((example) => exampleOf(key, example));
}

function exampleOf(message: string, { name, headers, payload }: MessageExample): Code {
  const members = {
    message,
    ...(name === null ? {} : { name }),
    ...(headers === null ? {} : { headers: headers.value }),
    ...(payload === null ? {} : { payload: payload.value }),
  };
  return objectOf(literalMembers(Object.entries(members)), true);
}

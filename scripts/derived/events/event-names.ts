// The messages of asyncapi.yaml -> the text of spec/schemas/webhook-event-name.yaml, where OpenAPI lists what can be subscribed to.
import { dump } from "js-yaml";
import { type Description, objectIn, stringsIn } from "../../../spec/test/description.ts";
import { type Message, messagesOf, operationsOf } from "../../../spec/test/operations.ts";

export const eventNames = "schemas/webhook-event-name.yaml";

/** Title and description are written by hand; the values and their meanings, which end the file, are the messages'. */
export function eventNamesText(description: Description): string {
  const text = description.texts.get(eventNames) ?? "";
  const start = text.indexOf("\nenum:\n");
  if (start === -1) throw new Error(`spec/${eventNames} has no enum to replace`);
  const messages = subscribableMessages(description);
  const values = {
    enum: messages.map(({ name }) => name),
    "x-enumDescriptions": Object.fromEntries(messages.map(({ name, summary }) => [name, summary])),
  };
  return `${text.slice(0, start + 1)}${dump(values, { lineWidth: 110 })}`;
}

/** All messages except those that are sent on request only: what an operation with a test result sends. */
export function subscribableMessages(description: Description): Message[] {
  const onRequest = operationsOf(description)
    .map(({ node }) => objectIn(node.value))
    .filter((operation) => operation["x-waybill-test-result"] !== undefined)
    .flatMap((operation) => stringsIn(operation["x-waybill-events"]));
  return messagesOf(description).filter(({ name }) => !onRequest.includes(name));
}

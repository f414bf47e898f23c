// Messages -> the types of their payloads and headers, and a constant each: schemas, media type, correlation id.
import {
  code,
  constant,
  type Declaration,
  docOfText,
  exported,
  identifier,
  join,
  literal,
  type Message,
  memberAt,
  memberNamesOf,
  messageTypesOf,
  objectOf,
  resolvedSchema,
  type Schema,
  tokensOf,
  zodOf,
} from "waybill/plugin";
import { type MessageNames, messageSymbol, runtimeType } from "./naming.ts";
import type { Context } from "./options.ts";

export function messageDeclarationsOf(
  messages: readonly Message[],
  names: MessageNames,
  context: Context,
): Declaration[] {
  return messages.flatMap((message) => declarationsOf(message, names.get(message) ?? message.key, context));
}

function declarationsOf(message: Message, name: string, context: Context): Declaration[] {
  const { typeName, payload, headers, contentType, eventName, at } = message;
  const members = [
    code`name: ${literal(name)}`,
    code`eventName: ${literal(eventName)}`,
    code`contentType: ${literal(contentType)}`,
    code`payload: ${zodOf(payload, context)}`,
    code`headers: ${headers === null ? literal(null) : zodOf(headers, context)}`,
    code`headerKinds: ${literal(headers === null ? {} : textKindsOf(headers))}`,
    code`correlation: ${literal(correlationOf(message))}`,
  ];
  const types = [`${typeName}Payload`, ...(headers === null ? [] : [`${typeName}Headers`])].map(identifier);
  const type = code`${runtimeType("MessageContract")}<${join([literal(name), ...types], ", ")}>`;
  const doc = docOfText(`What validates and distinguishes the message \`${eventName}\`.`, at);
  return [
    ...messageTypesOf(message, eventName),
    exported(constant({ name: messageSymbol(message).name, type, initializer: objectOf(members, true) }, doc)),
  ];
}

/** What the texts of headers or of a query are read as, where it is not text. */
export function textKindsOf(schema: Schema): Record<string, TextKind> {
  return Object.fromEntries(
    memberNamesOf(schema).flatMap((name) => {
      const kind = kindOf(memberAt(schema, [name]));
      return kind === null ? [] : [[name, kind] as const];
    }),
  );
}

type TextKind = "number" | "boolean" | "json";

/** `null`: text, also where a value may be text or something else. */
function kindOf(member: Schema | null): TextKind | null {
  if (member === null) return null;
  const schema = resolvedSchema(member);
  switch (schema.kind) {
    case "intersection":
      return schema.members.map(kindOf).find((kind) => kind !== null) ?? null;
    case "number":
    case "boolean":
      return schema.kind;
    case "enum":
      return schema.values.some((value) => typeof value === "string") ? null : "json";
    case "object":
    case "array":
      return "json";
    default:
      return null;
  }
}

function correlationOf({ correlation, ...message }: Message): object | null {
  if (correlation === null) return null;
  const { pointer } = correlation;
  const part = correlation.part === "header" ? "headers" : "payload";
  const holder = message[part];
  const value = holder === null ? null : memberAt(holder, tokensOf(pointer) ?? []);
  return { part, pointer, type: value !== null && resolvedSchema(value).kind === "number" ? "number" : "string" };
}

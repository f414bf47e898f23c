// Messages -> the types of their payloads and headers, and a constant each: schemas, media type, correlation id.
import {
  type Code,
  code,
  constant,
  type Declaration,
  type Doc,
  declaredTypeOf,
  docOfText,
  docOfWords,
  exported,
  identifier,
  literal,
  type Message,
  objectOf,
  type Schema,
  StructureKind,
  type TypeAliasDeclaration,
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
  const { typeName, title, summary, description, payload, headers, contentType, eventName, at } = message;
  const words = {
    summary: title === null || summary === null ? (title ?? summary) : `${title}: ${summary}`,
    description,
  };
  const payloadType = `${typeName}Payload`;
  const headersType = `${typeName}Headers`;
  const members = [
    code`name: ${literal(name)}`,
    code`eventName: ${literal(eventName)}`,
    code`contentType: ${literal(contentType)}`,
    code`payload: ${zodOf(payload, context)}`,
    code`headers: ${headers === null ? literal(null) : zodOf(headers, context)}`,
    code`headerKinds: ${literal(headers === null ? {} : textKindsOf(headers))}`,
    code`correlation: ${literal(correlationOf(message))}`,
  ];
  const headersCode = headers === null ? code`` : code`, ${identifier(headersType)}`;
  const type = code`${runtimeType("MessageContract")}<${literal(name)}, ${identifier(payloadType)}${headersCode}>`;
  const doc = docOfText(`What validates and distinguishes the message \`${eventName}\`.`, at);
  const headersDoc = docOfText(`The headers of ${eventName}.`, headers?.at ?? null);
  return [
    alias(payloadType, declaredTypeOf(payload), docOfWords(words, at)),
    ...(headers === null ? [] : [alias(headersType, declaredTypeOf(headers), headersDoc)]),
    exported(constant({ name: messageSymbol(message).name, type, initializer: objectOf(members, true) }, doc)),
  ];
}

export function alias(name: string, type: Code, doc: Doc): TypeAliasDeclaration {
  return { kind: StructureKind.TypeAlias, isExported: true, name, type, docs: [doc] };
}

/** What the texts of headers or of a query are read as, where it is not text. */
export function textKindsOf(headers: Schema): Record<string, "number" | "boolean" | "json"> {
  const schema = resolvedSchema(headers);
  const members = schema.kind === "intersection" ? schema.members.map(textKindsOf) : [];
  const own =
    schema.kind !== "object"
      ? []
      : schema.properties.flatMap((property) => {
          const kind = kindOf(resolvedSchema(property.schema));
          return kind === null ? [] : [[property.name, kind] as const];
        });
  return Object.assign({}, ...members, Object.fromEntries(own));
}

/** `null`: text, also where a value may be text or something else. */
function kindOf(schema: Schema): "number" | "boolean" | "json" | null {
  switch (schema.kind) {
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
  const part = correlation.part === "header" ? "headers" : "payload";
  const at = schemaAt(message[part], correlation.pointer.split("/").slice(1));
  return { part, pointer: correlation.pointer, type: at?.kind === "number" ? "number" : "string" };
}

/** `null` when the schema does not describe the place. */
function schemaAt(schema: Schema | null, [token, ...rest]: readonly string[]): Schema | null {
  const whole = schema === null ? null : resolvedSchema(schema);
  if (token === undefined || whole === null) return whole;
  const name = token.replaceAll("~1", "/").replaceAll("~0", "~");
  const holders = whole.kind === "intersection" ? whole.members.map(resolvedSchema) : [whole];
  const properties = holders.flatMap((holder) => (holder.kind === "object" ? holder.properties : []));
  return schemaAt(properties.find((property) => property.name === name)?.schema ?? null, rest);
}

/** The schema behind references. */
export function resolvedSchema(schema: Schema): Schema {
  if (schema.kind === "unevaluated") return resolvedSchema(schema.schema);
  return schema.kind === "ref" ? resolvedSchema(schema.target.schema) : schema;
}

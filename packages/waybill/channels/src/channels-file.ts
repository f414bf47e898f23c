// Channels -> the types of their parameters, query and headers, and a constant each; servers -> a table of their URLs.
import {
  type Channel,
  type Code,
  code,
  constant,
  type Declaration,
  declaredTypeOf,
  docOfText,
  docOfWords,
  exported,
  exportedType,
  type InterfaceDeclaration,
  identifier,
  join,
  literal,
  literalInLines,
  type MessagingApi,
  objectOf,
  objectTypeOf,
  propertyKey,
  resolvedSchema,
  StructureKind,
  unionTypeOf,
  zodOf,
} from "waybill/plugin";
import { textKindsOf } from "./messages-file.ts";
import { channelSymbol, runtimeType, typeNameOf } from "./naming.ts";
import type { Context } from "./options.ts";

type Parameter = Channel["parameters"][number];

export function serversOf({ servers }: MessagingApi): Declaration[] {
  const urls = servers.map(({ key, protocol, host, pathname }) => [key, `${protocol}://${host}${pathname}`] as const);
  const type = objectTypeOf(
    urls.map(([key, url]) => code`readonly ${propertyKey(key)}: ${literal(url)}`),
    true,
  );
  const text = "The URLs of the servers, by their keys; variables of a server are in braces.";
  const table = { name: "servers", type, initializer: literalInLines(Object.fromEntries(urls)) };
  return urls.length === 0 ? [] : [exported(constant(table, docOfText(text)))];
}

export function channelDeclarationsOf(channel: Channel, name: string, context: Context): Declaration[] {
  const { key, address, parameters, title, description, webSocket, at } = channel;
  const parametersType = typeNameOf(name, "Parameters");
  const opening = (["query", "headers"] as const).map((part) => ({
    part,
    schema: webSocket?.[part] ?? null,
    type: typeNameOf(name, part === "query" ? "Query" : "ConnectionHeaders"),
  }));
  if (webSocket?.method != null && webSocket.method !== "GET")
    context.problem({
      severity: "warning",
      at: channel,
      message: `the channel ${JSON.stringify(key)} opens its WebSocket with ${webSocket.method}, but clients can only send GET`,
      hint: "set `method: GET` (RFC 6455, 4.1), or open the socket yourself and pass it to `acceptWebSocket`",
    });
  const types = [
    parameters.length === 0 ? code`Record<never, never>` : identifier(parametersType),
    ...opening.map(({ schema, type }) => (schema === null ? code`${runtimeType("Texts")}` : identifier(type))),
  ];
  const members = [
    code`key: ${literal(key)}`,
    code`address: ${literal(address)}`,
    code`parameters: ${literalInLines(parameters.map((one) => ({ name: one.name, values: one.enum, default: one.default })))}`,
    code`queryKinds: ${literal(webSocket?.query == null ? {} : textKindsOf(webSocket.query))}`,
    ...opening.map(
      ({ part, schema }) => code`${identifier(part)}: ${schema === null ? literal(null) : zodOf(schema, context)}`,
    ),
  ];
  const isPlain = parameters.length === 0 && opening.every(({ schema }) => schema === null);
  const type = code`${runtimeType("ChannelContract")}${isPlain ? code`` : code`<${join(types, ", ")}>`}`;
  const doc = docOfWords({ summary: title ?? `The channel \`${address ?? key}\`.`, description }, at);
  return [
    ...(parameters.length === 0 ? [] : [parametersOf(parameters, parametersType, channel)]),
    ...opening.flatMap(({ part, schema, type: name }) =>
      schema === null
        ? []
        : [
            exportedType(
              name,
              declaredTypeOf(schema),
              docOfText(`The ${part} with which a WebSocket is opened.`, schema.at),
            ),
          ],
    ),
    exported(constant({ name: channelSymbol(name).name, type, initializer: objectOf(members, true) }, doc)),
  ];
}

function parametersOf(parameters: readonly Parameter[], name: string, { at }: Channel): InterfaceDeclaration {
  return {
    kind: StructureKind.Interface,
    isExported: true,
    name,
    properties: parameters.map((parameter) => ({
      name: parameter.name,
      isReadonly: true,
      hasQuestionToken: parameter.default !== null,
      type: parameterTypeOf(parameter),
      docs: [docOfText(textOf(parameter))],
    })),
    docs: [docOfText("The parameters of the address.", at)],
  };
}

function textOf({ description, location, examples }: Parameter): string {
  const place = location === null ? [] : [`In the message: \`${location}\`.`];
  const exampleLines =
    examples.length === 0 ? [] : [`For example ${examples.map((example) => `\`${example}\``).join(", ")}.`];
  return [...(description === null ? [] : [description]), ...place, ...exampleLines].join("\n\n");
}

/** Text in an address; of AsyncAPI 2 what its schema allows of that. */
function parameterTypeOf({ enum: values, schema }: Parameter): Code {
  if (values.length > 0) return unionTypeOf(values.map(literal));
  const kind = schema === null ? null : resolvedSchema(schema).kind;
  if (kind === "number") return code`number`;
  return kind === "boolean" ? code`boolean` : code`string`;
}

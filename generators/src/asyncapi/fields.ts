// The fields of each AsyncAPI 3.0 object.
const words = (list: string): ReadonlySet<string> => new Set(list.split(" "));

export type ObjectName = "document" | "channel" | "channelParameter" | "message" | "messageExample" | "operation" | "reply" | "multiFormat";

export const fields: Readonly<Record<ObjectName, ReadonlySet<string>>> = {
  document: words("asyncapi id info servers defaultContentType channels operations components"),
  channel: words("address messages title summary description servers parameters tags externalDocs bindings"),
  channelParameter: words("enum default description examples location"),
  message: words(
    "headers payload correlationId contentType name title summary description tags externalDocs bindings examples traits",
  ),
  messageExample: words("headers payload name summary"),
  operation: words("action channel title summary description security tags externalDocs bindings traits messages reply"),
  reply: words("address channel messages"),
  multiFormat: words("schemaFormat schema"),
};

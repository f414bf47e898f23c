// The fields of each AsyncAPI 3 object.
const words = (list: string): ReadonlySet<string> => new Set(list.split(" "));

export type ObjectName =
  | "document"
  | "info"
  | "components"
  | "channel"
  | "channelParameter"
  | "message"
  | "messageTrait"
  | "messageExample"
  | "operation"
  | "operationTrait"
  | "reply";

export const fields: Readonly<Record<ObjectName, ReadonlySet<string>>> = {
  document: words("asyncapi id info servers defaultContentType channels operations components"),
  info: words("title version description termsOfService contact license tags externalDocs"),
  components: words(
    "schemas servers channels operations messages securitySchemes serverVariables parameters correlationIds replies " +
      "replyAddresses externalDocs tags operationTraits messageTraits serverBindings channelBindings operationBindings " +
      "messageBindings",
  ),
  channel: words("address messages title summary description servers parameters tags externalDocs bindings"),
  channelParameter: words("enum default description examples location"),
  message: words(
    "headers payload correlationId contentType name title summary description tags externalDocs bindings examples traits",
  ),
  messageTrait: words(
    "headers correlationId contentType name title summary description tags externalDocs bindings examples",
  ),
  messageExample: words("headers payload name summary"),
  operation: words(
    "action channel title summary description security tags externalDocs bindings traits messages reply",
  ),
  operationTrait: words("title summary description security tags externalDocs bindings"),
  reply: words("address channel messages"),
};

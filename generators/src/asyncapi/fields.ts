// The fields of each AsyncAPI object in version 3, and in version 2 where they differ.
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

/** Objects that AsyncAPI 2 does not have, or that have other fields there. */
export const fields2: Readonly<
  Record<
    | "document"
    | "components"
    | "channel"
    | "channelParameter"
    | "message"
    | "messageTrait"
    | "operation"
    | "operationTrait",
    ReadonlySet<string>
  >
> = {
  document: words("asyncapi id info servers defaultContentType channels components tags externalDocs"),
  components: words(
    "schemas servers serverVariables channels messages securitySchemes parameters correlationIds operationTraits " +
      "messageTraits serverBindings channelBindings operationBindings messageBindings",
  ),
  channel: words("description servers subscribe publish parameters bindings"),
  channelParameter: words("description schema location"),
  message: words(
    "messageId headers payload correlationId schemaFormat contentType name title summary description tags externalDocs " +
      "bindings examples traits",
  ),
  messageTrait: words(
    "messageId headers correlationId schemaFormat contentType name title summary description tags externalDocs bindings examples",
  ),
  operation: words("operationId summary description security tags externalDocs bindings traits message"),
  operationTrait: words("operationId summary description security tags externalDocs bindings"),
};

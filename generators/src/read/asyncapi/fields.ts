// The fields that each AsyncAPI object may have, by the name that messages give the object.

export const fields = {
  "an AsyncAPI document": "asyncapi id info servers defaultContentType channels operations components",
  info: "title version description termsOfService contact license tags externalDocs",
  components:
    "schemas servers channels operations messages securitySchemes serverVariables parameters correlationIds replies replyAddresses externalDocs tags operationTraits messageTraits serverBindings channelBindings operationBindings messageBindings",
  "a server":
    "host protocol protocolVersion pathname description title summary variables security tags externalDocs bindings",
  "a server variable": "enum default description examples",
  "a security scheme": "type description name in scheme bearerFormat flows openIdConnectUrl scopes",
  flows: "implicit password clientCredentials authorizationCode",
  "a flow": "authorizationUrl tokenUrl refreshUrl availableScopes",
  "a channel": "address messages title summary description servers parameters tags externalDocs bindings",
  "a channel parameter": "enum default description examples location",
  "a message":
    "headers payload correlationId contentType name title summary description tags externalDocs bindings examples traits",
  "a correlation id": "location description",
  "a message trait":
    "headers correlationId contentType name title summary description tags externalDocs bindings examples",
  "a message example": "headers payload name summary",
  "an operation": "action channel title summary description security tags externalDocs bindings traits messages reply",
  "an operation trait": "title summary description security tags externalDocs bindings",
  "a reply": "address channel messages",
  "a reply address": "location description",
} as const;

export type Fields = Readonly<Record<keyof typeof fields, string>>;

/** The same for AsyncAPI 2. */
export const fields2: Fields = {
  ...fields,
  "an AsyncAPI document": "asyncapi id info servers defaultContentType channels components tags externalDocs",
  components:
    "schemas servers serverVariables channels messages securitySchemes parameters correlationIds operationTraits messageTraits serverBindings channelBindings operationBindings messageBindings",
  "a server": "url protocol protocolVersion description variables security tags bindings",
  "a security scheme": "type description name in scheme bearerFormat flows openIdConnectUrl",
  "a flow": "authorizationUrl tokenUrl refreshUrl scopes",
  "a channel": "description servers subscribe publish parameters bindings",
  "a channel parameter": "description schema location",
  "a message":
    "messageId headers payload correlationId schemaFormat contentType name title summary description tags externalDocs bindings examples traits",
  "a message trait":
    "messageId headers correlationId schemaFormat contentType name title summary description tags externalDocs bindings examples",
  "an operation": "operationId summary description security tags externalDocs bindings traits message",
  "an operation trait": "operationId summary description security tags externalDocs bindings",
};
